#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>

namespace hearth::app {

class OpenModels;

/// Speculative decoding of the current model: its ways, and what they gain. GUI thread.
class ModelSpeculation : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of EngineStatus")
    /// False: one token at a time, because the model has recurrent layers or is a server's.
    Q_PROPERTY(bool possible READ isPossible NOTIFY changed)
    /// The model has a layer that guesses further tokens.
    Q_PROPERTY(bool hasMtp READ hasMtp NOTIFY changed)
    /// The draft model that is loaded together with the model; empty: none.
    Q_PROPERTY(QString draftPath READ draftPath NOTIFY changed)
    /// Reason why the chosen one is not loaded; empty: it is, or none was chosen.
    Q_PROPERTY(QString draftProblem READ draftProblem NOTIFY changed)
    /// Speed relative to one token at a time since the model was loaded, with tokens guessed from the text
    /// itself or also with the draft model; 0: too few tokens for a figure.
    Q_PROPERTY(double lookupGain READ lookupGain NOTIFY gainChanged)
    Q_PROPERTY(double draftGain READ draftGain NOTIFY gainChanged)

public:
    /// `models` outlives it.
    explicit ModelSpeculation(const OpenModels& models) : m_models(models) {}

    bool isPossible() const;
    bool hasMtp() const;
    QString draftPath() const;
    QString draftProblem() const;
    double lookupGain() const;
    double draftGain() const;

signals:
    void changed();
    void gainChanged();

private:
    const OpenModels& m_models;
};

}  // namespace hearth::app
