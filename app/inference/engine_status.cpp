#include "inference/engine_status.h"

#include <QFileInfo>
#include <utility>

#include "endpoints/endpoint.h"
#include "inference/inference_thread.h"
#include "model_files/route_path.h"
#include "settings/app_settings.h"

namespace hearth::app {

namespace {

/// Something can be loaded from this path.
bool isThere(const QString& path) {
    return path == routePath || (!path.isEmpty() && QFileInfo::exists(path)) || readEndpointPath(path);
}

}  // namespace

EngineStatus::EngineStatus(InferenceThread& inference, AppSettings& settings, QObject* parent)
    : QObject(parent),
      m_settings(settings),
      m_models(inference, settings),
      m_memory(std::make_unique<ModelMemory>(m_models)),
      m_device(std::make_unique<ModelDevice>(m_models)),
      m_context(std::make_unique<ModelContext>(m_models)),
      m_speculation(std::make_unique<ModelSpeculation>(m_models)),
      m_abilities(std::make_unique<ModelAbilities>(m_models)) {
    connect(this, &EngineStatus::changed, m_memory.get(), &ModelMemory::changed);
    connect(this, &EngineStatus::changed, m_device.get(), &ModelDevice::changed);
    connect(this, &EngineStatus::changed, m_context.get(), &ModelContext::changed);
    connect(this, &EngineStatus::changed, m_speculation.get(), &ModelSpeculation::changed);
    connect(this, &EngineStatus::changed, m_abilities.get(), &ModelAbilities::changed);
    const auto isCurrent = [this](quint64 id) { return m_models.current() != nullptr && model().id == id; };
    connect(&m_models, &OpenModels::changed, this, [this, isCurrent](quint64 id) {
        if (isCurrent(id)) emit changed();
    });
    connect(&m_models, &OpenModels::progressChanged, this, [this, isCurrent](quint64 id) {
        if (isCurrent(id)) emit progressChanged();
    });
    connect(&m_models, &OpenModels::gainChanged, this, [this, isCurrent](quint64 id) {
        if (isCurrent(id)) emit m_speculation->gainChanged();
    });
    connect(&m_models, &OpenModels::becameReady, this, [this, isCurrent](quint64 id) {
        if (isCurrent(id)) emit becameReady();
    });
    connect(&m_models, &OpenModels::currentChanged, this, [this] {
        emit changed();
        emit progressChanged();
        emit m_speculation->gainChanged();
        if (isReady()) emit becameReady();
    });
    connect(&m_models, &OpenModels::loadFailed, this,
            [this](quint64, const QString& path, const InferenceProblem& problem) {
                // Cancelling was the person's own wish and is no error.
                if (problem.code != ErrorCode::Cancelled) m_errorText = problem.message;
                const QString before = path == m_loading ? std::exchange(m_before, {}) : QString();
                if (problem.code == ErrorCode::Cancelled && m_models.find(before) != nullptr)
                    m_models.use(before);
                emit changed();
                emit loadFailed(problem);
            });
}

QString EngineStatus::modelName() const {
    return nameOf(m_awaited.isEmpty() ? model().path : m_awaited);
}

void EngineStatus::load(const QString& path) {
    m_awaited.clear();
    m_errorText.clear();
    m_loading = path;
    const bool isCurrent = path == model().path;
    if (!isCurrent) m_before = modelPath();
    // Another one was chosen before this one was there.
    if (!isCurrent && !isReady()) m_models.abandon(model().id);
    if (isCurrent)
        m_models.reload(path);
    else
        m_models.use(path);
    emit changed();
    emit progressChanged();
    emit chosen(path);
}

void EngineStatus::show(const QString& path) {
    if (path.isEmpty() || path == (m_awaited.isEmpty() ? model().path : m_awaited)) return;
    if (m_models.find(path) != nullptr) {
        m_awaited.clear();
        m_models.use(path);
    } else if (isThere(path)) {
        m_awaited = path;
        m_models.useNone();
    }
    emit changed();
}

const OpenModel& EngineStatus::modelFor(const QString& path) {
    if (m_models.find(path) == nullptr && !isThere(path)) return model();
    return m_models.open(path);
}

bool EngineStatus::canAnswer(const QString& path) const {
    return m_models.find(path) != nullptr || isThere(path) || canBeAsked();
}

QString EngineStatus::nameOf(const QString& path) const {
    if (path.isEmpty()) return {};
    const OpenModel* open = m_models.find(path);
    OpenModel closed;
    closed.path = path;
    return open != nullptr ? open->name() : closed.name();
}

void EngineStatus::loadAwaited() {
    if (!m_awaited.isEmpty()) load(QString(m_awaited));
}

void EngineStatus::reload() {
    if (isReady()) m_models.reload(QString(model().path));
}

void EngineStatus::reloadWith(int contextLength, const QString& kvType) {
    const QStringList paths = modelPath() == routePath ? QStringList{m_settings.models->routeSmall(),
                                                                     m_settings.models->routeLarge()}
                                                       : QStringList{modelPath()};
    for (const QString& path : paths) {
        m_settings.models->setLoadOption(path, QStringLiteral("contextLength"), contextLength);
        m_settings.models->setLoadOption(path, QStringLiteral("kvType"), kvType);
    }
    reload();
}

void EngineStatus::unload() {
    m_models.close(QString(model().path));
}

void EngineStatus::cancelLoad() {
    m_models.cancelLoad(model().id);
}

}  // namespace hearth::app
