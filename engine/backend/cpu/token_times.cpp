#include "backend/cpu/token_times.h"

namespace hearth::cpu {

TokenTimes::TokenTimes(ThreadPool& pool, bool adaptive)
    : m_pool(pool), m_governor(pool.threads()), m_adaptive(adaptive) {
}

void TokenTimes::begin(bool oneToken) {
    m_oneToken = oneToken;
    m_timing = m_adaptive;
    m_pool.setActive(m_adaptive && oneToken ? m_governor.threads() : m_pool.threads());
    if (m_timing) m_beginProcessor = m_pool.processorSeconds();
    m_begin = std::chrono::steady_clock::now();
}

void TokenTimes::end() {
    if (!m_timing) return;
    m_timing = false;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    const double processor = m_pool.processorSeconds() - m_beginProcessor;
    if (m_oneToken)
        m_governor.record(seconds, processor);
    else
        m_governor.recordAll(seconds, processor);
}

}  // namespace hearth::cpu
