#include "backend/cuda_loader/cuda_kind.h"

#include "backend/backend_errors.h"
#include "backend/cuda_loader/nvml_monitor.h"

namespace hearth {

namespace {

/// "13.0" of 13000.
std::string cudaVersionText(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

DeviceInfo describeGpu(const CudaDevice& card) {
    return {.name = card.name,
            .memoryBytes = card.memoryBytes,
            .memoryBytesPerS = card.memoryBytesPerS,
            .busId = card.busId,
            .details = {
                {"compute_capability",
                 std::to_string(card.computeMajor) + "." + std::to_string(card.computeMinor),
                 "compute capability"},
                {"driver_cuda_version", cudaVersionText(card.driverVersion), "driver for CUDA"},
                {"runtime_cuda_version", cudaVersionText(card.runtimeVersion), ""},
                {"multiprocessors", std::to_string(card.multiprocessors), ""},
            }};
}

}  // namespace

CudaKind::CudaKind(std::filesystem::path folder)
    : BackendKind({.name = "cuda", .title = "GPU", .type = DeviceType::GraphicsCard, .ownMemory = true}),
      m_loader(std::move(folder)) {
}

DeviceSearch CudaKind::findDevices() const {
    DeviceSearch search;
    try {
        for (const CudaDevice& card : m_loader.devices()) search.devices.push_back(describeGpu(card));
        if (search.devices.empty()) search.whyNone = Error(errors::noGpuFound);
    } catch (const Error& error) {
        search.whyNone = error;
    }
    return search;
}

std::unique_ptr<Backend> CudaKind::make(const BackendSettings& settings) const {
    return m_loader.makeBackend(static_cast<int>(settings.device));
}

DeviceBandwidth CudaKind::measureBandwidth(const BackendSettings& settings) const {
    const CudaBandwidth rates = m_loader.bandwidth(static_cast<int>(settings.device));
    return {.read = rates.read, .copy = rates.copy, .toDevice = rates.toDevice, .toHost = rates.toHost};
}

std::unique_ptr<PeerTransport> CudaKind::makePeerTransport(std::span<Backend* const> backends) const {
    return m_loader.makePeerTransport(backends);
}

std::unique_ptr<DeviceMonitor> CudaKind::makeMonitor() const {
    return std::make_unique<NvmlMonitor>();
}

}  // namespace hearth
