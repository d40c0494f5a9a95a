#include "server/held_writer.h"

#include <algorithm>

namespace hearth::server {

HeldWriter::HeldWriter(const RoutingRule& rule, int choices, MakeWriter makeWriter, Escalate escalate)
    : m_first(rule),
      m_held(static_cast<size_t>(choices)),
      m_makeWriter(std::move(makeWriter)),
      m_escalate(std::move(escalate)) {
}

RouteOutcome HeldWriter::outcomeOf(RouteTarget target, RouteReason reason) const {
    return {.target = target,
            .reason = reason,
            .triedTokens = m_first.count(),
            .meanLogProbability = m_first.meanLogProbability()};
}

bool HeldWriter::promptProgress(int choice, int done, int total, int cached) {
    if (m_writer) return m_writer->promptProgress(choice, done, total, cached);
    Held& held = m_held[static_cast<size_t>(choice)];
    held.done = done;
    held.total = total;
    held.cached = cached;
    return true;
}

bool HeldWriter::add(int choice, const ReplyDelta& delta) {
    if (m_writer) return m_writer->add(choice, delta);
    if (m_escalates) return true;
    m_held[static_cast<size_t>(choice)].deltas.push_back(delta);
    if (choice != 0) return true;
    for (const GeneratedToken& token : delta.tokens) {
        decide(m_first.add(token.probability));
        if (m_escalates) return true;
        if (m_writer) return release();
    }
    return true;
}

void HeldWriter::decide(FirstTokens::Verdict verdict) {
    if (verdict == FirstTokens::Verdict::Certain)
        m_writer = m_makeWriter(outcomeOf(RouteTarget::Small, RouteReason::Certain));
    else if (verdict == FirstTokens::Verdict::Uncertain)
        m_escalates = true;
}

/// Tells the writer what was held. False: the client is gone.
bool HeldWriter::release() {
    std::vector<Held> all = std::exchange(m_held, {});
    bool there = true;
    for (size_t i = 0; i < all.size(); ++i)
        if (all[i].done >= 0)
            there = there &&
                    m_writer->promptProgress(static_cast<int>(i), all[i].done, all[i].total, all[i].cached);
    there = there && m_writer->begin();
    for (size_t i = 0; i < all.size(); ++i) {
        for (const ReplyDelta& delta : all[i].deltas)
            there = there && m_writer->add(static_cast<int>(i), delta);
        if (all[i].result && there) m_writer->finish(static_cast<int>(i), *all[i].result);
    }
    return there;
}

bool HeldWriter::hasEnough(int choice) const {
    return m_writer ? m_writer->hasEnough(choice) : m_escalates;
}

void HeldWriter::finish(int choice, const GenerationResult& result) {
    if (m_writer) return m_writer->finish(choice, result);
    ++m_ended;
    m_dropped.tokens += result.metrics.generatedTokens;
    m_dropped.ms = std::max(m_dropped.ms, result.metrics.prefillMs + result.metrics.decodeMs);
    if (!m_escalates) {
        Held& held = m_held[static_cast<size_t>(choice)];
        held.result = result;
        if (choice == 0) decide(m_first.end());
        if (m_writer) (void)release();
    }
    if (m_escalates && m_ended == m_held.size())
        m_escalate(outcomeOf(RouteTarget::Large, RouteReason::Uncertain), m_dropped);
}

void HeldWriter::fail(const Error& error) {
    if (!m_writer && error.code() == ErrorCode::ContextFull) {
        m_escalates = true;
        return m_escalate(outcomeOf(RouteTarget::Large, RouteReason::DoesNotFit), m_dropped);
    }
    // Nobody hears the outcome of a failure.
    if (!m_writer) m_writer = m_makeWriter(outcomeOf(RouteTarget::Small, RouteReason::Easy));
    m_writer->fail(error);
}

}  // namespace hearth::server
