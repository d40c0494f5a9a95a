#include "hearth/routing.h"

namespace hearth {

namespace {

double perToken(double ms, uint64_t tokens) {
    return tokens == 0 ? 0 : ms / static_cast<double>(tokens);
}

}  // namespace

void RouteFigures::add(const Reply& reply) {
    const std::scoped_lock lock(m_mutex);
    ++m_sums.replies[{reply.outcome.target, reply.outcome.reason}];
    m_sums.droppedTokens += static_cast<uint64_t>(reply.droppedTokens);
    m_sums.droppedMs += reply.droppedMs;
    if (reply.metrics.keptReply) return;  // nothing was computed for it
    Work& work = reply.outcome.target == RouteTarget::Small ? m_small : m_large;
    work.prefillMs += reply.metrics.prefillMs;
    work.decodeMs += reply.metrics.decodeMs;
    work.processedTokens += static_cast<uint64_t>(reply.metrics.processedTokens);
    work.generatedTokens += static_cast<uint64_t>(reply.metrics.generatedTokens);
}

void RouteFigures::reset() {
    const std::scoped_lock lock(m_mutex);
    m_sums = {};
    m_small = m_large = {};
}

RouteFigures::Sums RouteFigures::sums() const {
    const std::scoped_lock lock(m_mutex);
    Sums sums = m_sums;
    sums.savedTokens = m_small.processedTokens + m_small.generatedTokens;
    if (m_large.generatedTokens == 0) return sums;
    const double asLarge =
        static_cast<double>(m_small.processedTokens) * perToken(m_large.prefillMs, m_large.processedTokens) +
        static_cast<double>(m_small.generatedTokens) * perToken(m_large.decodeMs, m_large.generatedTokens);
    sums.savedMs = asLarge - m_small.prefillMs - m_small.decodeMs - m_sums.droppedMs;
    return sums;
}

}  // namespace hearth
