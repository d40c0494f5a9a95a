#pragma once

#include <array>
#include <chrono>
#include <vector>

namespace hearth::cpu {

/// Chooses how many threads decode. A processor that another program keeps busy makes every barrier wait for
/// its time slice, and then fewer threads are faster; so now and then the neighbouring counts are tried for
/// two tokens each and the best is kept. For one thread.
class ThreadGovernor {
public:
    explicit ThreadGovernor(unsigned threads);

    /// How many threads the next token is to use.
    unsigned threads() const noexcept { return m_trial != 0 ? m_trial : m_best; }
    /// How long it took with that many.
    void record(double seconds);

private:
    static constexpr unsigned periodTokens = 24;
    static constexpr unsigned trialTokens = 2;

    unsigned m_most;
    unsigned m_best;
    unsigned m_trial = 0;  ///< 0: none under way
    unsigned m_tokens = 0;
    bool m_upwards = false;
    double m_bestSeconds = 0;  ///< mean over the tokens since the last trial
    unsigned m_bestCount = 0;
    double m_trialSeconds = 0;
};

}  // namespace hearth::cpu
