#include "backend/cpu/thread_pool.h"

#include <algorithm>

#include "backend/cpu/wait_times.h"

namespace hearth::cpu {

namespace {

constexpr int pausesOfAYield = 100;

void pauseOnce() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

}  // namespace

void WaitWord::store(uint32_t value) noexcept {
    // Both sides are sequentially consistent: either the sleeper sees the value, or we see the sleeper.
    m_value.store(value);
    if (m_sleepers.load() != 0) platform::wakeAllAt(m_value);
}

uint32_t WaitWord::waitWhile(uint32_t old) noexcept {
    for (int i = 0; i < waitTimes.pauses; ++i) {
        const uint32_t value = m_value.load(std::memory_order_acquire);
        if (value != old) return value;
        pauseOnce();
    }
    for (int i = 0; i < waitTimes.yields; ++i) {
        std::this_thread::yield();
        for (int k = 0; k < pausesOfAYield; ++k) {
            const uint32_t value = m_value.load(std::memory_order_acquire);
            if (value != old) return value;
            pauseOnce();
        }
    }
    return sleepWhile(old);
}

uint32_t WaitWord::sleepWhile(uint32_t old) noexcept {
    m_sleepers.fetch_add(1);
    uint32_t value = m_value.load();
    while (value == old) {
        platform::sleepAt(m_value, old);
        value = m_value.load();
    }
    m_sleepers.fetch_sub(1);
    return value;
}

void Barrier::wait() noexcept {
    const uint32_t phase = m_phase.load();
    if (m_arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == m_count) {
        m_arrived.store(0, std::memory_order_relaxed);
        m_phase.store(phase + 1);
    } else {
        m_phase.waitWhile(phase);
    }
}

ThreadPool::ThreadPool(unsigned threads) {
    threads = std::clamp(threads, 1U, 255U);
    m_active = threads;
    m_allowed.store(threads);
    for (unsigned i = 1; i < threads; ++i) {
        m_workers.emplace_back([this, i] { work(i); });
        m_clocks.emplace_back(m_workers.back());
    }
}

ThreadPool::~ThreadPool() {
    m_stop = true;
    m_start.store(((m_start.load() >> 8U) + 1) << 8U | threads());
    m_allowed.store(threads());
    for (auto& worker : m_workers) worker.join();
}

void ThreadPool::setActive(unsigned count) noexcept {
    count = std::clamp(count, 1U, threads());
    if (count == m_active) return;
    m_active = count;
    m_allowed.store(count);
}

void ThreadPool::setIdleTask(IdleTask function, void* context) noexcept {
    m_idleContext = context;
    m_idleTask = function;
}

double ThreadPool::processorSeconds() const noexcept {
    double sum = platform::ThreadClock().seconds();
    for (unsigned i = 1; i < m_active; ++i) sum += m_clocks[i - 1].seconds();
    return sum;
}

void ThreadPool::runErased(Function function, void* context, unsigned count) {
    const FlushSubnormals flush;
    m_next.store(0, std::memory_order_relaxed);
    if (count <= 1) {
        function(context, Region(0, 1, &m_barrier, &m_next));
        return;
    }
    m_function = function;
    m_context = context;
    m_barrier.reset(count);
    m_running.store(count, std::memory_order_relaxed);
    const uint32_t generation = (m_start.load() >> 8U) + 1;
    const uint32_t before = m_done.load();
    m_start.store(generation << 8U | count);
    function(context, Region(0, count, &m_barrier, &m_next));
    if (m_running.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        m_done.store(before + 1);
    } else {
        m_done.waitWhile(before, [this] { return m_idleTask != nullptr && m_idleTask(m_idleContext, 0); });
    }
}

void ThreadPool::work(unsigned index) {
    const FlushSubnormals flush;
    uint32_t seen = 0;
    IdleTask idleTask = nullptr;
    void* idleContext = nullptr;
    for (;;) {
        // A thread that becomes active again finds regions here that ran without it; their counts exclude it.
        if (const uint32_t allowed = m_allowed.load(); index >= allowed) {
            m_allowed.sleepWhile(allowed);
            continue;
        }
        seen = m_start.waitWhile(seen, [&] { return idleTask != nullptr && idleTask(idleContext, index); });
        // A thread that takes part is waited for, so function, context and stop flag cannot change under it;
        // a thread that does not reads none of them.
        const unsigned count = seen & 0xFFU;
        if (index >= count) continue;
        if (m_stop) return;
        idleTask = m_idleTask;
        idleContext = m_idleContext;
        m_function(m_context, Region(index, count, &m_barrier, &m_next));
        if (m_running.fetch_sub(1, std::memory_order_acq_rel) == 1) m_done.store(m_done.load() + 1);
    }
}

}  // namespace hearth::cpu
