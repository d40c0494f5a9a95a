#include "router/routed_request.h"

#include <utility>

namespace hearth {

RoutedRequest::RoutedRequest(const RoutingRule& rule, Asked asked, const RouteOutcome& outcome)
    : priority(asked.priority),
      m_asked(std::move(asked)),
      m_outcome(outcome),
      m_first(rule),
      m_state(outcome.reason == RouteReason::Easy && rule.firstTokens > 0 ? State::Held : State::Telling) {
}

GenerationRequest RoutedRequest::request() const {
    GenerationRequest request = m_asked.request;
    const std::chrono::duration<double, std::milli> since = Clock::now() - m_since;
    request.spentMs += since.count();
    return request;
}

/// With the first tokens that were looked at.
void RoutedRequest::note(RouteReason reason) {
    m_outcome.reason = reason;
    m_outcome.triedTokens = m_first.count();
    m_outcome.meanLogProbability = m_first.meanLogProbability();
}

void RoutedRequest::turnTo(RouteTarget target, RouteReason reason) {
    m_state = State::Turning;
    m_held.clear();
    m_outcome.target = target;
    note(reason);
}

bool RoutedRequest::turnsAwayFrom(const Error& error) {
    if (m_told || m_cancelled || error.code() == ErrorCode::Cancelled) return false;
    if (m_outcome.target == RouteTarget::Small) {
        if (m_outcome.reason != RouteReason::Easy || error.code() != ErrorCode::ContextFull) return false;
        turnTo(RouteTarget::Large, RouteReason::DoesNotFit);
        return true;
    }
    const bool insists = m_outcome.reason == RouteReason::Asked || m_outcome.reason == RouteReason::Hint ||
                         m_outcome.reason == RouteReason::DoesNotFit;
    // What fails on this machine would fail for the small model as well, or has its own way out; so has a
    // request that the other machine refuses.
    if (insists || error.code() != ErrorCode::Io || at.engine == nullptr ||
        at.engine->info().serverHost.empty())
        return false;
    turnTo(RouteTarget::Small, RouteReason::LargeUnavailable);
    return true;
}

void RoutedRequest::prefillProgress(int done, int total, int reused, double tokensPerS) {
    m_asked.listener->prefillProgress(done, total, reused, tokensPerS);
}

void RoutedRequest::replied(const ReplyDelta& delta) {
    if (m_state == State::Telling) {
        m_told = true;
        m_asked.listener->replied(delta);
    } else if (m_state == State::Held) {
        m_held.push_back(delta);
        for (const GeneratedToken& token : delta.tokens)
            if (m_state == State::Held) decide(m_first.add(token.probability));
    }
}

void RoutedRequest::decide(FirstTokens::Verdict verdict) {
    if (verdict == FirstTokens::Verdict::Certain) {
        note(RouteReason::Certain);
        release();
    } else if (verdict == FirstTokens::Verdict::Uncertain) {
        m_state = State::Dropping;
        at.engine->cancel(at.id);
    }
}

void RoutedRequest::release() {
    m_state = State::Telling;
    for (const ReplyDelta& delta : std::exchange(m_held, {})) replied(delta);
}

void RoutedRequest::finished(GenerationResult result) {
    if (m_state == State::Held && result.reason != FinishReason::Cancelled) decide(m_first.end());
    if (m_state == State::Dropping) {
        m_droppedTokens = result.metrics.generatedTokens;
        m_droppedMs = result.metrics.prefillMs + result.metrics.decodeMs;
        if (m_cancelled) return endCancelled();
        return turnTo(RouteTarget::Large, RouteReason::Uncertain);
    }
    tell(std::move(result));
}

void RoutedRequest::failed(const Error& error) {
    // The other one is asked in any case, unless the whole process has to go on without a card.
    if (m_state == State::Dropping && error.code() != ErrorCode::Device)
        return m_cancelled ? endCancelled() : turnTo(RouteTarget::Large, RouteReason::Uncertain);
    if (m_state != State::Dropping && turnsAwayFrom(error)) return;
    // What is there is told all the same.
    if (m_state == State::Held) release();
    m_state = State::Ended;
    m_asked.listener->failed(error);
}

void RoutedRequest::endCancelled() {
    m_held.clear();
    GenerationResult nothing;
    nothing.reason = FinishReason::Cancelled;
    tell(std::move(nothing));
}

void RoutedRequest::tell(GenerationResult result) {
    if (m_state == State::Held) {
        note(m_outcome.reason);
        release();
    }
    m_state = State::Ended;
    result.route = m_outcome;
    result.droppedTokens = m_droppedTokens;
    result.droppedMs = m_droppedMs;
    m_asked.listener->finished(std::move(result));
}

}  // namespace hearth
