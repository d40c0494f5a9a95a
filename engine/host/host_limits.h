#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>

namespace hearth {

/// The strictest limits of the control groups of this process; nullopt: no limit.
struct ControlGroupLimits {
    std::optional<double> cores;  ///< processor time a second
    std::optional<uint64_t> memoryBytes;
    std::optional<uint64_t> freeMemoryBytes;  ///< of that, less what is used and cannot be given up
};

/// Reads control groups of version 2, and version 1's processor quota and memory limit (Linux,
/// Documentation/admin-guide/cgroup-v2.rst and cgroup-v1). `root`: where /proc and /sys are; tests give
/// another.
ControlGroupLimits readControlGroups(const std::filesystem::path& root = "/");

/// Number of physical cores of these logical processors: hardware threads of one core share its list of
/// siblings. Processors without a list count as one core each.
int physicalCoresOf(const std::set<int>& processors, const std::filesystem::path& root = "/");

/// MemAvailable and MemTotal of /proc/meminfo, in bytes; 0: unknown.
struct HostMemory {
    uint64_t availableBytes = 0, totalBytes = 0;
};
HostMemory readHostMemory(const std::filesystem::path& root = "/");

}  // namespace hearth
