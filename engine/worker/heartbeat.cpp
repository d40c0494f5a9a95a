#include "worker/heartbeat.h"

#include <sys/resource.h>

namespace hearth {

Heartbeat::Work Heartbeat::workUntilNow() {
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    const auto microseconds = [](const timeval& time) {
        return int64_t{time.tv_sec} * 1'000'000 + time.tv_usec;
    };
    return {.computedUs = microseconds(use.ru_utime) + microseconds(use.ru_stime),
            .blocksRead = use.ru_inblock};
}

bool Heartbeat::beats() {
    // Looking takes less than this.
    constexpr int64_t leastUs = 1000;
    const Work now = workUntilNow();
    if (now.computedUs < m_last.computedUs + leastUs && now.blocksRead == m_last.blocksRead) return false;
    m_last = now;
    return true;
}

}  // namespace hearth
