#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <vector>

#include "hearth/engine.h"
#include "hearth/routing.h"

namespace hearth {

/// One request that one of two models answers, between the models and whoever listens. What the small model
/// says is held back until its first tokens decide. Everything but cancel() is for the thread that steps.
class RoutedRequest final : public GenerationListener {
public:
    struct Asked {
        RequestId id = 0;
        GenerationRequest request;  ///< without hints
        GenerationListener* listener = nullptr;
        Priority priority = Priority::Reading;
    };
    /// `outcome`: what the rules say.
    RoutedRequest(const RoutingRule& rule, Asked asked, const RouteOutcome& outcome);

    /// The model that is asked, and its number there.
    struct At {
        Engine* engine = nullptr;
        RequestId id = 0;
    };
    At at;
    Priority priority;
    /// The model that outcome() names has it, by this number.
    void begin(RequestId there) {
        at.id = there;
        if (m_state == State::Turning) m_state = State::Telling;
    }

    RequestId id() const noexcept { return m_asked.id; }
    const RouteOutcome& outcome() const noexcept { return m_outcome; }
    /// What the model that answers is asked.
    GenerationRequest request() const;
    /// Whether outcome() names a model that is to be asked before the next step.
    bool isTurning() const noexcept { return m_state == State::Turning; }
    bool hasEnded() const noexcept { return m_state == State::Ended; }
    /// Nobody else is asked any more. From any thread; what is asked is to be cancelled as well.
    void cancel() noexcept { m_cancelled = true; }
    bool isCancelled() const noexcept { return m_cancelled; }
    /// Tells the end of a request that was cancelled while nobody was asked.
    void endCancelled();
    /// The model that is asked cannot answer; true: the other one is to be asked instead.
    bool turnsAwayFrom(const Error& error);

    void prefillProgress(int done, int total, int reused, double tokensPerS) override;
    void replied(const ReplyDelta& delta) override;
    void finished(GenerationResult result) override;
    void failed(const Error& error) override;

private:
    using Clock = std::chrono::steady_clock;

    enum class State : uint8_t {
        Held,      ///< nobody knows yet who answers
        Telling,   ///< what comes is told
        Dropping,  ///< the small model was not sure and is to end
        Turning,   ///< m_outcome names the model that is to be asked
        Ended
    };
    void decide(FirstTokens::Verdict verdict);
    void turnTo(RouteTarget target, RouteReason reason);
    void note(RouteReason reason);
    void release();
    void tell(GenerationResult result);

    const Asked m_asked;
    const Clock::time_point m_since = Clock::now();
    RouteOutcome m_outcome;
    FirstTokens m_first;
    State m_state;
    bool m_told = false;  ///< something of the reply
    std::atomic<bool> m_cancelled = false;
    std::vector<ReplyDelta> m_held;
    int m_droppedTokens = 0;
    double m_droppedMs = 0;
};

}  // namespace hearth
