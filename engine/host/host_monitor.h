#pragma once

#include <filesystem>
#include <utility>

#include "hearth/device_monitor.h"

namespace hearth {

/// The processors of this machine as one device: how busy all of them are together, the memory that programs
/// may use (readHostMemory()), and the hottest sensor of the processor (Linux, /proc/stat and
/// /sys/class/hwmon). How busy they were is known from the second reading on.
class HostMonitor final : public DeviceMonitor {
public:
    /// `root`: where /proc and /sys are; tests give another.
    explicit HostMonitor(std::filesystem::path root = "/") : m_root(std::move(root)) {}
    bool available() const noexcept override { return true; }
    std::vector<DeviceReading> read() override;

private:
    /// Of all processors since the machine started, in ticks.
    struct Times {
        uint64_t busy = 0, all = 0;
    };
    Times readTimes() const;
    std::optional<int> readTemperature() const;

    const std::filesystem::path m_root;
    Times m_before;
};

}  // namespace hearth
