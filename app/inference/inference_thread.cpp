#include "inference/inference_thread.h"

#include <QCoreApplication>
#include <atomic>
#include <optional>
#include <utility>

#include "hearth/cache_admin.h"
#include "hearth/prompt_service.h"
#include "inference/dropped_turns.h"
#include "inference/guarded.h"
#include "inference/pair_info.h"

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

void InferenceThread::hear(quint64 id, size_t part, const LoadEvent& event) {
    if (const auto* written = std::get_if<CacheProgress>(&event)) {
        // It goes for another, which is waited for, or the window does.
        if (m_model && m_model->id() != id)
            emit loadProgress(m_loadId, ThreadText::tr("Keeping the cache"), written->fraction);
        else
            emit keepProgress(written->fraction);
        return;
    }
    if (id != m_loadId) return;
    const bool isThere = m_model && m_model->id() == id;
    std::visit(Overloaded{[&](const LoadProgress& made) {
                              if (!isThere) return;
                              const LoadProgress progress = m_model->heard(part, made);
                              emit loadProgress(id, progress.step, progress.fraction);
                          },
                          [&](const LoadedModel& made) {
                              if (!isThere) return;
                              const auto whole = m_model->heard(part, made);
                              if (made.fault) m_model->leaveDevice(part, *made.fault);
                              if (!whole) return;
                              emit templateRead(id, whole->switches);
                              emit loaded(id, whole->info);
                          },
                          [&](const InferenceProblem& problem) {
                              m_loadId = 0;
                              if (isThere) closeModel();
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

std::vector<std::shared_ptr<HostedModel>> InferenceThread::models() const {
    return m_model ? m_model->models() : std::vector<std::shared_ptr<HostedModel>>();
}

std::optional<RoutingRule> InferenceThread::routingRule() const {
    return m_model ? m_model->rule() : std::nullopt;
}

void InferenceThread::closeModel() {
    if (!m_model) return;
    // One of two may still be on its way.
    m_model->cancel();
    m_model->close();
    m_model.reset();
}

void InferenceThread::stopAll() {
    if (m_model) m_model->cancel();
    m_estimateStop.request_stop();
    for (const auto& reply : std::as_const(m_replies)) reply->cancel();
}

std::stop_token InferenceThread::dropToken() {
    const std::scoped_lock lock(m_dropMutex);
    return m_dropCache.get_token();
}

void InferenceThread::at(const std::shared_ptr<HostedModel>& model, Turn turn, EngineTask work) {
    EnginePort::Task task = [this, work = std::move(work)](Engine* engine, const Error*) {
        if (engine != nullptr) return work(engine);
        m_host.run([work] { work(nullptr); });
    };
    switch (turn) {
        case Turn::Next:
            return model->port.postIfLoaded(std::move(task));
        case Turn::Unread:
            return model->requests.whenUnread(std::move(task));
        case Turn::AfterStopped:
            return model->requests.afterCancelled(std::move(task));
    }
}

void InferenceThread::with(RouteTarget part, Turn turn, const EngineTask& work) {
    if (m_model)
        at(m_model->model(part), turn, work);
    else
        m_host.run([work] { work(nullptr); });
}

template <class Read, class Done>
void InferenceThread::readEach(Turn turn, Read read, Done done) {
    if (!m_model) return;
    const auto models = m_model->models();
    at(models.front(), turn, [this, turn, models, read, done](Engine* first) {
        if (first == nullptr) return;
        auto ofFirst = read(*first);
        if (models.size() == 1) return done(std::vector{std::move(ofFirst)});
        at(models.back(), turn, [read, done, ofFirst = std::move(ofFirst)](Engine* second) {
            if (second != nullptr) done(std::vector{ofFirst, read(*second)});
        });
    });
}

void InferenceThread::change(const KeptCache::Work& work, Turn turn) {
    const EngineTask inTurn = [work](Engine* engine) {
        if (engine != nullptr && work.before) work.before(*engine);
        if (work.folder) work.folder(engine != nullptr);
        if (engine != nullptr && work.after) work.after(*engine);
    };
    if (!m_model) return m_host.run([inTurn] { inTurn(nullptr); });
    const auto models = m_model->models();
    if (models.size() == 1) return at(models.front(), turn, inTurn);
    at(models.back(), turn, [this, turn, models, work, inTurn](Engine* large) {
        if (large != nullptr && work.before) work.before(*large);
        at(models.front(), turn, [this, models, work, inTurn](Engine* small) {
            inTurn(small);
            if (!work.after) return;
            at(models.back(), Turn::Next, [work](Engine* still) {
                if (still != nullptr) work.after(*still);
            });
        });
    });
}

ModelLoad::Hooks InferenceThread::hooksOf(quint64 id, size_t part) {
    ModelLoad::Hooks hooks;
    hooks.tell = [this, id, part](LoadEvent event) {
        tell([this, id, part, event = std::move(event)] { hear(id, part, event); });
    };
    hooks.tellCacheProblem = [this](const QString& sentence) {
        tell([this, sentence] { emit cacheFailed(sentence); });
    };
    hooks.isCacheKept = [this] { return m_cache.isKept(); };
    hooks.dropCache = [this] { return dropToken(); };
    return hooks;
}

quint64 InferenceThread::load(const EngineOptions& options) {
    // A new model ends what the old one was asked for.
    stopAll();
    closeModel();
    m_loadId = ++m_lastId;
    std::vector<std::shared_ptr<ModelLoad>> loads;
    for (EngineOptions& part : ModelInUse::partsOf(options)) {
        m_cache.applyTo(part);
        loads.push_back(std::make_shared<ModelLoad>(part, m_factory, hooksOf(m_loadId, loads.size())));
    }
    m_model = std::make_shared<ModelInUse>(m_host, m_loadId, std::move(loads), options);
    return m_loadId;
}

void InferenceThread::cancelLoad() {
    if (m_model) m_model->cancel();
}

void InferenceThread::unload() {
    stopAll();
    closeModel();
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
        for (const auto& load : m_model->loads()) load->setUsed(true);
        // It is held while it is asked.
        reply->start(std::shared_ptr<Generator>(m_model, &m_model->replies()));
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
    const RouteOutcome route = m_model->route(making->request);
    const bool turns =
        m_model->isPair() && route.target == RouteTarget::Small && route.reason == RouteReason::Easy;
    estimateAt(id, making, m_model->model(route.target),
               turns ? m_model->model(RouteTarget::Large) : nullptr);
    return id;
}

/// `other`: has what does not fit; nullptr: there is none.
void InferenceThread::estimateAt(quint64 id, const std::shared_ptr<PromptMaking>& making,
                                 const std::shared_ptr<HostedModel>& model,
                                 const std::shared_ptr<HostedModel>& other) {
    const auto answer = [this, id, making, other](Engine* engine, const Error*) {
        const std::stop_token stop = making->stop.get_token();
        if (engine == nullptr || stop.stop_requested()) return;
        PromptEstimate estimate;
        int lastTurn = 0;
        bool isTooLong = false;
        const auto count = [&] {
            // A draft that does not fit is told when it is sent; until then there is just no estimate.
            if (making->problem) throw Error(*making->problem);
            estimate = engine->prepare(making->request, stop);
            isTooLong = estimate.promptTokens >= engine->info().contextLength;
            if (isTooLong && !other) lastTurn = lastTurnTokens(*engine, making->request, stop);
        };
        if (guarded(count)) return;
        if (isTooLong && other) {
            making->request.prompt.reset();
            return estimateAt(id, making, other, nullptr);
        }
        tell([this, id, estimate, lastTurn] {
            if (id == m_estimateId) emit estimated(id, estimate, lastTurn);
        });
        // Whoever looks at this chat will ask something there.
        if (estimate.diskTokens > 0) guarded([&] { engine->prefetch(making->request, stop); });
    };
    model->port.postIfLoaded([model, making, answer](Engine* engine, const Error*) {
        if (engine == nullptr || making->stop.stop_requested()) return;
        makePrompt(*engine, model->port, making, [model, answer](Engine* still, const Error*) {
            if (still != nullptr) model->requests.whenUnread(answer);
        });
    });
}

quint64 InferenceThread::pieces(const std::vector<TokenId>& tokens, RouteTarget of) {
    const quint64 id = ++m_lastId;
    with(of, Turn::Next, [this, id, tokens](Engine* engine) {
        if (engine == nullptr) return;
        QList<QByteArray> texts;
        texts.reserve(static_cast<qsizetype>(tokens.size()));
        for (const TokenId token : tokens) {
            QByteArray text;
            const auto read = [&] {
                text = QByteArray::fromStdString(promptsOf(*engine).tokenizer().pieceBytes(token, true));
            };
            if (guarded(read)) text.clear();
            texts.append(text);
        }
        tell([this, id, texts] { emit piecesReady(id, texts); });
    });
    return id;
}

quint64 InferenceThread::prompt(const GenerationRequest& request) {
    const quint64 id = ++m_lastId;
    GenerationRequest asked = request;
    const RouteTarget target = m_model ? m_model->route(asked).target : RouteTarget::Small;
    with(target, Turn::Unread, [this, id, asked = std::move(asked)](Engine* engine) {
        if (engine == nullptr) return;
        GenerationRequest made = asked;
        Prompt prompt;
        // What cannot be made has no prompt; sending it tells why. Nor has what a server makes of messages.
        guarded([&] {
            (void)engine->prepare(made);
            if (made.prompt)
                prompt = std::move(*made.prompt);
            else
                prompt = madePrompt(promptsOf(*engine), made);
        });
        tell([this, id, prompt = std::move(prompt)] { emit promptReady(id, prompt.tokens, prompt.cuts); });
    });
    return id;
}

quint64 InferenceThread::tokens(const QString& text) {
    const quint64 id = ++m_lastId;
    with(RouteTarget::Small, Turn::Unread, [this, id, text](Engine* engine) {
        if (engine == nullptr) return;
        std::vector<TokenId> tokens;
        if (guarded([&] { tokens = promptsOf(*engine).tokenizer().encode(text.toStdString()); }))
            tokens.clear();
        tell([this, id, tokens] { emit promptReady(id, tokens); });
    });
    return id;
}

quint64 InferenceThread::cacheStats() {
    const quint64 id = ++m_lastId;
    readEach(
        Turn::Next,
        [](Engine& engine) { return engine.cache() != nullptr ? engine.cache()->stats() : CacheStats(); },
        [this, id](const std::vector<CacheStats>& each) {
            const auto all = each.size() == 1 ? each[0] : pairStats(each[0], each[1]);
            tell([this, id, all] { emit cacheRead(id, all); });
        });
    return id;
}

quint64 InferenceThread::cacheUse(const std::vector<std::string>& owners) {
    const quint64 id = ++m_lastId;
    const auto read = [this, id, owners, folder = m_cache.folder().toStdString()](PrefixUse memory) {
        PrefixUse disk;
        if (guarded([&] { disk = prefixUse(folder, owners); })) return;
        memory.owners.resize(owners.size());
        tell([this, id, disk, memory] { emit cacheUseRead(id, disk, memory); });
    };
    if (!m_model) {
        m_host.run([read] { read({}); });
        return id;
    }
    readEach(
        Turn::Unread,
        [owners](Engine& engine) {
            return engine.cache() != nullptr ? engine.cache()->use(owners) : PrefixUse();
        },
        [read](const std::vector<PrefixUse>& each) {
            read(each.size() == 1 ? each[0] : pairUse(each[0], each[1]));
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
    if (m_model && !m_model->isPair())
        m_model->models().front()->port.postIdle(measured);
    else
        measured(nullptr, {});
    return id;
}

void InferenceThread::post(const EngineTask& task, RouteTarget of) {
    if (m_model)
        for (const auto& load : m_model->loads()) load->setUsed(true);
    with(of, Turn::Next, task);
}

void InferenceThread::clearCache() {
    KeptCache::Work work = m_cache.clear();
    work.folder = [inUse = m_model, folder = std::move(work.folder)](bool isOpen) {
        folder(isOpen);
        if (inUse)
            for (const auto& load : inUse->loads()) load->setUsed(false);
    };
    change(work, Turn::AfterStopped);
}

void InferenceThread::keepPrefixes(const QString& folder, bool keep, const PrefixLimits& limits) {
    const auto work = keep ? m_cache.keep(folder, limits) : std::optional(m_cache.drop(folder));
    if (work) change(*work, Turn::Next);
}

void InferenceThread::leavePrefixes(const QString& folder) {
    change(m_cache.leave(folder), Turn::Next);
}

void InferenceThread::keepOwners(const std::vector<std::string>& owners) {
    change(m_cache.keepOwners(owners), Turn::AfterStopped);
}

void InferenceThread::keepCache() {
    stopAll();
    const auto told = [this] { tell([this] { emit cacheKept(); }); };
    if (!m_model) return m_host.run(told);
    const auto left = std::make_shared<std::atomic<size_t>>(m_model->models().size());
    for (size_t part = 0; part < m_model->models().size(); ++part)
        at(m_model->models()[part], Turn::Next, [load = m_model->loads()[part], left, told](Engine* engine) {
            if (engine != nullptr) {
                guarded([&] { engine->endAll(); });
                load->keepCache(*engine);
            }
            if (--*left == 0) told();
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
