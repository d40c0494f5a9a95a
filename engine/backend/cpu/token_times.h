#pragma once

#include <chrono>

#include "backend/cpu/thread_governor.h"
#include "backend/cpu/thread_pool.h"

namespace hearth::cpu {

/// Measures the duration of batches and chooses the number of threads for decoding. For one thread.
class TokenTimes {
public:
    /// Without `adaptive` all threads are always used, and nothing is timed.
    TokenTimes(ThreadPool& pool, bool adaptive);

    /// Begins a batch and chooses its number of threads. Only single tokens of replies are similar enough for
    /// their times to be compared between numbers of threads.
    void begin(bool oneToken);
    /// It has ended. Does nothing when none has begun since.
    void end();

private:
    ThreadPool& m_pool;
    ThreadGovernor m_governor;
    const bool m_adaptive;
    bool m_oneToken = false;
    bool m_timing = false;
    std::chrono::steady_clock::time_point m_begin;
    double m_beginProcessor = 0;
};

}  // namespace hearth::cpu
