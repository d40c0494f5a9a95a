#include "inference/engine_status.h"

#include <utility>

#include "endpoints/endpoint.h"
#include "endpoints/server_fields.h"
#include "hearth/routing.h"
#include "inference/context_note.h"
#include "inference/inference_thread.h"
#include "inference/message_translation.h"
#include "model_files/model_name.h"
#include "model_files/route_path.h"
#include "settings/app_settings.h"

namespace hearth::app {

EngineStatus::EngineStatus(InferenceThread& inference, AppSettings& settings, QObject* parent)
    : QObject(parent), m_inference(inference), m_settings(settings) {
    connect(&m_inference, &InferenceThread::loadProgress, this,
            [this](quint64 id, const QString& step, double fraction) {
                if (id != m_loadId) return;
                m_loadStep = step;
                m_loadFraction = fraction;
                emit progressChanged();
            });
    connect(&m_inference, &InferenceThread::templateRead, this,
            [this](quint64, const TemplateSwitches& switches) { m_switches = switches; });
    connect(&m_inference, &InferenceThread::loaded, this, [this](quint64 id, const EngineInfo& info) {
        if (id == m_readyId) {  // loaded again by itself, without a card that failed
            noteInfo(info);
            emit changed();
            return;
        }
        if (id != m_loadId) return;
        m_loadId = 0;
        m_readyId = id;
        noteInfo(info);
        m_modelPath = m_loadingPath;
        m_pace = {};
        emit gainChanged();
        m_ready = true;
        m_settings.setLastModel(m_modelPath);
        if (!readEndpointPath(m_modelPath))
            m_settings.setLastLoad({m_modelPath, static_cast<double>(m_loadTime.elapsed()) / 1000,
                                    static_cast<double>(m_info.memory.totalBytes())});
        emit changed();
        emit becameReady();
    });
    connect(&m_inference, &InferenceThread::loadFailed, this,
            [this](quint64 id, const InferenceProblem& problem) {
                if (id != m_loadId && id != m_readyId) return;
                m_loadId = m_readyId = 0;
                m_ready = false;
                m_info = {};
                m_parts.clear();
                m_modelPath.clear();
                // Cancelling was the person's own wish and is no error.
                if (problem.code != ErrorCode::Cancelled) m_errorText = problem.message;
                emit changed();
                emit loadFailed(problem);
            });
    connect(&m_inference, &InferenceThread::finished, this,
            [this](quint64, const GenerationResultPtr& result) {
                measure(*result);
                if (m_ready && remoteHost().isEmpty()) m_cacheJob = m_inference.cacheStats();
            });
    connect(&m_inference, &InferenceThread::cacheRead, this, [this](quint64 id, const CacheStats& stats) {
        if (id != m_cacheJob || !m_ready) return;
        // The plan counts states of recurrent layers as well.
        MemoryPlan& memory = m_info.memory;
        const uint64_t taken = stats.committedBytes + (memory.kvBytes - stats.bytes);
        const bool other = memory.kvCommittedBytes != taken || memory.experts != stats.experts;
        memory.kvCommittedBytes = taken;
        memory.experts = stats.experts;
        if (other) emit changed();
    });
    connect(&m_inference, &InferenceThread::unloaded, this, [this] {
        if (isLoading()) return;
        m_ready = false;
        m_readyId = 0;
        m_info = {};
        m_parts.clear();
        m_modelPath.clear();
        emit changed();
    });
}

void EngineStatus::noteInfo(const EngineInfo& info) {
    m_info = info;
    m_kvTakenAtFirst = kvTakenBytes();
    m_parts.clear();
    if (info.parts.size() == 2 && m_options.large)
        m_parts = {partOf(info.parts[0], m_options), partOf(info.parts[1], m_options.large->options)};
    else
        m_parts = {partOf(info, m_options)};
}

EngineStatus::Part EngineStatus::partOf(const EngineInfo& info, const EngineOptions& options) const {
    return {
        .name = hearth::app::modelName(QString::fromStdString(info.modelName),
                                       QString::fromStdString(options.model.string())),
        .modelPath = QString::fromStdString(options.model.string()),
        .quantization = QString::fromStdString(info.quantization),
        .weightsHash = QString::fromStdString(info.weightsHash),
        .deviceText = translatedBackend(QString::fromStdString(info.backend)) + QLatin1String(", ") +
                      translated(info.device),
        .kvType = info.serverHost.empty() ? QString::fromStdString(kvTypesName(options.kvType)) : QString(),
        .host = QString::fromStdString(info.serverHost),
        .contextLength = info.contextLength};
}

std::optional<RouteTarget> EngineStatus::partCalled(const QString& name) const {
    for (size_t i = 0; i < m_parts.size(); ++i)
        if (m_ready && m_parts[i].name == name) return static_cast<RouteTarget>(i);
    return std::nullopt;
}

QStringList EngineStatus::partNames() const {
    QStringList names;
    for (const Part& part : m_parts) names += part.name;
    return names;
}

QStringList EngineStatus::modelFiles() const {
    if (!m_options.large) return {modelPath()};
    return {QString::fromStdString(m_options.model.string()),
            QString::fromStdString(m_options.large->options.model.string())};
}

QString EngineStatus::largeHost() const {
    return m_ready && isRouted() ? m_parts.back().host : QString();
}

void EngineStatus::measure(const GenerationResult& result) {
    const GenerationMetrics& metrics = result.metrics;
    // Short ones, such as titles, are over before guesses begin.
    if (!m_ready || metrics.plainTokenMs <= 0 || metrics.interTokenMs.size() < 16) return;
    if (metrics.draftedTokens == 0 && !m_settings.promptLookup() && !drafts()) return;
    Pace& pace = m_pace[drafts() ? 1 : 0];
    for (const float ms : metrics.interTokenMs) pace.tookMs += static_cast<double>(ms);
    pace.tokens += static_cast<int>(metrics.interTokenMs.size());
    pace.plainMs += metrics.plainTokenMs * static_cast<double>(metrics.interTokenMs.size());
    emit gainChanged();
}

QString EngineStatus::draftProblem() const {
    return translated(m_info.draftProblem);
}

QString EngineStatus::modelName() const {
    const QString& path = isLoading() ? m_loadingPath : m_modelPath;
    if (path == routePath && (isLoading() || m_ready)) return tr("Automatic");
    if (isLoading()) return hearth::app::modelName({}, m_loadingPath);
    if (!m_ready) return {};
    return hearth::app::modelName(QString::fromStdString(m_info.modelName), m_modelPath);
}

QString EngineStatus::deviceText() const {
    if (!m_ready) return {};
    const QString device = translatedBackend(QString::fromStdString(m_info.backend)) + QLatin1String(", ") +
                           translated(m_info.device);
    return largeHost().isEmpty() ? device : device + QLatin1String(", ") + largeHost();
}

QString EngineStatus::reason() const {
    return translated(m_info.backendReason);
}

QString EngineStatus::templateNote() const {
    return translated(m_info.templateNote);
}

double EngineStatus::kvBytesAt(int contextLength, const QString& kvType) const {
    if (!m_ready) return 0;
    // What is there is known without a plan.
    if (contextLength == m_info.contextLength && kvType == this->kvType()) return kvBytes();
    return static_cast<double>(m_info.memory.kv.reservedBytes(
        contextLength, kvTypesOf(kvType.toStdString()).value_or(m_options.kvType),
        // What is free falls as the cache grows.
        static_cast<uint64_t>(freeBytes() + kvTakenBytes())));
}

double EngineStatus::kvConversationBytesAt(int contextLength, const QString& kvType) const {
    if (!m_ready) return 0;
    return static_cast<double>(m_info.memory.kv.conversationBytes(
        contextLength, kvTypesOf(kvType.toStdString()).value_or(m_options.kvType)));
}

QString EngineStatus::contextNote(int contextLength) const {
    return m_ready ? hearth::app::contextNote(m_info.memory.training, contextLength) : QString();
}

ModelOffers EngineStatus::offers() const {
    return offersOf(m_info);
}

bool EngineStatus::canSwitchThinking() const {
    return m_ready && (m_switches.thinking || offers().unseenTemplate);
}

bool EngineStatus::canSetEffort() const {
    return m_ready && (m_switches.effort || offers().unseenTemplate);
}

bool EngineStatus::hasPenaltyWindow() const {
    return !m_ready || offers().penaltyWindow;
}

QString EngineStatus::remoteHost() const {
    return m_ready ? QString::fromStdString(m_info.serverHost) : QString();
}

void EngineStatus::load(const QString& path) {
    m_loadingPath = path;
    m_ready = false;
    m_readyId = 0;
    m_info = {};
    m_parts.clear();
    m_errorText.clear();
    m_loadStep.clear();
    m_loadFraction = 0;
    m_loadTime.start();
    m_draftPath = m_settings.draftModelFor(path);
    m_options = m_settings.engineOptions(path);
    m_loadId = m_inference.load(m_options);
    emit changed();
    emit progressChanged();
}

void EngineStatus::reload() {
    if (!m_modelPath.isEmpty()) load(QString(m_modelPath));
}

void EngineStatus::reloadWith(int contextLength, const QString& kvType) {
    const QStringList paths = m_modelPath == routePath
                                  ? QStringList{m_settings.routeSmall(), m_settings.routeLarge()}
                                  : QStringList{m_modelPath};
    for (const QString& path : paths) {
        m_settings.setLoadOption(path, QStringLiteral("contextLength"), contextLength);
        m_settings.setLoadOption(path, QStringLiteral("kvType"), kvType);
    }
    reload();
}

void EngineStatus::unload() {
    m_loadId = 0;
    m_inference.unload();
}

void EngineStatus::cancelLoad() {
    m_inference.cancelLoad();
}

}  // namespace hearth::app
