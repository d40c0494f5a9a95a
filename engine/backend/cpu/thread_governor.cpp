#include "backend/cpu/thread_governor.h"

#include <algorithm>

namespace hearth::cpu {

namespace {

constexpr size_t windowTokens = 8;
constexpr size_t trialTokens = 5;
constexpr unsigned settlingTokens = 2;  // with more threads than before
constexpr unsigned settlingDown = 1;
/// Threads that nobody disturbs run all the time: they spin while they wait.
constexpr double undisturbed = 0.95;
constexpr double disturbed = 0.85;
/// A trial of fewer threads costs the more the fewer there are.
constexpr size_t calmTokens = 1024;
/// With signs of trouble this many times sooner.
constexpr size_t hurry = 64;
constexpr size_t longestDown = 8192;
constexpr size_t firstUp = 16;
constexpr size_t longestUp = 256;
/// A change has to be worth it, so that equal counts do not take turns.
constexpr double gainDown = 0.8;
constexpr double gainUp = 1.0;
constexpr unsigned winsNeeded = 2;

}  // namespace

ThreadGovernor::ThreadGovernor(unsigned threads)
    : m_most(std::max(threads, 1U)), m_count(m_most), m_downAfter(calmTokens / m_most), m_upAfter(firstUp) {
}

double ThreadGovernor::median(const std::vector<double>& times) const {
    std::vector<double> sorted = times;
    std::sort(sorted.begin(), sorted.end());
    const size_t half = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

void ThreadGovernor::beginTrial(unsigned threads) {
    m_trial = threads;
    m_settling = threads > m_count ? settlingTokens : settlingDown;
    m_trialTimes.clear();
}

void ThreadGovernor::endTrial(bool won) {
    const bool upwards = m_trial > m_count;
    if (upwards) {
        m_sinceUp = 0;
        m_upAfter = won ? firstUp : std::min(m_upAfter * 2, longestUp);
    } else {
        m_sinceDown = 0;
        m_wins = won ? m_wins + 1 : 0;
        m_downAfter = won ? calmTokens / m_most : std::min(m_downAfter * 2, longestDown);
        won = m_wins >= winsNeeded;
    }
    if (won) {
        m_count = m_trial;
        m_running = 1;
        m_wins = 0;
        m_upAfter = firstUp;
        m_sinceUp = 0;
        m_sinceDown = 0;
    }
    m_trial = 0;
    m_tokens = 0;
    m_times.clear();
    m_settling = settlingTokens;
}

void ThreadGovernor::record(double seconds, double processorSeconds) {
    if (m_most == 1) return;
    ++m_sinceDown;
    ++m_sinceUp;
    if (m_settling != 0) {
        --m_settling;
        return;
    }
    if (m_trial != 0) {
        m_trialTimes.push_back(seconds);
        if (m_trialTimes.size() < trialTokens) return;
        const double gain = m_trial > m_count ? gainUp : gainDown;
        endTrial(median(m_trialTimes) < gain * median(m_times));
        return;
    }
    if (m_times.size() < windowTokens)
        m_times.push_back(seconds);
    else
        m_times[m_tokens % windowTokens] = seconds;
    ++m_tokens;
    const double share = seconds > 0 ? processorSeconds / (seconds * m_count) : 1.0;
    m_running += (std::min(share, 1.0) - m_running) / windowTokens;
    if (m_times.size() < windowTokens) return;
    if (m_count < m_most && m_sinceUp >= m_upAfter) {
        beginTrial(m_count + 1);
    } else if (m_count > 1) {
        const bool suspected = m_wins != 0 || m_running < disturbed;
        if (m_sinceDown >= (suspected ? m_downAfter / hurry : m_downAfter)) beginTrial(m_count - 1);
    }
}

void ThreadGovernor::recordAll(double seconds, double processorSeconds) {
    constexpr double longEnough = 0.005;
    if (m_count == m_most || seconds < longEnough || processorSeconds < undisturbed * seconds * m_most)
        return;
    m_count = m_most;
    m_trial = 0;
    m_tokens = 0;
    m_times.clear();
    m_running = 1;
    m_wins = 0;
    m_sinceUp = 0;
    m_sinceDown = 0;
    m_upAfter = firstUp;
    m_settling = settlingTokens;
}

}  // namespace hearth::cpu
