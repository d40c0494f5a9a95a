#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "hearth/device_description.h"
#include "hearth/devices.h"
#include "hearth/error.h"

namespace hearth {

/// One operation of a device held against the plain reference.
struct OperationCheck {
    std::string name;  ///< "product with Q4_K, 1 row"
    double error = 0;  ///< largest difference over the root mean square of the reference's results
    double tolerance = 0;
    Message failure;        ///< what the device said instead of computing; empty when it computed
    bool supported = true;  ///< false: the device does not have the operation, and said so
    bool passed() const noexcept { return !supported || (failure.isEmpty() && error <= tolerance); }
};

/// A device, how fast it is, and whether it computes right.
struct DeviceCheck {
    std::string title;  ///< of its backend: "CPU", "GPU"
    DeviceType type = DeviceType::Processor;
    int number = 0;            ///< among the devices of its backend: as in EngineOptions::devices
    uint64_t freeBytes = 0;    ///< of its own memory, once it is opened
    DeviceInfo info;           ///< with the name that it has once it is opened: "2 threads, AVX-512"
    DeviceDescription device;  ///< once it is opened
    DeviceBandwidth bandwidth;
    std::vector<OperationCheck> operations;
    Message failure;  ///< why the device could not be opened or measured; empty otherwise
    bool healthy() const noexcept {
        return failure.isEmpty() && std::ranges::all_of(operations, &OperationCheck::passed);
    }
};

/// A backend that finds no device here.
struct MissingDevice {
    std::string title;  ///< "GPU"
    DeviceType type = DeviceType::Processor;
    Error reason;
};

struct MachineReport {
    std::vector<DeviceCheck> devices;  ///< the processor first
    std::vector<MissingDevice> missing;
    bool healthy() const noexcept { return std::ranges::all_of(devices, &DeviceCheck::healthy); }
};

/// Hears of each thing as it is known, on the thread that checks.
struct MachineCheckListener {
    std::function<void(const DeviceCheck&)> device;        ///< before its operations are checked
    std::function<void(const OperationCheck&)> operation;  ///< of the device heard of last
};

/// Measures every device and holds every operation of backend.h on it against the plain reference; seconds
/// on a CPU. Any thread, also beside a loaded engine, whose memory it does not touch; timings are lower then.
/// Throws Error(Cancelled) soon after `stop` is requested. What is wrong with a device is in the report.
MachineReport checkMachine(const MachineCheckListener& listener = {}, std::stop_token stop = {});

}  // namespace hearth
