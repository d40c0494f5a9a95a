#include "inference/inference_thread.h"

#include <utility>

namespace hearth::app {

InferenceThread::InferenceThread(EngineFactory factory, QObject* parent)
    : QObject(parent), m_worker(new InferenceWorker(std::move(factory), [this] {
          const std::lock_guard guard(m_dropLock);
          return m_dropCache.get_token();
      })) {
    qRegisterMetaType<GenerationJob>();
    qRegisterMetaType<DroppedTurns>();
    qRegisterMetaType<PrefillProgress>();
    qRegisterMetaType<InferenceProblem>();
    qRegisterMetaType<GenerationResultPtr>();
    qRegisterMetaType<EngineInfo>();
    qRegisterMetaType<TemplateSwitches>();
    qRegisterMetaType<PromptEstimate>();
    qRegisterMetaType<KvMeasurement>();

    m_thread.setObjectName(QStringLiteral("inference"));
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);

    // What was asked to end is not heard any more, but for its end.
    connect(m_worker, &InferenceWorker::loadProgress, this,
            [this](quint64 id, const QString& step, double fraction) {
                if (id == m_loadId) emit loadProgress(id, step, fraction);
            });
    connect(m_worker, &InferenceWorker::templateRead, this,
            [this](quint64 id, const TemplateSwitches& switches) {
                if (id == m_loadId) emit templateRead(id, switches);
            });
    connect(m_worker, &InferenceWorker::loaded, this, [this](quint64 id, const EngineInfo& info) {
        if (id == m_loadId) emit loaded(id, info);
    });
    connect(m_worker, &InferenceWorker::loadFailed, this,
            [this](quint64 id, const InferenceProblem& problem) {
                if (id == m_loadId) emit loadFailed(id, problem);
            });
    connect(m_worker, &InferenceWorker::unloaded, this, &InferenceThread::unloaded);
    connect(m_worker, &InferenceWorker::keepProgress, this, &InferenceThread::keepProgress);
    connect(m_worker, &InferenceWorker::cacheKept, this, &InferenceThread::cacheKept);
    connect(m_worker, &InferenceWorker::cacheFailed, this, &InferenceThread::cacheFailed);
    connect(m_worker, &InferenceWorker::prefillProgress, this,
            [this](quint64 id, const PrefillProgress& progress) {
                if (isLive(id)) emit prefillProgress(id, progress);
            });
    connect(m_worker, &InferenceWorker::textReady, this,
            [this](quint64 id, const QString& delta, int tokens) {
                if (isLive(id)) emit textReady(id, delta, tokens);
            });
    connect(m_worker, &InferenceWorker::callsGrew, this, [this](quint64 id, const QList<ReplyCall>& calls) {
        if (isLive(id)) emit callsGrew(id, calls);
    });
    connect(m_worker, &InferenceWorker::textWithheld, this,
            [this](quint64 id, const QString& delta, int tokens) {
                if (isLive(id)) emit textWithheld(id, delta, tokens);
            });
    connect(m_worker, &InferenceWorker::callsReady, this,
            [this](quint64 id, const QList<ReplyCall>& calls, int begun) {
                if (isLive(id)) emit callsReady(id, calls, begun);
            });
    connect(m_worker, &InferenceWorker::finished, this,
            [this](quint64 id, const GenerationResultPtr& result) {
                m_generations.remove(id);
                emit finished(id, result);
            });
    connect(m_worker, &InferenceWorker::failed, this, [this](quint64 id, const InferenceProblem& problem) {
        m_generations.remove(id);
        emit failed(id, problem);
    });
    connect(m_worker, &InferenceWorker::estimated, this,
            [this](quint64 id, const PromptEstimate& estimate, int lastTurnTokens) {
                if (id == m_estimateId) emit estimated(id, estimate, lastTurnTokens);
            });
    connect(m_worker, &InferenceWorker::kvTypesMeasured, this, &InferenceThread::kvTypesMeasured);
    connect(m_worker, &InferenceWorker::turnsDropped, this, &InferenceThread::turnsDropped);
    connect(m_worker, &InferenceWorker::piecesReady, this, &InferenceThread::piecesReady);
    connect(m_worker, &InferenceWorker::promptReady, this, &InferenceThread::promptReady);
    connect(m_worker, &InferenceWorker::cacheRead, this, &InferenceThread::cacheRead);
    connect(m_worker, &InferenceWorker::cacheUseRead, this, &InferenceThread::cacheUseRead);
    m_thread.start();
}

InferenceThread::~InferenceThread() {
    endMeasuring();
    m_loadStop.request_stop();
    m_estimateStop.request_stop();
    for (std::stop_source& stop : m_generations) stop.request_stop();
    m_worker->disconnect(this);
    m_thread.quit();
    m_thread.wait();
}

bool InferenceThread::isLive(quint64 id) const {
    const auto found = m_generations.constFind(id);
    return found != m_generations.constEnd() && !found->stop_requested();
}

template <class Work>
void InferenceThread::ask(Work work) {
    // No measurement that is asked for meanwhile may come first.
    const std::lock_guard guard(m_measureLock);
    m_measureStop.request_stop();
    QMetaObject::invokeMethod(m_worker, std::move(work), Qt::QueuedConnection);
}

void InferenceThread::endMeasuring() {
    const std::lock_guard guard(m_measureLock);
    m_measureStop.request_stop();
}

quint64 InferenceThread::load(const EngineOptions& options) {
    m_loadStop.request_stop();
    // A new model ends what the old one was asked for.
    for (std::stop_source& stop : m_generations) stop.request_stop();
    m_loadStop = std::stop_source();
    m_loadId = ++m_lastId;
    ask([worker = m_worker, id = m_loadId, options, stop = m_loadStop.get_token()] {
        worker->load(id, options, stop);
    });
    return m_loadId;
}

void InferenceThread::cancelLoad() {
    m_loadStop.request_stop();
}

void InferenceThread::unload() {
    m_loadStop.request_stop();
    for (std::stop_source& stop : m_generations) stop.request_stop();
    ask([worker = m_worker] { worker->unload(); });
}

quint64 InferenceThread::generate(const GenerationRequest& request, WhenFull whenFull, Priority priority) {
    const quint64 id = ++m_lastId;
    if (priority == Priority::Reading) m_estimateStop.request_stop();  // the reply goes first
    std::stop_source stop;
    m_generations.insert(id, stop);
    ask([worker = m_worker, job = GenerationJob{id, request, stop.get_token(), whenFull, priority}] {
        worker->generate(job);
    });
    return id;
}

quint64 InferenceThread::estimate(const GenerationRequest& request) {
    m_estimateStop.request_stop();
    m_estimateStop = std::stop_source();
    m_estimateId = ++m_lastId;
    ask([worker = m_worker, job = GenerationJob{m_estimateId, request, m_estimateStop.get_token()}] {
        worker->estimate(job);
    });
    return m_estimateId;
}

quint64 InferenceThread::pieces(const std::vector<TokenId>& tokens, RouteTarget of) {
    const quint64 id = ++m_lastId;
    ask([worker = m_worker, id, tokens, of] { worker->pieces(id, tokens, of); });
    return id;
}

quint64 InferenceThread::prompt(const GenerationRequest& request) {
    const quint64 id = ++m_lastId;
    ask([worker = m_worker, job = GenerationJob{id, request, {}}] { worker->prompt(job); });
    return id;
}

quint64 InferenceThread::tokens(const QString& text) {
    const quint64 id = ++m_lastId;
    ask([worker = m_worker, id, text] { worker->tokens(id, text); });
    return id;
}

quint64 InferenceThread::cacheStats() {
    const quint64 id = ++m_lastId;
    ask([worker = m_worker, id] { worker->cacheStats(id); });
    return id;
}

quint64 InferenceThread::cacheUse(const std::vector<std::string>& owners) {
    const quint64 id = ++m_lastId;
    ask([worker = m_worker, id, owners] { worker->cacheUse(id, owners); });
    return id;
}

quint64 InferenceThread::measureKvTypes(const KvTypeMeasurer& measure, const std::vector<KvTypes>& types) {
    const quint64 id = ++m_lastId;
    const std::lock_guard guard(m_measureLock);
    m_measureStop.request_stop();
    m_measureStop = std::stop_source();
    QMetaObject::invokeMethod(
        m_worker,
        [worker = m_worker, id, measure, types, stop = m_measureStop.get_token()] {
            worker->measureKvTypes(id, measure, types, stop);
        },
        Qt::QueuedConnection);
    return id;
}

void InferenceThread::post(EngineTask task) {
    ask([worker = m_worker, task = std::move(task)] { worker->run(task); });
}

void InferenceThread::cancel(quint64 id) {
    const auto found = m_generations.find(id);
    if (found != m_generations.end()) found->request_stop();
}

void InferenceThread::setPriority(quint64 id, Priority priority) {
    ask([worker = m_worker, id, priority] { worker->setPriority(id, priority); });
}

void InferenceThread::clearCache() {
    ask([worker = m_worker] { worker->clearCache(); });
}

void InferenceThread::keepOwners(const std::vector<std::string>& owners) {
    ask([worker = m_worker, owners] { worker->keepOwners(owners); });
}

void InferenceThread::keepPrefixes(const QString& folder, bool keep, PrefixLimits limits) {
    ask([worker = m_worker, folder, keep, limits] { worker->keepPrefixes(folder, keep, limits); });
}

void InferenceThread::leavePrefixes(const QString& folder) {
    ask([worker = m_worker, folder] { worker->leavePrefixes(folder); });
}

void InferenceThread::keepCache() {
    m_loadStop.request_stop();
    m_estimateStop.request_stop();
    for (std::stop_source& stop : m_generations) stop.request_stop();
    ask([worker = m_worker] { worker->keepCache(); });
}

void InferenceThread::dropCache() {
    const std::lock_guard guard(m_dropLock);
    m_dropCache.request_stop();
}

void InferenceThread::allowCache() {
    const std::lock_guard guard(m_dropLock);
    if (m_dropCache.stop_requested()) m_dropCache = std::stop_source();
}

}  // namespace hearth::app

#include "moc_inference_thread.cpp"
