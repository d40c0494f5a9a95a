#pragma once

#include <cstdint>

namespace hearth {

/// Tells a process that works from one that waits for what never comes.
class Heartbeat {
public:
    /// How often whoever waits for a process that works hears so, in milliseconds.
    static constexpr int intervalMs = 1000;

    /// Whether this process has computed for a millisecond or read from a disk since the last beat, or since
    /// this was made. Threads that wait for each other in vain, and a process that was stopped, do not beat;
    /// one that is in a loop without end does.
    bool beats();

private:
    struct Work {
        int64_t computedUs = 0, blocksRead = 0;
    };
    static Work workUntilNow();

    Work m_last = workUntilNow();
};

}  // namespace hearth
