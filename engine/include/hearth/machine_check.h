#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace hearth {

/// One operation of a device held against the plain reference.
struct OperationCheck {
    std::string name;  ///< "product with Q4_K, 1 row"
    double error = 0;  ///< largest difference over the root mean square of the reference's results
    double tolerance = 0;
    std::string failure;    ///< what the device said instead of computing; empty when it computed
    bool supported = true;  ///< false: the device does not have the operation, and said so
    bool passed() const noexcept { return !supported || (failure.empty() && error <= tolerance); }
};

/// A processor or graphics card, how fast it is, and whether it computes right.
struct DeviceCheck {
    bool gpu = false;
    std::string name;          ///< "CPU, 2 threads, AVX-512"
    double readBytesPerS = 0;  ///< from the device's memory; 0 while not measured

    /// Of graphics cards only.
    struct Card {
        int computeMajor = 0, computeMinor = 0, multiprocessors = 0;
        uint64_t memoryBytes = 0;
        int driverVersion = 0, runtimeVersion = 0;  ///< 13000 is CUDA 13.0
        std::string busId;                          ///< "0000:01:00.0"
        double copyBytesPerS = 0, toDeviceBytesPerS = 0, toHostBytesPerS = 0;
    } card;

    std::vector<OperationCheck> operations;
    std::string failure;  ///< why the device could not be opened or measured; empty otherwise
    bool healthy() const noexcept {
        return failure.empty() && std::ranges::all_of(operations, &OperationCheck::passed);
    }
};

struct MachineReport {
    std::vector<DeviceCheck> devices;  ///< the processor first
    std::string noGpuReason;           ///< one sentence; empty when there is a card
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
