#include "worker/heartbeat.h"

#include "hearth/platform/process.h"

namespace hearth {

Heartbeat::Work Heartbeat::workUntilNow() {
    const platform::ProcessWork work = platform::processWork();
    return {.computedUs = work.computedUs, .blocksRead = work.blocksRead};
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
