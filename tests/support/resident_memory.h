#pragma once

#include <unistd.h>

#include <cstdint>
#include <fstream>

namespace hearth::test {

/// What this process has in memory now, in bytes.
inline int64_t residentBytes() {
    int64_t total = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> total >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

}  // namespace hearth::test
