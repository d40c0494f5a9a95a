#include "backend/cuda_loader/nvml_monitor.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "hearth/platform/library.h"

namespace hearth {
namespace {

// NVML's C interface, as far as it is used here (nvml.h; the versioned names are stable).
using Result = int;
using Device = void*;
constexpr Result success = 0;
constexpr unsigned temperatureOfTheChip = 0;

struct Memory {
    unsigned long long total, free, used;
};
struct Utilization {
    unsigned gpu, memory;
};
struct PciInfo {
    char busIdLegacy[16];
    unsigned domain, bus, device, deviceId, subsystemId;
    char busId[32];
};

}  // namespace

struct NvmlMonitor::Functions {
    explicit Functions(const std::string& file) : library(file, platform::LibraryUse::WhileOpen) {}

    platform::Library library;
    bool started = false;
    Result (*init)() = nullptr;
    Result (*shutdown)() = nullptr;
    Result (*count)(unsigned*) = nullptr;
    Result (*device)(unsigned, Device*) = nullptr;
    Result (*name)(Device, char*, unsigned) = nullptr;
    Result (*pci)(Device, PciInfo*) = nullptr;
    Result (*memory)(Device, Memory*) = nullptr;
    Result (*utilization)(Device, Utilization*) = nullptr;
    Result (*temperature)(Device, unsigned, unsigned*) = nullptr;
    Result (*power)(Device, unsigned*) = nullptr;
    Result (*powerLimit)(Device, unsigned*) = nullptr;

    ~Functions() {
        if (started && shutdown) shutdown();
    }
};

NvmlMonitor::NvmlMonitor(const std::string& library)
    : m_functions(std::make_unique<Functions>(library.empty() ? "libnvidia-ml.so.1" : library)) {
    Functions& nvml = *m_functions;
    if (!nvml.library.isOpen()) return;
    nvml.library.find(nvml.init, "nvmlInit_v2");
    nvml.library.find(nvml.shutdown, "nvmlShutdown");
    nvml.library.find(nvml.count, "nvmlDeviceGetCount_v2");
    nvml.library.find(nvml.device, "nvmlDeviceGetHandleByIndex_v2");
    nvml.library.find(nvml.name, "nvmlDeviceGetName");
    nvml.library.find(nvml.pci, "nvmlDeviceGetPciInfo_v3");
    nvml.library.find(nvml.memory, "nvmlDeviceGetMemoryInfo");
    nvml.library.find(nvml.utilization, "nvmlDeviceGetUtilizationRates");
    nvml.library.find(nvml.temperature, "nvmlDeviceGetTemperature");
    nvml.library.find(nvml.power, "nvmlDeviceGetPowerUsage");
    nvml.library.find(nvml.powerLimit, "nvmlDeviceGetEnforcedPowerLimit");
    nvml.started = nvml.init && nvml.count && nvml.device && nvml.init() == success;
}

NvmlMonitor::~NvmlMonitor() = default;

bool NvmlMonitor::available() const noexcept {
    return m_functions->started;
}

std::vector<DeviceReading> NvmlMonitor::read() {
    std::vector<DeviceReading> readings;
    const Functions& nvml = *m_functions;
    unsigned count = 0;
    if (!nvml.started || nvml.count(&count) != success) return readings;
    for (unsigned i = 0; i < count; ++i) {
        Device device = nullptr;
        if (nvml.device(i, &device) != success) continue;
        DeviceReading reading;
        std::array<char, 96> text{};
        if (nvml.name && nvml.name(device, text.data(), text.size() - 1) == success)
            reading.name = text.data();
        PciInfo pci{};
        if (nvml.pci && nvml.pci(device, &pci) == success)
            reading.busId.assign(pci.busId, std::find(std::begin(pci.busId), std::end(pci.busId), '\0'));
        Memory memory{};
        if (nvml.memory && nvml.memory(device, &memory) == success) {
            reading.usedBytes = memory.used;
            reading.totalBytes = memory.total;
        }
        Utilization utilization{};
        if (nvml.utilization && nvml.utilization(device, &utilization) == success) {
            reading.busyPercent = static_cast<int>(utilization.gpu);
        }
        unsigned value = 0;
        if (nvml.temperature && nvml.temperature(device, temperatureOfTheChip, &value) == success) {
            reading.temperatureC = static_cast<int>(value);
        }
        if (nvml.power && nvml.power(device, &value) == success) reading.powerW = value / 1000.0;
        if (nvml.powerLimit && nvml.powerLimit(device, &value) == success)
            reading.powerLimitW = value / 1000.0;
        readings.push_back(std::move(reading));
    }
    return readings;
}

}  // namespace hearth
