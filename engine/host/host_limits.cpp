#include "host/host_limits.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

namespace hearth {

namespace {

namespace fs = std::filesystem;

std::optional<std::string> firstLine(const fs::path& path) {
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line)) return std::nullopt;
    return line;
}

/// A file that holds one number; nullopt also for "max" and for no file.
std::optional<uint64_t> numberIn(const fs::path& path) {
    std::ifstream file(path);
    uint64_t value = 0;
    if (!(file >> value)) return std::nullopt;
    return value;
}

/// The number behind `name` in a file of lines "name number".
uint64_t namedNumber(const fs::path& path, const std::string& name) {
    std::ifstream file(path);
    std::string word;
    for (uint64_t value = 0; file >> word >> value;) {
        if (word == name) return value;
    }
    return 0;
}

template <class T>
void keepLess(std::optional<T>& least, std::optional<T> value) {
    if (value && (!least || *value < *least)) least = value;
}

/// Files that can be dropped when memory is short are no use of it.
void limitMemory(ControlGroupLimits& limits, std::optional<uint64_t> most, std::optional<uint64_t> used,
                 uint64_t droppable) {
    if (!most) return;
    keepLess(limits.memoryBytes, most);
    const uint64_t kept = used.value_or(0) - std::min(used.value_or(0), droppable);
    keepLess(limits.freeMemoryBytes, std::optional(*most - std::min(*most, kept)));
}

void readVersion2(const fs::path& folder, ControlGroupLimits& limits) {
    std::ifstream file(folder / "cpu.max");
    double quota = 0, period = 0;
    // "max 100000" has no number in front.
    if (file >> quota >> period && quota > 0 && period > 0)
        keepLess(limits.cores, std::optional(quota / period));
    limitMemory(limits, numberIn(folder / "memory.max"), numberIn(folder / "memory.current"),
                namedNumber(folder / "memory.stat", "inactive_file"));
}

void readVersion1Processors(const fs::path& folder, ControlGroupLimits& limits) {
    const auto quota = numberIn(folder / "cpu.cfs_quota_us"), period = numberIn(folder / "cpu.cfs_period_us");
    // -1 means no quota, and is read as a number that no machine reaches.
    if (quota && period && *period > 0 && *quota > 0 && *quota < uint64_t{1} << 62U)
        keepLess(limits.cores, std::optional(static_cast<double>(*quota) / static_cast<double>(*period)));
}

void readVersion1Memory(const fs::path& folder, ControlGroupLimits& limits) {
    const auto most = numberIn(folder / "memory.limit_in_bytes");
    // No limit is the largest whole number of pages in 63 bits.
    if (!most || *most >= uint64_t{1} << 62U) return;
    limitMemory(limits, most, numberIn(folder / "memory.usage_in_bytes"),
                namedNumber(folder / "memory.stat", "total_inactive_file"));
}

/// Calls `read` with the group's folder under `mount` and all those above it. In a container the path that
/// the process knows may not exist under the mount, which then is the group itself.
template <class Read>
void readUpwards(const fs::path& mount, fs::path group, ControlGroupLimits& limits, Read read) {
    for (group = group.relative_path(); !group.empty(); group = group.parent_path())
        read(mount / group, limits);
    read(mount, limits);
}

}  // namespace

ControlGroupLimits readControlGroups(const fs::path& root) {
    ControlGroupLimits limits;
    const fs::path mounts = root / "sys/fs/cgroup";
    std::ifstream file(root / "proc/self/cgroup");
    // "hierarchy:controllers:path"; version 2 is hierarchy 0 and names no controllers.
    for (std::string line; std::getline(file, line);) {
        const size_t first = line.find(':');
        const size_t second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
        const fs::path group = line.substr(second + 1);
        if (controllers == ",,") readUpwards(mounts, group, limits, readVersion2);
        if (controllers.find(",cpu,") != std::string::npos)
            readUpwards(mounts / "cpu", group, limits, readVersion1Processors);
        if (controllers.find(",memory,") != std::string::npos)
            readUpwards(mounts / "memory", group, limits, readVersion1Memory);
    }
    return limits;
}

int physicalCoresOf(const std::set<int>& processors, const fs::path& root) {
    std::set<std::string> cores;
    for (const int processor : processors) {
        const std::string name = "cpu" + std::to_string(processor);
        const auto siblings =
            firstLine(root / "sys/devices/system/cpu" / name / "topology/thread_siblings_list");
        cores.insert(siblings.value_or(name));
    }
    return std::max(1, static_cast<int>(cores.size()));
}

HostMemory readHostMemory(const fs::path& root) {
    HostMemory memory;
    std::ifstream file(root / "proc/meminfo");
    std::string name, unit;
    for (uint64_t kilobytes = 0; file >> name >> kilobytes; std::getline(file, unit)) {
        if (name == "MemAvailable:") memory.availableBytes = kilobytes * 1024;
        if (name == "MemTotal:") memory.totalBytes = kilobytes * 1024;
    }
    return memory;
}

}  // namespace hearth
