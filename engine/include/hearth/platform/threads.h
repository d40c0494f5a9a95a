#pragma once

#include <atomic>
#include <cstdint>
#include <set>
#include <thread>

namespace hearth::platform {

/// Sleeps while a word has this value, until wakeAllAt(); may return early.
void sleepAt(std::atomic<uint32_t>& word, uint32_t value) noexcept;
/// Wakes all threads of this process that sleep at a word.
void wakeAllAt(std::atomic<uint32_t>& word) noexcept;

/// Clock of the time that one thread has run on processors.
class ThreadClock {
public:
    /// The clock of whichever thread reads it.
    ThreadClock() noexcept;
    /// The clock of a thread that has not ended.
    explicit ThreadClock(std::thread& thread) noexcept;
    /// Seconds; 0: the thread has ended.
    double seconds() const noexcept;

private:
    int m_clock;
};

/// Gives this thread, for good, the lowest priority that still gets some time: one that runs only when
/// nothing else does could be left for seconds while it holds what the window waits for. Processes that it
/// starts have the same.
void becomeBackground() noexcept;

/// The logical processors that this process may run on, by the system's numbers.
std::set<int> allowedProcessors();
/// Asks for the tile registers of AMX, which are off until a process asks (Linux 5.16). False: they stay off.
bool requestTileRegisters() noexcept;

}  // namespace hearth::platform
