#pragma once

#include <unistd.h>

#include <cstdint>
#include <fstream>

namespace hearth::test {

/// Resident memory of this process, in bytes.
inline int64_t residentBytes() {
    int64_t total = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> total >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

}  // namespace hearth::test
