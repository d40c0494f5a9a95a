#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>
#include <vector>

#include "hearth/routing.h"

namespace hearth::app {

class AppSettings;
class EngineStatus;
class InferenceThread;
class InstalledModels;
struct ModelFacts;

/// Two models as one to choose from: easy turns go to a small one on this computer, hard ones to a large one
/// here or elsewhere. GUI thread; everything given to it outlives it.
class ModelRoute : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// The models that can be either, and which of them is chosen; -1: none.
    Q_PROPERTY(QStringList smallNames READ smallNames NOTIFY changed)
    Q_PROPERTY(QStringList largeNames READ largeNames NOTIFY changed)
    Q_PROPERTY(int smallIndex READ smallIndex WRITE setSmallIndex NOTIFY changed)
    Q_PROPERTY(int largeIndex READ largeIndex WRITE setLargeIndex NOTIFY changed)
    /// Both are chosen.
    Q_PROPERTY(bool chosen READ isChosen NOTIFY changed)
    /// They are in use.
    Q_PROPERTY(bool current READ isCurrent NOTIFY changed)
    /// "Qwen 0.5B; Qwen 1.5B for hard requests"; empty: not both are chosen.
    Q_PROPERTY(QString summary READ summary NOTIFY changed)
    /// Reason why they cannot be used, one sentence; empty: they can, or not both are chosen.
    Q_PROPERTY(QString problem READ problem NOTIFY changed)
    /// Memory of both, or the place that messages go to; empty: nothing is known about it.
    Q_PROPERTY(QString note READ note NOTIFY changed)
    /// True if the small one can be used alone.
    Q_PROPERTY(bool smallAlone READ isSmallAlone NOTIFY changed)
    /// Number of answers by each since they were loaded, and the savings; empty: none yet.
    Q_PROPERTY(QString figures READ figuresText NOTIFY changed)

public:
    /// `room`: memory that models may take, in bytes.
    ModelRoute(AppSettings& settings, InstalledModels& models, EngineStatus& engine,
               InferenceThread& inference, std::function<quint64()> room, QObject* parent = nullptr);

    QStringList smallNames() const { return namesOf(smallOnes()); }
    QStringList largeNames() const { return namesOf(largeOnes()); }
    int smallIndex() const;
    int largeIndex() const;
    void setSmallIndex(int index);
    void setLargeIndex(int index);
    bool isChosen() const;
    bool isCurrent() const;
    QString summary() const;
    QString problem() const;
    QString note() const;
    bool isSmallAlone() const;
    QString figuresText() const;

    /// Loads both; does nothing if they cannot be used.
    Q_INVOKABLE void load();
    Q_INVOKABLE void loadSmall();

signals:
    void changed();

private:
    std::vector<const ModelFacts*> smallOnes() const;
    std::vector<const ModelFacts*> largeOnes() const;
    static QStringList namesOf(const std::vector<const ModelFacts*>& models);
    const ModelFacts* small() const;
    const ModelFacts* large() const;
    quint64 neededBytes() const;

    AppSettings& m_settings;
    InstalledModels& m_models;
    EngineStatus& m_engine;
    const std::function<quint64()> m_room;
    RouteFigures m_figures;
};

}  // namespace hearth::app
