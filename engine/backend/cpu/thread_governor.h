#pragma once

#include <cstddef>
#include <vector>

namespace hearth::cpu {

/// Chooses how many threads decode. A processor that another program keeps busy makes every barrier wait for
/// its time slice, and then fewer threads are faster. Whether that is so shows in the time that the threads
/// themselves run; only when they often do not, and rarely otherwise, is the next smaller count tried, and it
/// has to win twice. A larger count is tried soon and wins at once, because a reply on too few threads loses
/// more. Medians decide, and the first tokens after a change do not count: a processor that slept has to wake
/// up first. For one thread.
class ThreadGovernor {
public:
    explicit ThreadGovernor(unsigned threads);

    /// Number of threads for the next token.
    unsigned threads() const noexcept { return m_trial != 0 ? m_trial : m_count; }
    /// Records the duration of a token with that number of threads, and the processor time of all of them
    /// together.
    void record(double seconds, double processorSeconds);
    /// The same for work that used all threads regardless of threads(). If they could run undisturbed, all of
    /// them are used again.
    void recordAll(double seconds, double processorSeconds);

private:
    void beginTrial(unsigned threads);
    void endTrial(bool won);
    double median(const std::vector<double>& times) const;

    unsigned m_most;
    unsigned m_count;
    unsigned m_trial = 0;         ///< 0: none under way
    unsigned m_settling = 0;      ///< tokens that do not count
    std::vector<double> m_times;  ///< the last ones with m_count threads, a ring
    std::vector<double> m_trialTimes;
    size_t m_tokens = 0;     ///< since m_count threads began
    double m_running = 1;    ///< share of the time that the threads ran, a moving mean
    unsigned m_wins = 0;     ///< trials in a row that the smaller count has won
    size_t m_sinceDown = 0;  ///< tokens since the last trial of fewer threads
    size_t m_sinceUp = 0;
    size_t m_downAfter;  ///< tokens until the next one without any sign of trouble
    size_t m_upAfter;
};

}  // namespace hearth::cpu
