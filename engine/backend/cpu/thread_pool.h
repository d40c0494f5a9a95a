#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <type_traits>
#include <vector>

#include "backend/cpu/flush_subnormals.h"
#include "hearth/platform/threads.h"

namespace hearth::cpu {

/// A word that threads wait on: a bounded spin, then the kernel's futex. About 70 ns when the others are
/// awake.
class WaitWord {
public:
    uint32_t load() const noexcept { return m_value.load(std::memory_order_acquire); }
    /// Publishes a new value and wakes every sleeper.
    void store(uint32_t value) noexcept;
    /// Returns the first value seen that is not `old`. Calls `idleTask` while it spins, until that returns
    /// false.
    template <class F>
    uint32_t waitWhile(uint32_t old, F&& idleTask) noexcept {
        while (idleTask())
            if (const uint32_t value = load(); value != old) return value;
        return waitWhile(old);
    }
    uint32_t waitWhile(uint32_t old) noexcept;
    /// The same without spinning first, for waits that are long.
    uint32_t sleepWhile(uint32_t old) noexcept;

private:
    alignas(64) std::atomic<uint32_t> m_value{0};
    std::atomic<uint32_t> m_sleepers{0};
};

/// Lets `count` threads wait for each other, again and again.
class Barrier {
public:
    /// Not while threads are in it.
    void reset(unsigned count) noexcept { m_count = count; }
    void wait() noexcept;

private:
    unsigned m_count = 1;
    alignas(64) std::atomic<unsigned> m_arrived{0};
    WaitWord m_phase;
};

/// A few threads that run the same function together: fork, meet at barriers, join. The caller is thread 0.
/// For one calling thread at a time; the function must not throw. It runs without subnormal floats
/// (FlushSubnormals); the caller's floating-point state is restored afterwards.
class ThreadPool {
public:
    /// The function's view of a run: the thread's index, the number of threads, and a barrier for all of
    /// them.
    class Region {
    public:
        unsigned index() const noexcept { return m_index; }
        unsigned count() const noexcept { return m_count; }
        void barrier() const noexcept {
            if (m_count > 1) m_barrier->wait();
        }
        /// The next number of a shared count from 0; every thread gets different ones. Restarts with each
        /// region.
        size_t next() const noexcept { return m_next->fetch_add(1, std::memory_order_relaxed); }
        /// The number that next() would most likely return.
        size_t peek() const noexcept { return m_next->load(std::memory_order_relaxed); }
        /// Begins the shared count again. Call between two barriers, on one thread.
        void restart() const noexcept { m_next->store(0, std::memory_order_relaxed); }
        /// This thread's part of [0, size) when it is cut into equal runs.
        size_t first(size_t size) const noexcept { return size * m_index / m_count; }
        size_t last(size_t size) const noexcept { return size * (m_index + 1) / m_count; }

    private:
        friend class ThreadPool;
        Region(unsigned index, unsigned count, Barrier* barrier, std::atomic<size_t>* next)
            : m_index(index), m_count(count), m_barrier(barrier), m_next(next) {}
        unsigned m_index;
        unsigned m_count;
        Barrier* m_barrier;
        std::atomic<size_t>* m_next;
    };

    /// `threads` from 1 to 255, the caller's included.
    explicit ThreadPool(unsigned threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    unsigned threads() const noexcept { return static_cast<unsigned>(m_workers.size()) + 1; }
    /// Sets the number of threads that the next regions use, 1 to threads(). The others sleep after the next
    /// region, or after their last wait, until a later call needs them again; regions in between do not wake
    /// them.
    void setActive(unsigned count) noexcept;
    unsigned active() const noexcept { return m_active; }

    /// Work of threads while they wait for others in later regions, or for the next region: a fraction of a
    /// microsecond per call, until it returns false; nullptr: none. Called with the thread's index, by that
    /// thread alone, never in a region. `context` must live until a region on all threads() was run with
    /// another one.
    using IdleTask = bool (*)(void* context, unsigned index) noexcept;
    void setIdleTask(IdleTask function, void* context) noexcept;

    /// Processor time of the calling thread and of the active() workers since they began.
    double processorSeconds() const noexcept;

    /// Runs function(region) on active() threads and returns when all are done.
    template <class F>
    void run(F&& function) {
        using Plain = std::remove_reference_t<F>;
        runErased([](void* context, const Region& region) { (*static_cast<Plain*>(context))(region); },
                  const_cast<void*>(static_cast<const void*>(&function)), m_active);
    }
    /// The same on the calling thread alone, for work too small to share.
    template <class F>
    void runAlone(F&& function) {
        const FlushSubnormals flush;
        m_next.store(0, std::memory_order_relaxed);
        function(Region(0, 1, &m_barrier, &m_next));
    }
    /// run() if work on this many elements is worth waking threads, otherwise runAlone().
    template <class F>
    void runIfWorth(size_t elements, F&& function) {
        elements < worthWaking ? runAlone(function) : run(function);
    }

private:
    static constexpr size_t worthWaking = 20'000;  ///< a few microseconds

    using Function = void (*)(void* context, const Region& region);
    void runErased(Function function, void* context, unsigned count);
    void work(unsigned index);
    IdleTask m_idleTask = nullptr;
    void* m_idleContext = nullptr;
    Function m_function = nullptr;
    void* m_context = nullptr;
    unsigned m_active = 1;
    bool m_stop = false;
    Barrier m_barrier;
    alignas(64) std::atomic<size_t> m_next{0};
    alignas(64) std::atomic<uint32_t> m_running{0};
    WaitWord m_start;    ///< generation << 8 | threads that take part
    WaitWord m_allowed;  ///< m_active, for the workers: those beyond it sleep on this word
    WaitWord m_done;     ///< generation of the last region that every thread has left
    std::vector<std::thread> m_workers;
    std::vector<platform::ThreadClock> m_clocks;  ///< of each worker's processor time
};

}  // namespace hearth::cpu
