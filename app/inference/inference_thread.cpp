#include "inference/inference_thread.h"

#include <QCoreApplication>
#include <optional>
#include <utility>

#include "hearth/prompt_making.h"
#include "inference/dropped_turns.h"
#include "inference/guarded.h"

namespace hearth::app {

namespace {

struct ThreadText {
    Q_DECLARE_TR_FUNCTIONS(Inference)
};

/// One function for each alternative of a variant.
template <class... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

/// The window's replies do not wait for each other: the engine makes any number of them together.
constexpr int anyNumber = 1'000'000;

}  // namespace

InferenceThread::InferenceThread(EngineFactory factory, QObject* parent)
    : QObject(parent), m_factory(std::move(factory)), m_host(hostOptions()) {
}

InferenceThread::~InferenceThread() {
    stopAll();
}

ModelHost::Options InferenceThread::hostOptions() {
    return {.limits = {.parallel = anyNumber},
            .idleUnload = std::chrono::milliseconds(0),
            .longestWait = std::chrono::milliseconds(0),
            .told = [this](const Error& problem) {
                tell([this, sentence = problemOf(problem).message] { emit cacheFailed(sentence); });
            }};
}

void InferenceThread::hear(quint64 id, const LoadEvent& event) {
    if (const auto* written = std::get_if<CacheProgress>(&event)) emit keepProgress(written->fraction);
    if (id != m_loadId) return;
    std::visit(Overloaded{[&](const LoadProgress& progress) {
                              emit loadProgress(id, progress.step, progress.fraction);
                          },
                          [&](const LoadedModel& model) {
                              emit templateRead(id, model.switches);
                              emit loaded(id, model.info);
                          },
                          [&](const InferenceProblem& problem) {
                              if (m_load && m_load->id() == id) setModel(nullptr);
                              emit loadFailed(id, problem);
                          },
                          [](const CacheProgress&) {}},
               event);
}

void InferenceThread::hear(quint64 id, const ReplyEvent& event) {
    const bool isHeard = isLive(id);
    std::visit(Overloaded{[&](const PrefillProgress& progress) {
                              if (isHeard) emit prefillProgress(id, progress);
                          },
                          [&](const DroppedTurns& dropped) { emit turnsDropped(id, dropped); },
                          [&](const NewText& text) {
                              if (isHeard) emit textReady(id, text.delta, text.tokens);
                          },
                          [&](const WithheldText& text) {
                              if (isHeard) emit textWithheld(id, text.delta, text.tokens);
                          },
                          [&](const GrownCalls& grown) {
                              if (isHeard) emit callsGrew(id, grown.calls);
                          },
                          [&](const ReadyCalls& ready) {
                              if (isHeard) emit callsReady(id, ready.calls, ready.begun);
                          },
                          [&](const GenerationResultPtr& result) {
                              m_replies.remove(id);
                              emit finished(id, result);
                          },
                          [&](const InferenceProblem& problem) {
                              m_replies.remove(id);
                              emit failed(id, problem);
                          }},
               event);
}

bool InferenceThread::isLive(quint64 id) const {
    const auto found = m_replies.constFind(id);
    return found != m_replies.constEnd() && !(*found)->stopRequested();
}

std::shared_ptr<HostedModel> InferenceThread::model() const {
    const std::scoped_lock lock(m_modelMutex);
    return m_model;
}

void InferenceThread::setModel(std::shared_ptr<ModelLoad> load) {
    if (m_load) m_host.close(m_load->hostedId());
    if (load) m_host.add(load->hostedId(), load->source());
    auto model = load ? m_host.find(load->hostedId()) : nullptr;
    {
        const std::scoped_lock lock(m_modelMutex);
        m_load.swap(load);
        m_model.swap(model);
    }
    // Has it loaded.
    if (m_load) m_model->port.post([](Engine*, const Error*) {});
}

void InferenceThread::stopAll() {
    if (m_load) m_load->cancel();
    m_estimateStop.request_stop();
    for (const auto& reply : std::as_const(m_replies)) reply->cancel();
}

std::stop_token InferenceThread::dropToken() {
    const std::scoped_lock lock(m_dropMutex);
    return m_dropCache.get_token();
}

EnginePort::Task InferenceThread::orOnHost(EngineTask work) {
    return [this, work = std::move(work)](Engine* engine, const Error*) {
        if (engine != nullptr) return work(engine);
        m_host.run([work] { work(nullptr); });
    };
}

void InferenceThread::withEngine(EngineTask work) {
    if (const auto hosted = model())
        hosted->port.postIfLoaded(orOnHost(std::move(work)));
    else
        m_host.run([work = std::move(work)] { work(nullptr); });
}

void InferenceThread::withEngineUnread(EngineTask work) {
    if (m_model)
        m_model->requests.whenUnread(orOnHost(std::move(work)));
    else
        m_host.run([work = std::move(work)] { work(nullptr); });
}

void InferenceThread::withEngineAfterStopped(EngineTask work) {
    if (m_model)
        m_model->requests.afterCancelled(orOnHost(std::move(work)));
    else
        m_host.run([work = std::move(work)] { work(nullptr); });
}

quint64 InferenceThread::load(const EngineOptions& options) {
    // A new model ends what the old one was asked for.
    stopAll();
    m_loadId = ++m_lastId;
    if (m_load) m_load->makeWayFor(m_loadId);
    EngineOptions wanted = options;
    m_cache.applyTo(wanted);
    ModelLoad::Hooks hooks;
    hooks.tell = [this](quint64 id, LoadEvent event) {
        tell([this, id, event = std::move(event)] { hear(id, event); });
    };
    hooks.tellCacheProblem = [this](const QString& sentence) {
        tell([this, sentence] { emit cacheFailed(sentence); });
    };
    hooks.isCacheKept = [this] { return m_cache.isKept(); };
    hooks.dropCache = [this] { return dropToken(); };
    setModel(std::make_shared<ModelLoad>(m_loadId, std::move(wanted), m_factory, std::move(hooks)));
    return m_loadId;
}

void InferenceThread::cancelLoad() {
    if (m_load) m_load->cancel();
}

void InferenceThread::unload() {
    stopAll();
    setModel(nullptr);
    m_host.run([this] {
        tell([this] {
            emit cacheKept();
            emit unloaded();
        });
    });
}

quint64 InferenceThread::generate(const GenerationRequest& request, WhenFull whenFull, Priority priority) {
    const quint64 id = ++m_lastId;
    if (priority == Priority::Reading) m_estimateStop.request_stop();  // the reply goes first
    const auto reply = std::make_shared<RunningReply>(
        GenerationJob{request, whenFull, priority},
        [this, id](ReplyEvent event) { tell([this, id, event = std::move(event)] { hear(id, event); }); });
    m_replies.insert(id, reply);
    if (m_model) {
        // Told before its turn comes: what the model makes is worth keeping.
        m_model->port.postIfLoaded([load = m_load](Engine* engine, const Error*) {
            if (engine != nullptr) load->setUsed(true);
        });
        reply->start(m_model->requests);
    } else {
        const InferenceProblem problem{ErrorCode::BadInput,
                                       ThreadText::tr("No model is loaded. Choose one to continue.")};
        tell([this, id, problem] { hear(id, ReplyEvent(problem)); });
    }
    return id;
}

void InferenceThread::setPriority(quint64 id, Priority priority) {
    if (const auto found = m_replies.constFind(id); found != m_replies.constEnd())
        (*found)->setPriority(priority);
}

void InferenceThread::cancel(quint64 id) {
    if (const auto found = m_replies.constFind(id); found != m_replies.constEnd()) (*found)->cancel();
}

quint64 InferenceThread::estimate(const GenerationRequest& request) {
    m_estimateStop.request_stop();
    const auto making = std::make_shared<PromptMaking>(PromptMaking{request});
    m_estimateStop = making->stop;
    const quint64 id = m_estimateId = ++m_lastId;
    if (!m_model) return id;
    const auto answer = [this, id, making](Engine* engine, const Error*) {
        const std::stop_token stop = making->stop.get_token();
        if (engine == nullptr || stop.stop_requested()) return;
        PromptEstimate estimate;
        int lastTurn = 0;
        const auto count = [&] {
            // A draft that does not fit is told when it is sent; until then there is just no estimate.
            if (making->problem) throw Error(*making->problem);
            estimate = engine->prepare(making->request, stop);
            if (estimate.promptTokens >= engine->info().contextLength)
                lastTurn = lastTurnTokens(*engine, making->request, stop);
        };
        if (guarded(count)) return;
        tell([this, id, estimate, lastTurn] {
            if (id == m_estimateId) emit estimated(id, estimate, lastTurn);
        });
        // Whoever looks at this chat will ask something there.
        if (estimate.diskTokens > 0) guarded([&] { engine->prefetch(making->request, stop); });
    };
    m_model->port.postIfLoaded([model = m_model, making, answer](Engine* engine, const Error*) {
        if (engine == nullptr || making->stop.stop_requested()) return;
        makePrompt(*engine, model->port, making, [model, answer](Engine* still, const Error*) {
            if (still != nullptr) model->requests.whenUnread(answer);
        });
    });
    return id;
}

quint64 InferenceThread::pieces(const std::vector<TokenId>& tokens, RouteTarget of) {
    const quint64 id = ++m_lastId;
    withEngine([this, id, tokens, of](Engine* engine) {
        if (engine == nullptr) return;
        const Engine& part = engine->part(of);
        QList<QByteArray> texts;
        texts.reserve(static_cast<qsizetype>(tokens.size()));
        for (const TokenId token : tokens) {
            QByteArray text;
            if (guarded([&] { text = QByteArray::fromStdString(part.tokenizer().pieceBytes(token, true)); }))
                text.clear();
            texts.append(text);
        }
        tell([this, id, texts] { emit piecesReady(id, texts); });
    });
    return id;
}

quint64 InferenceThread::prompt(const GenerationRequest& request) {
    const quint64 id = ++m_lastId;
    withEngineUnread([this, id, request](Engine* engine) {
        if (engine == nullptr) return;
        GenerationRequest asked = request;
        Prompt prompt;
        // What cannot be made has no prompt; sending it tells why. Nor has what a server makes of messages.
        guarded([&] {
            (void)engine->prepare(asked);
            if (asked.prompt)
                prompt = std::move(*asked.prompt);
            else
                prompt.tokens = engine->promptTokens(asked);
        });
        tell([this, id, prompt = std::move(prompt)] { emit promptReady(id, prompt.tokens, prompt.cuts); });
    });
    return id;
}

quint64 InferenceThread::tokens(const QString& text) {
    const quint64 id = ++m_lastId;
    withEngineUnread([this, id, text](Engine* engine) {
        if (engine == nullptr) return;
        std::vector<TokenId> tokens;
        if (guarded([&] { tokens = engine->tokenizer().encode(text.toStdString()); })) tokens.clear();
        tell([this, id, tokens] { emit promptReady(id, tokens); });
    });
    return id;
}

quint64 InferenceThread::cacheStats() {
    const quint64 id = ++m_lastId;
    withEngine([this, id](Engine* engine) {
        if (engine != nullptr) tell([this, id, stats = engine->cacheStats()] { emit cacheRead(id, stats); });
    });
    return id;
}

quint64 InferenceThread::cacheUse(const std::vector<std::string>& owners) {
    const quint64 id = ++m_lastId;
    withEngineUnread([this, id, owners, folder = m_cache.folder().toStdString()](Engine* engine) {
        Engine::PrefixUse disk, memory;
        const auto read = [&] {
            disk = Engine::prefixUse(folder, owners);
            if (engine != nullptr) memory = engine->memoryUse(owners);
        };
        if (guarded(read)) return;
        memory.owners.resize(owners.size());
        tell([this, id, disk, memory] { emit cacheUseRead(id, disk, memory); });
    });
    return id;
}

quint64 InferenceThread::measureKvTypes(const KvTypeMeasurer& measure, const std::vector<KvTypes>& types) {
    const quint64 id = ++m_lastId;
    const auto measured = [this, id, measure, types](Engine* engine, const std::stop_token& stop) {
        KvMeasurement outcome;
        if (engine != nullptr) {
            const auto problem = guarded([&] { outcome.costs = measure(*engine, types, stop); });
            if (problem && problem->code != ErrorCode::Cancelled) outcome.problem = problem->message;
        }
        tell([this, id, outcome] { emit kvTypesMeasured(id, outcome); });
    };
    if (m_model)
        m_model->port.postIdle(measured);
    else
        measured(nullptr, {});
    return id;
}

void InferenceThread::post(const EngineTask& task) {
    std::shared_ptr<ModelLoad> load;
    {
        const std::scoped_lock lock(m_modelMutex);
        load = m_load;
    }
    withEngine([task, load](Engine* engine) {
        if (engine != nullptr && load) load->setUsed(true);
        task(engine);
    });
}

void InferenceThread::clearCache() {
    withEngineAfterStopped([load = m_load, work = m_cache.clear()](Engine* engine) {
        work(engine);
        if (load) load->setUsed(false);
    });
}

void InferenceThread::keepPrefixes(const QString& folder, bool keep, const PrefixLimits& limits) {
    const KeptCache::Work work = keep ? m_cache.keep(folder, limits) : m_cache.drop(folder);
    if (work) withEngine(work);
}

void InferenceThread::leavePrefixes(const QString& folder) {
    withEngine(m_cache.leave(folder));
}

void InferenceThread::keepOwners(const std::vector<std::string>& owners) {
    withEngineAfterStopped(m_cache.keepOwners(owners));
}

void InferenceThread::keepCache() {
    stopAll();
    withEngine([this, load = m_load](Engine* engine) {
        if (engine != nullptr) {
            guarded([&] { engine->endAll(); });
            load->keepCache(*engine);
        }
        tell([this] { emit cacheKept(); });
    });
}

void InferenceThread::dropCache() {
    const std::scoped_lock lock(m_dropMutex);
    m_dropCache.request_stop();
}

void InferenceThread::allowCache() {
    const std::scoped_lock lock(m_dropMutex);
    if (m_dropCache.stop_requested()) m_dropCache = std::stop_source();
}

}  // namespace hearth::app

#include "moc_inference_thread.cpp"
