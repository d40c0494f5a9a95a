#include "hearth/route_generator.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hearth/unexpected_error.h"
#include "runtime/runtime_errors.h"
#include "session/session_errors.h"

namespace hearth {

namespace {

/// Returns true where no model but the large one can take its place.
bool insistsOnLarge(RouteReason reason) {
    return reason == RouteReason::Asked || reason == RouteReason::Hint || reason == RouteReason::DoesNotFit;
}

/// Returns true where a message of the request has pictures; `withResults`: results of tools count, whose
/// pictures can be left out (namePicturesInResults()).
bool hasPictures(const GenerationRequest& request, bool withResults) {
    return std::ranges::any_of(request.messages, [withResults](const ChatMessage& message) {
        return !message.pictures.empty() && (withResults || message.role != "tool");
    });
}

}  // namespace

/// Lives as long as a request refers to it. From any thread.
class RouteGenerator::Core final : public std::enable_shared_from_this<RouteGenerator::Core> {
public:
    Core(const RoutingRule& itsRule, Model itsSmall, Model itsLarge)
        : rule(itsRule), small(std::move(itsSmall)), large(std::move(itsLarge)) {}

    std::shared_ptr<Request> add(GenerationRequest request, ReplySink& sink, Priority priority,
                                 const Policy& policy);
    /// nullptr: it has ended.
    std::shared_ptr<Request> find(RequestId id);
    void forget(RequestId id);

    const Model& model(RouteTarget target) const { return target == RouteTarget::Small ? small : large; }

    const RoutingRule rule;

private:
    const Model small, large;
    std::atomic<RequestId> m_lastId = 0;
    std::mutex m_mutex;
    std::unordered_map<RequestId, std::shared_ptr<Request>> m_requests;
};

/// One request, between the two models and its sink. It asks one model at a time, whose thread calls it; only
/// m_mutex guards what other threads use as well.
class RouteGenerator::Request final : public ReplySink,
                                      public std::enable_shared_from_this<RouteGenerator::Request> {
public:
    Request(std::shared_ptr<Core> core, RequestId itsId, GenerationRequest request, ReplySink& sink,
            Priority priority, const Policy& policy)
        : id(itsId),
          m_core(std::move(core)),
          m_request(std::move(request)),
          m_prompt(std::exchange(m_request.prompt, std::nullopt)),
          m_sink(sink),
          m_policy(policy),
          m_hasPictures(hasPictures(m_request, true)),
          m_needsSight(hasPictures(m_request, false)),
          m_outcome(decideRoute(m_core->rule, m_request)),
          m_first(m_core->rule),
          m_priority(priority) {
        removeRouteHints(m_core->rule, m_request);
    }

    /// Asks the model that the outcome names, or the small one if it may stand in for a large one that does
    /// not exist.
    void ask();
    void cancel();
    void setPriority(Priority priority);

    void preparing(Engine& engine, GenerationRequest& request, bool turnsIfTooLong) override;
    void starting(Engine& engine, const GenerationRequest& request) override;
    void prefillProgress(int done, int total, int reused, double tokensPerS) override;
    void readingPicture(double done, double seconds) override;
    void replied(const ReplyDelta& delta) override;
    void finished(GenerationResult result) override;
    void failed(const Error& error) override;

    const RequestId id;

private:
    using Clock = std::chrono::steady_clock;

    enum class State : uint8_t {
        Held,      ///< the other model may still answer
        Telling,   ///< what comes is told
        Dropping,  ///< the small model was not sure and is to end
        Broken     ///< the sink threw while it was told, and the reply is to end
    };

    /// True if another model than that of m_outcome may have to answer.
    bool mayTurn() const {
        if (m_outcome.target == RouteTarget::Small) return m_outcome.reason == RouteReason::Easy;
        if (m_outcome.reason == RouteReason::CannotSee) return !m_needsSight;
        return !insistsOnLarge(m_outcome.reason);
    }
    /// True if the first tokens decide, and not the first sign of work.
    bool looksAtTokens() const {
        return m_outcome.target == RouteTarget::Small && m_core->rule.firstTokens > 0;
    }
    std::shared_ptr<Generator> find();
    GenerationRequest asked();
    /// The model has the request, by this number.
    void begun(Generator& model, RequestId there, uint64_t turn, Priority priority);
    void note(RouteTarget target, RouteReason reason);
    void turnTo(RouteTarget target, RouteReason reason);
    bool turnsAwayFrom(const Error& error);
    void decide(FirstTokens::Verdict verdict);
    /// Ends the reply of the model that is asked.
    void endThere();
    bool isCancelled();
    void tellRoute();
    /// Tells everything that is held, and from now on what comes.
    void release();
    std::shared_ptr<Generator> leaveModel();
    void end(GenerationResult result);
    void fail(const Error& error);

    const std::shared_ptr<Core> m_core;
    GenerationRequest m_request;     ///< without hints and prompt
    std::optional<Prompt> m_prompt;  ///< for the model that is asked first
    ReplySink& m_sink;
    const Policy m_policy;
    const Clock::time_point m_since = Clock::now();
    const bool m_hasPictures;
    const bool m_needsSight;
    RouteOutcome m_outcome;
    FirstTokens m_first;
    State m_state = State::Telling;
    bool m_routeTold = false;
    std::vector<std::function<void(ReplySink&)>> m_held;
    std::optional<Error> m_problem;  ///< of Broken
    int m_droppedTokens = 0;
    double m_droppedMs = 0;

    std::mutex m_mutex;  // of the rest
    /// The model that is asked, and its number there; 0: not known yet.
    std::shared_ptr<Generator> m_model;
    RequestId m_idThere = 0;
    uint64_t m_turn = 0;  ///< changes with m_model
    bool m_endsThere = false, m_cancelled = false;
    Priority m_priority;
};

std::shared_ptr<RouteGenerator::Request> RouteGenerator::Core::add(GenerationRequest request, ReplySink& sink,
                                                                   Priority priority, const Policy& policy) {
    auto added =
        std::make_shared<Request>(shared_from_this(), ++m_lastId, std::move(request), sink, priority, policy);
    const std::scoped_lock lock(m_mutex);
    m_requests.emplace(added->id, added);
    return added;
}

std::shared_ptr<RouteGenerator::Request> RouteGenerator::Core::find(RequestId id) {
    const std::scoped_lock lock(m_mutex);
    const auto found = m_requests.find(id);
    return found == m_requests.end() ? nullptr : found->second;
}

void RouteGenerator::Core::forget(RequestId id) {
    const std::scoped_lock lock(m_mutex);
    m_requests.erase(id);
}

std::shared_ptr<Generator> RouteGenerator::Request::find() {
    std::shared_ptr<Generator> model = m_core->model(m_outcome.target).find();
    if (model || m_outcome.target == RouteTarget::Small || !mayTurn()) return model;
    note(RouteTarget::Small, RouteReason::LargeUnavailable);
    return m_core->model(RouteTarget::Small).find();
}

GenerationRequest RouteGenerator::Request::asked() {
    GenerationRequest request = mayTurn() ? m_request : std::move(m_request);
    request.prompt = std::exchange(m_prompt, std::nullopt);
    const std::chrono::duration<double, std::milli> since = Clock::now() - m_since;
    request.spentMs += since.count();
    return request;
}

void RouteGenerator::Request::ask() {
    std::shared_ptr<Generator> model;
    RequestId there = 0;
    uint64_t turn = 0;
    Priority priority = {};
    try {
        model = find();
        if (!model) return fail(Error(errors::modelGone, {m_core->model(m_outcome.target).name}));
        m_state = mayTurn() ? State::Held : State::Telling;
        GenerationRequest request = asked();
        {
            const std::scoped_lock lock(m_mutex);
            m_model = model;
            m_idThere = 0;
            m_endsThere = false;
            turn = ++m_turn;
            priority = m_priority;
        }
        there = model->submit(std::move(request), *this, priority, m_policy);
    } catch (...) {
        return fail(currentError(errors::noMemoryForRequest));
    }
    begun(*model, there, turn, priority);
}

/// By now the model may have answered and another one be asked, on its thread.
void RouteGenerator::Request::begun(Generator& model, RequestId there, uint64_t turn, Priority priority) {
    bool ends = false;
    Priority wanted = priority;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_turn != turn) return;
        m_idThere = there;
        ends = m_cancelled || m_endsThere;
        wanted = m_priority;
    }
    if (ends) model.cancel(there);
    if (wanted != priority) model.setPriority(there, wanted);
}

void RouteGenerator::Request::cancel() {
    {
        const std::scoped_lock lock(m_mutex);
        m_cancelled = true;
    }
    endThere();
}

void RouteGenerator::Request::endThere() {
    std::shared_ptr<Generator> model;
    RequestId there = 0;
    {
        const std::scoped_lock lock(m_mutex);
        m_endsThere = true;
        model = m_model;
        there = m_idThere;
    }
    if (model && there != 0) model->cancel(there);
}

void RouteGenerator::Request::setPriority(Priority priority) {
    std::shared_ptr<Generator> model;
    RequestId there = 0;
    {
        const std::scoped_lock lock(m_mutex);
        m_priority = priority;
        model = m_model;
        there = m_idThere;
    }
    if (model && there != 0) model->setPriority(there, priority);
}

bool RouteGenerator::Request::isCancelled() {
    const std::scoped_lock lock(m_mutex);
    return m_cancelled;
}

std::shared_ptr<Generator> RouteGenerator::Request::leaveModel() {
    const std::scoped_lock lock(m_mutex);
    ++m_turn;
    return std::exchange(m_model, nullptr);
}

/// With the first tokens that were looked at.
void RouteGenerator::Request::note(RouteTarget target, RouteReason reason) {
    m_outcome = {.target = target,
                 .reason = reason,
                 .triedTokens = m_first.count(),
                 .meanLogProbability = m_first.meanLogProbability()};
}

void RouteGenerator::Request::turnTo(RouteTarget target, RouteReason reason) {
    // Before the other model is looked for, which may need the memory of this one.
    leaveModel().reset();
    m_held.clear();
    note(target, reason);
    if (!isCancelled()) return ask();
    GenerationResult nothing;
    nothing.reason = FinishReason::Cancelled;
    end(std::move(nothing));
}

bool RouteGenerator::Request::turnsAwayFrom(const Error& error) {
    if (m_state != State::Held || isCancelled() || error.code() == ErrorCode::Cancelled) return false;
    if (m_outcome.target == RouteTarget::Small) {
        const bool cannotSee = error.is(errors::cannotSee);
        if (error.code() != ErrorCode::ContextFull && !cannotSee) return false;
        turnTo(RouteTarget::Large, cannotSee ? RouteReason::CannotSee : RouteReason::DoesNotFit);
        return true;
    }
    // A large model that was ready fails for a reason that the small one would meet as well, unless it is
    // that of another computer.
    if (!m_held.empty() && error.code() != ErrorCode::Io) return false;
    turnTo(RouteTarget::Small, RouteReason::LargeUnavailable);
    return true;
}

void RouteGenerator::Request::decide(FirstTokens::Verdict verdict) {
    if (verdict == FirstTokens::Verdict::Certain) {
        note(RouteTarget::Small, RouteReason::Certain);
        release();
    } else if (verdict == FirstTokens::Verdict::Uncertain) {
        m_state = State::Dropping;
        m_held.clear();
    }
}

void RouteGenerator::Request::tellRoute() {
    if (!std::exchange(m_routeTold, true)) m_sink.routed(m_outcome);
}

void RouteGenerator::Request::release() {
    m_state = State::Telling;
    try {
        tellRoute();
        for (const auto& event : std::exchange(m_held, {})) event(m_sink);
    } catch (...) {
        m_problem = currentError(errors::noMemoryForRequest);
        m_state = State::Broken;
        endThere();
    }
}

void RouteGenerator::Request::preparing(Engine& engine, GenerationRequest& request, bool) {
    const bool turns = m_outcome.target == RouteTarget::Small && mayTurn();
    // The small model would be told of pictures in results of tools without seeing them.
    if (turns && m_hasPictures && !engine.info().seesPictures) throw Error(errors::cannotSee);
    m_sink.preparing(engine, request, turns);
}

void RouteGenerator::Request::starting(Engine& engine, const GenerationRequest& request) {
    if (m_state == State::Held) {
        m_held.emplace_back([&engine, request](ReplySink& sink) { sink.starting(engine, request); });
        return;
    }
    tellRoute();
    m_sink.starting(engine, request);
}

void RouteGenerator::Request::prefillProgress(int done, int total, int reused, double tokensPerS) {
    if (m_state == State::Telling) return m_sink.prefillProgress(done, total, reused, tokensPerS);
    if (m_state != State::Held) return;
    m_sink.heldProgress(done, total, reused, tokensPerS);
    m_held.emplace_back([=](ReplySink& sink) { sink.prefillProgress(done, total, reused, tokensPerS); });
    if (!looksAtTokens()) release();
}

void RouteGenerator::Request::readingPicture(double done, double seconds) {
    // When a reply that is held back is released, its pictures have been read.
    if (m_state == State::Telling) m_sink.readingPicture(done, seconds);
}

void RouteGenerator::Request::replied(const ReplyDelta& delta) {
    if (m_state == State::Telling) return m_sink.replied(delta);
    if (m_state != State::Held) return;
    m_held.emplace_back([delta](ReplySink& sink) { sink.replied(delta); });
    if (!looksAtTokens()) return release();
    for (const GeneratedToken& token : delta.tokens)
        if (m_state == State::Held) decide(m_first.add(token.probability));
    if (m_state == State::Dropping) endThere();
}

void RouteGenerator::Request::finished(GenerationResult result) {
    const auto self = shared_from_this();
    if (m_state == State::Held && looksAtTokens() && result.reason != FinishReason::Cancelled)
        decide(m_first.end());
    if (m_state == State::Dropping) {
        m_droppedTokens = result.metrics.generatedTokens;
        m_droppedMs = result.metrics.prefillMs + result.metrics.decodeMs;
        return turnTo(RouteTarget::Large, RouteReason::Uncertain);
    }
    if (m_state == State::Held) {
        note(m_outcome.target, m_outcome.reason);
        release();
    }
    if (m_problem) return fail(*m_problem);
    end(std::move(result));
}

void RouteGenerator::Request::failed(const Error& error) {
    const auto self = shared_from_this();
    // The outcome of a dropped reply changes nothing.
    if (m_state == State::Dropping) return turnTo(RouteTarget::Large, RouteReason::Uncertain);
    if (turnsAwayFrom(error)) return;
    // The part that exists is sent all the same.
    if (m_state == State::Held && !m_held.empty()) {
        note(m_outcome.target, m_outcome.reason);
        release();
    }
    fail(m_problem ? *m_problem : error);
}

void RouteGenerator::Request::end(GenerationResult result) {
    // The sink may still ask which model it was.
    const std::shared_ptr<Generator> model = leaveModel();
    m_core->forget(id);
    tellRoute();
    result.route = m_outcome;
    result.droppedTokens = m_droppedTokens;
    result.droppedMs = m_droppedMs;
    m_sink.finished(std::move(result));
}

void RouteGenerator::Request::fail(const Error& error) {
    const std::shared_ptr<Generator> model = leaveModel();
    m_core->forget(id);
    m_sink.failed(error);
}

RouteGenerator::RouteGenerator(const RoutingRule& rule, Model small, Model large)
    : m_core(std::make_shared<Core>(rule, std::move(small), std::move(large))) {
}

RouteGenerator::~RouteGenerator() = default;

RequestId RouteGenerator::submit(GenerationRequest request, ReplySink& sink, Priority priority,
                                 const Policy& policy) {
    const std::shared_ptr<Request> added = m_core->add(std::move(request), sink, priority, policy);
    added->ask();
    return added->id;
}

void RouteGenerator::cancel(RequestId id) {
    if (const auto request = m_core->find(id)) request->cancel();
}

void RouteGenerator::setPriority(RequestId id, Priority priority) {
    if (const auto request = m_core->find(id)) request->setPriority(priority);
}

}  // namespace hearth
