#pragma once

#include <chrono>

namespace hearth {

/// Decides when a pass over a part of a prompt pauses so that other sequences make their tokens. If rounds of
/// decoding take long, prefill runs for 1.4 of their time between two of them, so that the gap of a stream
/// stays below 2.5 times that of a stream alone.
class PromptPauses {
public:
    using Clock = std::chrono::steady_clock;

    /// Minimum time of prefill between two rounds, in seconds; 0: it pauses wherever it can, for tests.
    void setLeastSlice(double seconds) noexcept { m_leastSlice = seconds; }
    /// A round of decoding took from `begin` to `end`.
    void decoded(Clock::time_point begin, Clock::time_point end) noexcept;
    /// True if the next round is due.
    bool due(Clock::time_point now) const noexcept;

private:
    double m_leastSlice = 0.025;
    double m_roundSeconds = 0;
    Clock::time_point m_lastRound;  ///< its end
};

}  // namespace hearth
