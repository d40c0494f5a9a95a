#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hearth/message.h"

namespace hearth {

enum class DeviceType : uint8_t { Processor, GraphicsCard, Accelerator };

/// Something about a device that only devices of its kind have.
struct DeviceDetail {
    std::string key;    ///< "compute_capability": for programs, never renamed
    std::string value;  ///< "8.9"
    std::string label;  ///< shown before the value; empty: the detail is only for programs
    bool operator==(const DeviceDetail&) const = default;
};

/// A device that models can run on, as far as it is known without opening it.
struct DeviceInfo {
    std::string name{};          ///< "NVIDIA L4"
    uint64_t memoryBytes = 0;    ///< of its own; 0: it works in the host's memory
    double memoryBytesPerS = 0;  ///< maximum rate, as its driver states; 0: not known
    std::string busId{};         ///< "0000:01:00.0"; empty: it is on no bus
    std::vector<DeviceDetail> details{};
    bool operator==(const DeviceInfo&) const = default;
};

/// Measured bytes a second; 0: not measured, or there is no such thing.
struct DeviceBandwidth {
    double read = 0, copy = 0;        ///< within the memory that the device works in
    double toDevice = 0, toHost = 0;  ///< over the bus, from and to pinned memory
};

/// A kind of devices that models can run on, whether this machine has one or not.
struct BackendLabel {
    std::string name;   ///< EngineOptions::backend: "cuda"
    std::string title;  ///< EngineInfo::backend: "GPU"
    DeviceType type = DeviceType::Processor;
};

/// A GPU that models can run on.
struct ListedGpu {
    int number = 0;  ///< as in EngineOptions::devices
    std::string name;
    uint64_t totalBytes = 0;
    std::optional<uint64_t> freeBytes{};  ///< absent: its driver does not tell
    bool operator==(const ListedGpu&) const = default;
};

/// The GPUs of the backend that "auto" prefers; empty if there are none. Asks the drivers, which may take a
/// second, and opens no GPU. Any thread.
std::vector<ListedGpu> listGpus();

/// Returns why "auto" runs models on the processor: why no GPU was found. nullopt: there is one. Asks the
/// drivers as listGpus() does. Any thread.
std::optional<Message> whyNoGpu();

/// The backends that a person may choose from: first the one that "auto" prefers, last the CPU. Any thread;
/// asks no driver.
std::vector<BackendLabel> backendLabels();

}  // namespace hearth
