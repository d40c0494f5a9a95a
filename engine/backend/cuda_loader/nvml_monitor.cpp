#include "backend/cuda_loader/nvml_monitor.h"

#include <dlfcn.h>

#include <array>
#include <cstring>

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

struct NvmlMonitor::Library {
    void* handle = nullptr;
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

    template <class Function>
    void resolve(Function& function, const char* symbol) {
        function = reinterpret_cast<Function>(dlsym(handle, symbol));
    }

    ~Library() {
        if (started && shutdown) shutdown();
        if (handle) dlclose(handle);
    }
};

NvmlMonitor::NvmlMonitor(const std::string& library) : m_library(std::make_unique<Library>()) {
    Library& nvml = *m_library;
    nvml.handle = dlopen(library.empty() ? "libnvidia-ml.so.1" : library.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (!nvml.handle) return;
    nvml.resolve(nvml.init, "nvmlInit_v2");
    nvml.resolve(nvml.shutdown, "nvmlShutdown");
    nvml.resolve(nvml.count, "nvmlDeviceGetCount_v2");
    nvml.resolve(nvml.device, "nvmlDeviceGetHandleByIndex_v2");
    nvml.resolve(nvml.name, "nvmlDeviceGetName");
    nvml.resolve(nvml.pci, "nvmlDeviceGetPciInfo_v3");
    nvml.resolve(nvml.memory, "nvmlDeviceGetMemoryInfo");
    nvml.resolve(nvml.utilization, "nvmlDeviceGetUtilizationRates");
    nvml.resolve(nvml.temperature, "nvmlDeviceGetTemperature");
    nvml.resolve(nvml.power, "nvmlDeviceGetPowerUsage");
    nvml.resolve(nvml.powerLimit, "nvmlDeviceGetEnforcedPowerLimit");
    nvml.started = nvml.init && nvml.count && nvml.device && nvml.init() == success;
}

NvmlMonitor::~NvmlMonitor() = default;

bool NvmlMonitor::available() const noexcept {
    return m_library->started;
}

std::vector<DeviceReading> NvmlMonitor::read() {
    std::vector<DeviceReading> readings;
    const Library& nvml = *m_library;
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
            reading.busId.assign(pci.busId, strnlen(pci.busId, sizeof pci.busId));
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
