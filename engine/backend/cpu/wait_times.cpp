#include "backend/cpu/wait_times.h"

namespace hearth::cpu {

// 4,000 pauses take 0.1 to 0.3 ms, longer than any gap between two operations of a token. The yields take two
// or three milliseconds more, in which others may have the processor but it does not become idle: under a
// hypervisor with other guests an idle processor is taken away and comes back late.
const WaitTimes waitTimes{4000, 300};

}  // namespace hearth::cpu
