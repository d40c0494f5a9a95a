#include "backend/cpu/thread_governor.h"

#include <algorithm>

namespace hearth::cpu {

ThreadGovernor::ThreadGovernor(unsigned threads) : m_most(std::max(threads, 1U)), m_best(m_most) {
}

void ThreadGovernor::record(double seconds) {
    if (m_most == 1) return;
    ++m_tokens;
    if (m_trial == 0) {
        m_bestSeconds += seconds;
        ++m_bestCount;
        if (m_tokens < periodTokens - trialTokens) return;
        m_upwards = m_best == 1 || (m_best < m_most && !m_upwards);
        m_trial = m_upwards ? m_best + 1 : m_best - 1;
        m_trialSeconds = 0;
        return;
    }
    m_trialSeconds += seconds;
    if (m_tokens < periodTokens) return;
    // A change has to be worth it, so that equal counts do not take turns.
    constexpr double gain = 0.97;
    if (m_trialSeconds / trialTokens < gain * m_bestSeconds / m_bestCount) m_best = m_trial;
    m_trial = 0;
    m_tokens = 0;
    m_bestSeconds = 0;
    m_bestCount = 0;
}

}  // namespace hearth::cpu
