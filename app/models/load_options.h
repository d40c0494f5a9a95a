#pragma once

#include <QtQml/qqmlregistration.h>
#include <QJsonValue>
#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>
#include <QVariantMap>
#include <functional>

#include "hearth/engine_options.h"
#include "hearth/memory_plan.h"

namespace hearth::app {

class AppSettings;
class EngineStatus;

/// Memory that loading with these options would take: Engine::plan, or a stand-in in tests. Throws what that
/// throws; called on a worker thread.
using LoadPlanner = std::function<MemoryPlan(const EngineOptions&)>;

/// Load options of the shown model: its own values over those for every model, and the memory they take. A
/// change is kept at once and takes effect when the model is loaded next. GUI thread.
class LoadOptions : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(QString path READ path WRITE setPath NOTIFY changed)
    /// The file was read, so that the costs are known.
    Q_PROPERTY(bool known READ isKnown NOTIFY changed)
    Q_PROPERTY(int contextLength READ contextLength WRITE setContextLength NOTIFY changed)
    Q_PROPERTY(QString kvType READ kvType WRITE setKvType NOTIFY changed)
    /// Size of one chat with each type of the cache ("f16", "q8_0", "q4_0"), in bytes.
    Q_PROPERTY(QVariantMap kvTypeBytes READ kvTypeBytes NOTIFY changed)
    /// 0: one for each physical core
    Q_PROPERTY(int threads READ threads WRITE setThreads NOTIFY changed)
    /// -1: as many as fit
    Q_PROPERTY(int gpuLayers READ gpuLayers WRITE setGpuLayers NOTIFY changed)
    Q_PROPERTY(bool gpuThere READ isGpuThere NOTIFY changed)
    Q_PROPERTY(int layers READ layers NOTIFY changed)
    /// Something differs from the values for every model.
    Q_PROPERTY(bool own READ isOwn NOTIFY changed)
    /// The model is in use, loaded in another way than is kept here.
    Q_PROPERTY(bool waits READ waits NOTIFY changed)
    Q_PROPERTY(double weightsBytes READ weightsBytes NOTIFY changed)
    Q_PROPERTY(double kvBytes READ kvBytes NOTIFY changed)
    Q_PROPERTY(double kvConversationBytes READ kvConversationBytes NOTIFY changed)
    Q_PROPERTY(double visionBytes READ visionBytes NOTIFY changed)
    Q_PROPERTY(double totalBytes READ totalBytes NOTIFY changed)
    /// The part of totalBytes that exceeds the available memory; 0: it fits.
    Q_PROPERTY(double lackingBytes READ lackingBytes NOTIFY changed)
    /// See context_note.h.
    Q_PROPERTY(QString note READ note NOTIFY changed)

public:
    LoadOptions(AppSettings& settings, EngineStatus& engine, LoadPlanner planner, QObject* parent = nullptr);
    ~LoadOptions() override;

    QString path() const { return m_path; }
    void setPath(const QString& path);
    bool isKnown() const { return m_known; }
    int contextLength() const;
    void setContextLength(int tokens) { change(QStringLiteral("contextLength"), tokens); }
    QString kvType() const;
    void setKvType(const QString& type) { change(QStringLiteral("kvType"), type); }
    QVariantMap kvTypeBytes() const;
    int threads() const;
    void setThreads(int threads) { change(QStringLiteral("threads"), threads); }
    int gpuLayers() const;
    void setGpuLayers(int layers) { change(QStringLiteral("gpuLayers"), layers); }
    bool isGpuThere() const;
    int layers() const { return m_plan.layers; }
    bool isOwn() const;
    bool waits() const;
    double weightsBytes() const { return static_cast<double>(m_plan.weightsBytes); }
    double kvBytes() const { return static_cast<double>(m_plan.kvBytes); }
    double kvConversationBytes() const { return static_cast<double>(m_plan.kvConversationBytes); }
    double visionBytes() const { return static_cast<double>(m_plan.visionBytes); }
    double totalBytes() const { return static_cast<double>(m_plan.totalBytes()); }
    double lackingBytes() const;
    QString note() const;

    /// Returns to the values for every model.
    Q_INVOKABLE void reset();
    /// Loads the model with the values kept here.
    Q_INVOKABLE void apply();

signals:
    void changed();

private:
    void change(const QString& name, const QJsonValue& value);
    void plan();
    EngineOptions options() const;

    AppSettings& m_settings;
    EngineStatus& m_engine;
    LoadPlanner m_planner;
    QThreadPool m_pool;
    QTimer m_planTimer;
    QString m_path;
    MemoryPlan m_plan;
    quint64 m_asked = 0;
    bool m_known = false;
};

}  // namespace hearth::app
