#include "session/prompt_pauses.h"

#include <algorithm>

namespace hearth {

namespace {

constexpr double sliceOfRound = 1.4;

double secondsBetween(PromptPauses::Clock::time_point begin, PromptPauses::Clock::time_point end) {
    return std::chrono::duration<double>(end - begin).count();
}

}  // namespace

void PromptPauses::decoded(Clock::time_point begin, Clock::time_point end) noexcept {
    m_roundSeconds = secondsBetween(begin, end);
    m_lastRound = end;
}

bool PromptPauses::due(Clock::time_point now) const noexcept {
    if (m_leastSlice <= 0) return true;
    return secondsBetween(m_lastRound, now) >= std::max(m_leastSlice, sliceOfRound * m_roundSeconds);
}

}  // namespace hearth
