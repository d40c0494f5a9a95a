#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "hearth/generation_listener.h"

namespace hearth {

/// Gives the processor to one model at a time. A step of a model on the CPU uses all cores, and the threads
/// of two that share them wait for each other at every operation, which costs each of them several times its
/// own work. A turn lasts one step, is renewed while nobody else asks, and goes by priority: of the same, 50
/// ms each; lower ones have one twentieth of the time beside higher ones.
class ProcessorTurns {
public:
    using Clock = std::chrono::steady_clock;
    /// `now`: for tests.
    explicit ProcessorTurns(std::function<Clock::time_point()> now = Clock::now) : m_now(std::move(now)) {}
    ProcessorTurns(const ProcessorTurns&) = delete;
    ProcessorTurns& operator=(const ProcessorTurns&) = delete;

    /// Place of a model. For one thread, but for `granted`.
    class Seat {
    public:
        /// `granted` is called, from any thread, when a turn comes that begin() did not get; it must not call
        /// the seat. The turns outlive it.
        Seat(ProcessorTurns& turns, std::function<void()> granted)
            : m_turns(turns), m_granted(std::move(granted)) {}
        /// As leave(); `granted` is not called any more when it returns.
        ~Seat() { leave(); }
        Seat(const Seat&) = delete;
        Seat& operator=(const Seat&) = delete;

        /// Asks for a step. False: others have the turn; it comes, and another call may be made meanwhile.
        bool begin(Priority priority);
        /// After a step, of which another may follow.
        void end();
        /// Nothing is to be done any more.
        void leave();

    private:
        friend class ProcessorTurns;

        ProcessorTurns& m_turns;
        const std::function<void()> m_granted;
        // Under the mutex of the turns.
        Priority m_priority = Priority::Chat;
        bool m_waits = false;
        uint64_t m_order = 0;                ///< of those that wait, by when they came
        Clock::duration m_passed{};          ///< time that others have had since it waits
        Clock::duration m_step{};            ///< its last one
        Clock::time_point m_since, m_begun;  ///< of its turn; of its step
    };

private:
    /// The next that waits; nullptr: nobody. `isDue`: it has waited for long enough beside higher ones.
    Seat* next(bool& isDue) const;
    bool isOver(const Seat& holder) const;
    /// Gives the turn to the next.
    void pass();

    const std::function<Clock::time_point()> m_now;
    std::mutex m_mutex;
    Seat* m_holder = nullptr;
    std::vector<Seat*> m_waiting;
    uint64_t m_lastOrder = 0;
};

}  // namespace hearth
