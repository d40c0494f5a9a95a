#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>

namespace hearth::app {

class OpenModels;

/// The context of the current model. GUI thread.
class ModelContext : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of EngineStatus")
    /// In tokens.
    Q_PROPERTY(int length READ length NOTIFY changed)
    /// False for a server that does not say it: then the length is only assumed.
    Q_PROPERTY(bool known READ isKnown NOTIFY changed)
    /// Positions that the model was trained on; 0: not known.
    Q_PROPERTY(int trainedLength READ trainedLength NOTIFY changed)
    /// The type of the KV cache: "f16"
    Q_PROPERTY(QString kvType READ kvType NOTIFY changed)

public:
    /// `models` outlives it.
    explicit ModelContext(const OpenModels& models) : m_models(models) {}

    int length() const;
    bool isKnown() const;
    int trainedLength() const;
    QString kvType() const;
    /// See context_note.h; empty: there is nothing to say about a context of this many tokens.
    Q_INVOKABLE QString noteAt(int length) const;

signals:
    void changed();

private:
    const OpenModels& m_models;
};

}  // namespace hearth::app
