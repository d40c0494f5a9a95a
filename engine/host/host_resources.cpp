#include "hearth/host_resources.h"

#include <algorithm>
#include <cmath>

#include "hearth/platform/threads.h"
#include "host/host_limits.h"

namespace hearth {

int usableCores() {
    const int cores = physicalCoresOf(platform::allowedProcessors());
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
