#pragma once

#include <chrono>

namespace hearth {

/// When a pass over a part of a prompt pauses, so that others make their tokens: where rounds of decoding
/// take long, it goes on for 1.4 of their time between two of them, so that a stream's gap stays below 2.5 of
/// what it is alone.
class PromptPauses {
public:
    using Clock = std::chrono::steady_clock;

    /// How long it goes on between two rounds, at least; 0: it pauses wherever it can, for tests.
    void setLeastSlice(double seconds) noexcept { m_leastSlice = seconds; }
    /// A round of decoding took from `begin` to `end`.
    void decoded(Clock::time_point begin, Clock::time_point end) noexcept;
    /// Whether it is time for the next round.
    bool due(Clock::time_point now) const noexcept;

private:
    double m_leastSlice = 0.025;
    double m_roundSeconds = 0;
    Clock::time_point m_lastRound;  ///< when it ended
};

}  // namespace hearth
