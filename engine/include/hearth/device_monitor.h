#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/devices.h"

namespace hearth {

/// Current state of a device. A value that the device or its driver does not report is absent.
struct DeviceReading {
    DeviceType type = DeviceType::GraphicsCard;
    std::string name;   ///< "NVIDIA L4"; empty: the processor
    std::string busId;  ///< "00000000:01:00.0"; empty: it is on no bus
    std::optional<uint64_t> usedBytes, totalBytes;
    std::optional<int> busyPercent;  ///< of the last sample period
    std::optional<int> temperatureC;
    std::optional<double> powerW, powerLimitW;
};

/// Reads the devices of one backend. One thread; a call may take seconds when a GPU falls off the bus, so
/// keep it off the window's thread and poll at most twice a second.
class DeviceMonitor {
public:
    virtual ~DeviceMonitor() = default;

    /// True if there is a device to read.
    virtual bool available() const noexcept = 0;
    /// One entry a device, in the order of the bus; empty when there is none or the driver fails.
    virtual std::vector<DeviceReading> read() = 0;
};

/// A monitor for each backend that has one.
std::vector<std::unique_ptr<DeviceMonitor>> makeDeviceMonitors();
/// The readings of all monitors, in their order.
std::vector<DeviceReading> readDevices(const std::vector<std::unique_ptr<DeviceMonitor>>& monitors);

}  // namespace hearth
