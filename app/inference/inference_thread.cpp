#include "inference/inference_thread.h"

#include <QCoreApplication>
#include <algorithm>
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
    const auto model = modelOf(id);
    if (const auto* written = std::get_if<CacheProgress>(&event)) {
        // It goes for another, which is waited for, or the window does.
        const auto isLoading = [&](const auto& other) { return other->id() != id && other->isFirstLoad(); };
        const auto waiting = std::ranges::find_if(m_models, isLoading);
        const bool isAwaited = waiting != m_models.end();
        if (isAwaited)
            emit loadProgress((*waiting)->id(), ThreadText::tr("Keeping the cache"), written->fraction);
        else
            emit keepProgress(written->fraction);
        return;
    }
    if (!model) return;
    std::visit(Overloaded{[&](const LoadProgress& made) {
                              const LoadProgress progress = model->heard(part, made);
                              emit loadProgress(id, progress.step, progress.fraction);
                          },
                          [&](const LoadedModel& made) {
                              const auto whole = model->heard(part, made);
                              if (made.fault) model->leaveDevice(part, *made.fault);
                              if (!whole) return;
                              emit templateRead(id, whole->switches);
                              emit loaded(id, whole->info);
                          },
                          [&](const RestingModel&) { emit rested(id); },
                          [&](const InferenceProblem& problem) {
                              drop(id);
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
                              emit finished(id, result);
                              m_replies.remove(id);
                          },
                          [&](const InferenceProblem& problem) {
                              emit failed(id, problem);
                              m_replies.remove(id);
                          }},
               event);
}

bool InferenceThread::isLive(quint64 id) const {
    const auto found = m_replies.constFind(id);
    return found != m_replies.constEnd() && !found->reply->stopRequested();
}

std::vector<std::shared_ptr<HostedModel>> InferenceThread::models(quint64 model) const {
    const auto found = modelOf(model);
    return found ? found->models() : HostedModels();
}

std::optional<RoutingRule> InferenceThread::routingRule(quint64 model) const {
    const auto found = modelOf(model);
    return found ? found->rule() : std::nullopt;
}

InferenceThread::HostedModels InferenceThread::allModels() const {
    HostedModels all;
    for (const auto& open : m_models) {
        const HostedModels models = open->models();
        all.insert(all.end(), models.begin(), models.end());
    }
    return all;
}

void InferenceThread::stopAll(quint64 model) {
    for (const auto& open : std::as_const(m_models))
        if (model == 0 || open->id() == model) open->cancel();
    if (model == 0 || model == m_current) m_estimateStop.request_stop();
    for (const Asked& asked : std::as_const(m_replies))
        if (model == 0 || asked.model == model) asked.reply->cancel();
}

std::stop_token InferenceThread::dropToken() {
    const std::scoped_lock lock(m_dropMutex);
    return m_dropCache.get_token();
}

void InferenceThread::at(const std::shared_ptr<HostedModel>& model, Turn turn, EngineTask work) {
    EngineExecutor::Task task = [this, work = std::move(work)](Engine* engine, const Error*) {
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
    const auto open = currentModel();
    if (const auto model = open ? open->model(part) : nullptr)
        at(model, turn, work);
    else
        m_host.run([work] { work(nullptr); });
}

template <class Value>
void InferenceThread::readEach(const std::shared_ptr<const HostedModels>& models, Turn turn,
                               const std::function<Value(Engine&)>& read,
                               const std::function<void(std::vector<Value>)>& done, std::vector<Value> values,
                               size_t next) {
    if (next == models->size()) return done(std::move(values));
    at((*models)[next], turn, [=, this](Engine* engine) {
        std::vector<Value> more = values;
        if (engine != nullptr) more.push_back(read(*engine));
        readEach(models, turn, read, done, std::move(more), next + 1);
    });
}

void InferenceThread::change(const KeptCache::Work& work, Turn turn) {
    const auto models = std::make_shared<const HostedModels>(allModels());
    if (!models->empty()) return change(models, 0, false, work, turn);
    if (work.folder) m_host.run([folder = work.folder] { folder(false); });
}

void InferenceThread::change(const std::shared_ptr<const HostedModels>& models, size_t next, bool isOpen,
                             const KeptCache::Work& work, Turn turn) {
    at((*models)[next], turn, [=, this](Engine* engine) {
        if (engine != nullptr && work.before) work.before(*engine);
        const bool open = isOpen || engine != nullptr;
        if (next + 1 < models->size()) return change(models, next + 1, open, work, turn);
        if (work.folder) work.folder(open);
        if (!work.after) return;
        if (engine != nullptr) work.after(*engine);
        for (size_t other = 0; other < next; ++other)
            at((*models)[other], Turn::Next, [work](Engine* still) {
                if (still != nullptr) work.after(*still);
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
    hooks.memory = m_memoryNeed;
    return hooks;
}

quint64 InferenceThread::load(const EngineOptions& options) {
    drop(m_current);
    m_current = open(options);
    return m_current;
}

quint64 InferenceThread::open(const EngineOptions& options) {
    const quint64 id = ++m_lastId;
    std::vector<std::shared_ptr<ModelLoad>> loads;
    for (EngineOptions& part : ModelInUse::partsOf(options)) {
        m_cache.applyTo(part);
        loads.push_back(std::make_shared<ModelLoad>(part, m_factory, hooksOf(id, loads.size())));
    }
    m_models.insert(id, std::make_shared<ModelInUse>(m_host, id, std::move(loads), options));
    return id;
}

void InferenceThread::use(quint64 model) {
    if (model == m_current || (model != 0 && !m_models.contains(model))) return;
    m_estimateStop.request_stop();
    m_current = model;
}

void InferenceThread::cancelLoad(quint64 model) {
    if (const auto open = modelOf(model)) open->cancel();
}

void InferenceThread::drop(quint64 model) {
    if (!m_models.contains(model)) return;
    // One of two may still be on its way.
    stopAll(model);
    m_models.take(model)->close();
    if (model == m_current) m_current = 0;
}

void InferenceThread::close(quint64 model) {
    const bool wasCurrent = model == m_current;
    drop(model);
    m_host.run([this, wasCurrent] {
        tell([this, wasCurrent] {
            emit cacheKept();
            if (wasCurrent) emit unloaded();
        });
    });
}

quint64 InferenceThread::modelAsked(quint64 reply) const {
    const auto found = m_replies.constFind(reply);
    return found == m_replies.constEnd() ? 0 : found->model;
}

bool InferenceThread::isAsked(quint64 model) const {
    return std::ranges::any_of(m_replies, [model](const Asked& asked) { return asked.model == model; });
}

void InferenceThread::keepLoaded(quint64 model, bool keeps) {
    if (const auto open = modelOf(model)) open->keepLoaded(keeps);
}

quint64 InferenceThread::generate(const GenerationRequest& request, WhenFull whenFull, Priority priority,
                                  quint64 model) {
    const quint64 id = ++m_lastId;
    if (priority == Priority::Reading) m_estimateStop.request_stop();  // the reply goes first
    const auto reply = std::make_shared<RunningReply>(
        GenerationJob{request, whenFull, priority},
        [this, id](ReplyEvent event) { tell([this, id, event = std::move(event)] { hear(id, event); }); });
    const auto open = modelOf(model == 0 ? m_current : model);
    m_replies.insert(id, {open ? open->id() : 0, reply});
    if (auto generator = open ? open->replies() : nullptr) {
        for (const auto& load : open->loads()) load->setUsed(true);
        // It is held while it is asked.
        reply->start(std::move(generator));
    } else {
        const InferenceProblem problem{ErrorCode::BadInput,
                                       ThreadText::tr("No model is loaded. Choose one to continue.")};
        tell([this, id, problem] { hear(id, ReplyEvent(problem)); });
    }
    return id;
}

void InferenceThread::setPriority(quint64 id, Priority priority) {
    if (const auto found = m_replies.constFind(id); found != m_replies.constEnd())
        found->reply->setPriority(priority);
}

void InferenceThread::cancel(quint64 id) {
    if (const auto found = m_replies.constFind(id); found != m_replies.constEnd()) found->reply->cancel();
}

quint64 InferenceThread::estimate(const GenerationRequest& request) {
    m_estimateStop.request_stop();
    const auto making = std::make_shared<PromptMaking>(PromptMaking{request});
    m_estimateStop = making->stop;
    const quint64 id = m_estimateId = ++m_lastId;
    const auto open = currentModel();
    if (!open) return id;
    const RouteOutcome route = open->route(making->request);
    const bool turns =
        open->isPair() && route.target == RouteTarget::Small && route.reason == RouteReason::Easy;
    if (const auto model = open->model(route.target))
        estimateAt(id, making, model, turns ? open->model(RouteTarget::Large) : nullptr);
    return id;
}

/// `other`: gets the prompt if it does not fit; nullptr: there is none.
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
            // A draft that does not fit is reported when it is sent; until then there is no estimate.
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
        // A person who looks at this chat will probably ask something in it.
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
    const auto open = currentModel();
    const RouteTarget target = open ? open->route(asked).target : RouteTarget::Small;
    with(target, Turn::Unread, [this, id, asked = std::move(asked)](Engine* engine) {
        if (engine == nullptr) return;
        GenerationRequest made = asked;
        Prompt prompt;
        // A request that cannot be turned into a prompt has none; sending it reports why. Prompts that a
        // server makes of messages are not known here.
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

quint64 InferenceThread::cacheStats(quint64 model) {
    const quint64 id = ++m_lastId;
    readEach<CacheStats>(
        std::make_shared<const HostedModels>(models(model == 0 ? m_current : model)), Turn::Next,
        [](Engine& engine) { return engine.cache() != nullptr ? engine.cache()->stats() : CacheStats(); },
        [this, id](const std::vector<CacheStats>& each) {
            if (each.empty()) return;
            const auto all = each.size() == 1 ? each[0] : pairStats(each[0], each[1]);
            tell([this, id, all] { emit cacheRead(id, all); });
        });
    return id;
}

quint64 InferenceThread::cacheUse(const std::vector<std::string>& tenants) {
    const quint64 id = ++m_lastId;
    const auto read = [this, id, tenants,
                       folder = m_cache.folder().toStdString()](const std::vector<PrefixUse>& each) {
        PrefixUse disk;
        if (guarded([&] { disk = prefixUse(folder, tenants); })) return;
        PrefixUse memory;
        for (size_t one = 0; one < each.size(); ++one)
            memory = one == 0 ? each[one] : pairUse(memory, each[one]);
        memory.tenants.resize(tenants.size());
        tell([this, id, disk, memory] { emit cacheUseRead(id, disk, memory); });
    };
    const auto models = std::make_shared<const HostedModels>(allModels());
    if (models->empty()) {
        m_host.run([read] { read({}); });
        return id;
    }
    readEach<PrefixUse>(
        models, Turn::Unread,
        [tenants](Engine& engine) {
            return engine.cache() != nullptr ? engine.cache()->use(tenants) : PrefixUse();
        },
        read);
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
    const auto open = currentModel();
    if (const auto model = open && !open->isPair() ? open->model(RouteTarget::Small) : nullptr)
        model->port.postIdle(measured);
    else
        measured(nullptr, {});
    return id;
}

void InferenceThread::post(const EngineTask& task, RouteTarget of) {
    if (const auto open = currentModel())
        for (const auto& load : open->loads()) load->setUsed(true);
    with(of, Turn::Next, task);
}

void InferenceThread::clearCache() {
    KeptCache::Work work = m_cache.clear();
    work.folder = [all = m_models, folder = std::move(work.folder)](bool isOpen) {
        folder(isOpen);
        for (const auto& open : all)
            for (const auto& load : open->loads()) load->setUsed(false);
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

void InferenceThread::keepTenants(const std::vector<std::string>& tenants) {
    change(m_cache.keepTenants(tenants), Turn::AfterStopped);
}

void InferenceThread::keepCache() {
    stopAll();
    const auto told = [this] { tell([this] { emit cacheKept(); }); };
    std::vector<std::pair<std::shared_ptr<HostedModel>, std::shared_ptr<ModelLoad>>> parts;
    for (const auto& open : std::as_const(m_models)) {
        const HostedModels models = open->models();
        for (size_t part = 0; part < models.size(); ++part)
            parts.emplace_back(models[part], open->loads()[part]);
    }
    if (parts.empty()) return m_host.run(told);
    const auto left = std::make_shared<std::atomic<size_t>>(parts.size());
    for (const auto& [model, load] : parts)
        at(model, Turn::Next, [load, left, told](Engine* engine) {
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
