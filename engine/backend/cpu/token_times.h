#pragma once

#include <chrono>

#include "backend/cpu/thread_governor.h"
#include "backend/cpu/thread_pool.h"

namespace hearth::cpu {

/// How long batches take, and by that how many threads decode. For one thread.
class TokenTimes {
public:
    /// Without `adaptive` all threads work always, and nothing is timed.
    TokenTimes(ThreadPool& pool, bool adaptive);

    /// A batch begins; says how many threads work on it. Only single tokens of replies are so alike that
    /// their times tell something about the number of threads.
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
