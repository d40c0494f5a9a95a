#include "models/load_options.h"

#include <QFileInfo>
#include <QJsonObject>
#include <algorithm>
#include <exception>
#include <utility>

#include "inference/context_note.h"
#include "inference/engine_status.h"
#include "models/offered_kv_types.h"
#include "settings/app_settings.h"

namespace hearth::app {

namespace {
/// A slider being dragged causes one request, where it stops.
constexpr int loadPlanDelayMs = 80;
}  // namespace

LoadOptions::LoadOptions(AppSettings& settings, EngineStatus& engine, LoadPlanner planner, QObject* parent)
    : QObject(parent), m_settings(settings), m_engine(engine), m_planner(std::move(planner)) {
    m_pool.setMaxThreadCount(1);
    m_planTimer.setSingleShot(true);
    m_planTimer.setInterval(loadPlanDelayMs);
    connect(&m_planTimer, &QTimer::timeout, this, &LoadOptions::plan);
    connect(&m_engine, &EngineStatus::changed, this, [this] {
        // The amount of free memory has changed.
        if (!m_path.isEmpty()) m_planTimer.start();
        emit changed();
    });
}

LoadOptions::~LoadOptions() {
    m_pool.clear();
    m_pool.waitForDone();
}

void LoadOptions::setPath(const QString& path) {
    if (path == m_path) return;
    m_path = path;
    m_plan = {};
    m_known = false;
    ++m_asked;
    emit changed();
    if (QFileInfo::exists(m_path)) plan();
}

EngineOptions LoadOptions::options() const {
    return m_settings.engineOptions(m_path);
}

int LoadOptions::contextLength() const {
    const int chosen = options().contextLength;
    return chosen > 0 ? chosen : m_plan.contextLength;
}

QString LoadOptions::kvType() const {
    return QString::fromStdString(kvTypesName(options().kvType));
}

QVariantMap LoadOptions::kvTypeBytes() const {
    QVariantMap bytes;
    const auto add = [&](const KvTypes& both) {
        bytes.insert(QString::fromStdString(kvTypesName(both)),
                     static_cast<double>(m_plan.kv.conversationBytes(contextLength(), both)));
    };
    std::ranges::for_each(offeredKvTypes, add);
    add(options().kvType);
    return bytes;
}

int LoadOptions::threads() const {
    return options().threads;
}

int LoadOptions::gpuLayers() const {
    return options().gpuLayers;
}

bool LoadOptions::isGpuThere() const {
    // A graphics card exists even if every layer was taken off it.
    return m_engine.model().info.onDevice || gpuLayers() >= 0;
}

bool LoadOptions::isOwn() const {
    return !m_settings.models->loadOptionsFor(m_path).isEmpty();
}

bool LoadOptions::waits() const {
    if (!m_engine.isReady() || m_engine.modelPath() != m_path) return false;
    const EngineOptions &running = m_engine.model().options, wanted = options();
    return running.contextLength != wanted.contextLength || running.kvType != wanted.kvType ||
           running.threads != wanted.threads || running.gpuLayers != wanted.gpuLayers;
}

double LoadOptions::lackingBytes() const {
    // Models that are open give their memory back first.
    const MemoryPlan& used = m_engine.model().info.memory;
    const double room = static_cast<double>(m_plan.deviceFreeBytes) + m_engine.models()->otherBytes() +
                        (m_engine.isReady() ? static_cast<double>(used.totalBytes()) : 0);
    // Less memory is set aside for other chats when there is less room.
    const double least = totalBytes() - kvBytes() + kvConversationBytes();
    return m_known ? std::max(0.0, least - room) : 0;
}

QString LoadOptions::note() const {
    return m_known ? contextNote(m_plan.training, contextLength()) : QString();
}

void LoadOptions::reset() {
    m_settings.models->setLoadOptionsFor(m_path, {});
    emit changed();
    m_planTimer.start();
}

void LoadOptions::apply() {
    if (!m_path.isEmpty()) m_engine.load(m_path);
}

void LoadOptions::change(const QString& name, const QJsonValue& value) {
    if (m_path.isEmpty()) return;
    m_settings.models->setLoadOption(m_path, name, value);
    emit changed();
    m_planTimer.start();
}

void LoadOptions::plan() {
    const quint64 number = ++m_asked;
    m_pool.clear();
    m_pool.start([this, number, wanted = options(), planner = m_planner] {
        MemoryPlan plan;
        bool known = true;
        try {
            plan = planner(wanted);
        } catch (const std::exception&) {
            known = false;  // the list says what is wrong with the file
        }
        // The pool is waited for in the destructor, so `this` is alive; the slot runs on the GUI thread.
        QMetaObject::invokeMethod(
            this,
            [this, number, plan, known] {
                if (number != m_asked) return;
                m_plan = plan;
                m_known = known;
                emit changed();
            },
            Qt::QueuedConnection);
    });
}

}  // namespace hearth::app
