#pragma once

#include <cstdint>

namespace hearth {

/// Distinguishes a process that works from one that waits forever.
class Heartbeat {
public:
    /// Interval of heartbeats to a process that waits, in milliseconds.
    static constexpr int intervalMs = 1000;

    /// True if this process has computed for a millisecond or read from a disk since the last beat, or since
    /// construction. Threads in a deadlock and a stopped process do not beat; an endless loop does.
    bool beats();

private:
    struct Work {
        int64_t computedUs = 0, blocksRead = 0;
    };
    static Work workUntilNow();

    Work m_last = workUntilNow();
};

}  // namespace hearth
