#include "hearth/host_resources.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <thread>
#include <vector>

#include "host/host_limits.h"

#if defined(__linux__)
#include <sched.h>
#endif

namespace hearth {

namespace {

/// The logical processors that this process may run on.
std::set<int> allowedProcessors() {
    std::set<int> allowed;
#if defined(__linux__)
    // Machines may have more processors than a cpu_set_t has bits.
    for (size_t count = CPU_SETSIZE; count <= size_t{1} << 16U; count *= 2) {
        std::vector<cpu_set_t> set(count / CPU_SETSIZE);
        const size_t bytes = set.size() * sizeof(cpu_set_t);
        if (sched_getaffinity(0, bytes, set.data()) != 0) continue;
        for (size_t processor = 0; processor < count; ++processor) {
            if (CPU_ISSET_S(processor, bytes, set.data())) allowed.insert(static_cast<int>(processor));
        }
        return allowed;
    }
#endif
    for (int processor = 0; processor < static_cast<int>(std::thread::hardware_concurrency()); ++processor)
        allowed.insert(processor);
    return allowed;
}

}  // namespace

int usableCores() {
    const int cores = physicalCoresOf(allowedProcessors());
    const auto quota = readControlGroups().cores;
    // Threads that spin use up a quota for nothing, so a part of a core is not one.
    return quota ? std::clamp(static_cast<int>(std::floor(*quota)), 1, cores) : cores;
}

uint64_t availableMemoryBytes() {
    const uint64_t available = readHostMemory().availableBytes;
    return std::min(available, readControlGroups().freeMemoryBytes.value_or(available));
}

uint64_t totalMemoryBytes() {
    const uint64_t total = readHostMemory().totalBytes;
    return std::min(total, readControlGroups().memoryBytes.value_or(total));
}

}  // namespace hearth
