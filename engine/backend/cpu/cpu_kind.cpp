#include "backend/cpu/cpu_kind.h"

#include "backend/cpu/cpu_backend.h"
#include "host/host_monitor.h"
#include "host/read_bandwidth.h"

namespace hearth {

CpuKind::CpuKind() : BackendKind({.name = "cpu", .title = "CPU", .type = DeviceType::Processor}) {
}

DeviceSearch CpuKind::findDevices() const {
    const cpu::KernelTable& kernels = cpu::kernelTable(CpuOptions().isa);
    return {.devices = {{.name = std::string(cpu::isaName(kernels.level))}}};
}

std::unique_ptr<Backend> CpuKind::make(const BackendSettings& settings) const {
    CpuOptions options{.threads = static_cast<unsigned>(settings.threads)};
    if (const auto* other = dynamic_cast<const CpuBackend*>(settings.beside)) options.pool = other->pool();
    return std::make_unique<CpuBackend>(options);
}

std::unique_ptr<DeviceMonitor> CpuKind::makeMonitor() const {
    return std::make_unique<HostMonitor>();
}

DeviceBandwidth CpuKind::measureBandwidth(const BackendSettings& settings) const {
    return {.read = measureReadBandwidth(settings.threads)};
}

}  // namespace hearth
