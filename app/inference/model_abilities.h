#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>

namespace hearth::app {

struct ModelOffers;
class OpenModels;

/// Abilities of the current model that depend on its template, its parts and its server. GUI thread.
class ModelAbilities : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of EngineStatus")
    /// Reasoning options of the model's template: thinking on or off, and effort.
    Q_PROPERTY(bool canSwitchThinking READ canSwitchThinking NOTIFY changed)
    Q_PROPERTY(bool canSetEffort READ canSetEffort NOTIFY changed)
    /// False for a server that has no such parameter.
    Q_PROPERTY(bool hasPenaltyWindow READ hasPenaltyWindow NOTIFY changed)
    Q_PROPERTY(QString templateNote READ templateNote NOTIFY changed)
    /// Reason for leaving out the vision encoder; empty: it is loaded, or the model has none.
    Q_PROPERTY(QString visionProblem READ visionProblem NOTIFY changed)

public:
    /// `models` outlives it.
    explicit ModelAbilities(const OpenModels& models) : m_models(models) {}

    bool canSwitchThinking() const;
    bool canSetEffort() const;
    bool hasPenaltyWindow() const;
    QString templateNote() const;
    QString visionProblem() const;
    /// The wishes that a request for the model can have.
    ModelOffers offers() const;

signals:
    void changed();

private:
    const OpenModels& m_models;
};

}  // namespace hearth::app
