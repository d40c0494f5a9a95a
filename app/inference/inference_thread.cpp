#include "inference/inference_thread.h"

#include <QCoreApplication>
#include <algorithm>
#include <optional>
#include <utility>

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

ModelHost::Options hostOptions(std::function<void(const Error&)> told) {
    return {.limits = {.parallel = anyNumber},
            .idleUnload = std::chrono::milliseconds(0),
            .longestWait = std::chrono::milliseconds(0),
            .told = std::move(told)};
}

}  // namespace

InferenceThread::InferenceThread(EngineFactory factory, QObject* parent)
    : QObject(parent),
      m_factory(std::move(factory)),
      m_models(m_host),
      m_questions(m_models),
      m_caches(m_models, [this] { stopAll(); }),
      m_host(hostOptions([this](const Error& problem) {
          tell([this, sentence = problemOf(problem).message] { emit m_caches.failed(sentence); });
      })) {
}

InferenceThread::~InferenceThread() {
    stopAll();
}

void InferenceThread::hear(quint64 id, size_t part, const LoadEvent& event) {
    const auto model = m_models.find(id);
    if (const auto* written = std::get_if<CacheProgress>(&event)) {
        // It goes for another, which is waited for, or the window does.
        const auto isLoading = [&](const auto& other) { return other->id() != id && other->isFirstLoad(); };
        const auto waiting = std::ranges::find_if(m_models.all(), isLoading);
        const bool isAwaited = waiting != m_models.all().end();
        if (isAwaited)
            emit loadProgress((*waiting)->id(), ThreadText::tr("Keeping the cache"), written->fraction);
        else
            emit m_caches.writeProgress(written->fraction);
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
    const auto asked = m_replies.constFind(id);
    const bool isHeard = asked != m_replies.constEnd() && !asked->reply->stopRequested();
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

std::optional<RoutingRule> InferenceThread::routingRule(quint64 model) const {
    const auto found = m_models.find(model);
    return found ? found->rule() : std::nullopt;
}

void InferenceThread::stopAll(quint64 model) {
    for (const auto& open : m_models.all())
        if (model == 0 || open->id() == model) open->cancel();
    if (model == 0 || model == current()) m_questions.stopEstimate();
    for (const Asked& asked : std::as_const(m_replies))
        if (model == 0 || asked.model == model) asked.reply->cancel();
}

ModelLoad::Hooks InferenceThread::hooksOf(quint64 id, size_t part) {
    ModelLoad::Hooks hooks;
    hooks.tell = [this, id, part](LoadEvent event) {
        tell([this, id, part, event = std::move(event)] { hear(id, part, event); });
    };
    hooks.tellCacheProblem = [this](const QString& sentence) {
        tell([this, sentence] { emit m_caches.failed(sentence); });
    };
    hooks.isCacheKept = [this] { return m_caches.folder().isKept(); };
    hooks.dropCache = [this] { return m_caches.writeStop(); };
    hooks.memory = m_memoryNeed;
    return hooks;
}

quint64 InferenceThread::load(const EngineOptions& options) {
    drop(current());
    m_models.setCurrent(open(options));
    return current();
}

quint64 InferenceThread::open(const EngineOptions& options) {
    const quint64 id = m_models.newId();
    std::vector<std::shared_ptr<ModelLoad>> loads;
    for (EngineOptions& part : ModelInUse::partsOf(options)) {
        m_caches.folder().applyTo(part);
        loads.push_back(std::make_shared<ModelLoad>(part, m_factory, hooksOf(id, loads.size())));
    }
    m_models.add(std::make_shared<ModelInUse>(m_host, id, std::move(loads), options));
    return id;
}

void InferenceThread::use(quint64 model) {
    if (model == current() || (model != 0 && !m_models.contains(model))) return;
    m_questions.stopEstimate();
    m_models.setCurrent(model);
}

void InferenceThread::cancelLoad(quint64 model) {
    if (const auto open = m_models.find(model)) open->cancel();
}

void InferenceThread::drop(quint64 model) {
    if (!m_models.contains(model)) return;
    // One of two may still be on its way.
    stopAll(model);
    m_models.take(model)->close();
}

void InferenceThread::close(quint64 model) {
    const bool wasCurrent = model == current();
    drop(model);
    m_host.run([this, wasCurrent] {
        tell([this, wasCurrent] {
            emit m_caches.written();
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
    if (const auto open = m_models.find(model)) open->keepLoaded(keeps);
}

quint64 InferenceThread::generate(const GenerationRequest& request, WhenFull whenFull, Priority priority,
                                  quint64 model) {
    const quint64 id = m_models.newId();
    if (priority == Priority::Reading) m_questions.stopEstimate();  // the reply goes first
    const auto reply = std::make_shared<RunningReply>(
        GenerationJob{request, whenFull, priority},
        [this, id](ReplyEvent event) { tell([this, id, event = std::move(event)] { hear(id, event); }); });
    const auto open = m_models.find(model == 0 ? current() : model);
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

}  // namespace hearth::app

#include "moc_inference_thread.cpp"
