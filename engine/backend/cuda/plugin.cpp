// Functions that libhearth-cuda.so exports to the program that loads it.
#include <algorithm>

#include "backend/cuda/bandwidth.h"
#include "backend/cuda/cuda_backend.h"
#include "backend/cuda/cuda_peer_transport.h"
#include "backend/cuda_loader/cuda_plugin.h"

namespace {

std::vector<hearth::CudaDevice> listDevices() {
    std::vector<hearth::CudaDevice> list;
    for (const auto& device : hearth::cuda::devices()) {
        list.push_back({.name = device.name,
                        .computeMajor = device.major,
                        .computeMinor = device.minor,
                        .multiprocessors = device.multiprocessors,
                        .memoryBytes = device.totalBytes,
                        .memoryBytesPerS = device.memoryBytesPerS,
                        .driverVersion = device.driverVersion,
                        .runtimeVersion = device.runtimeVersion,
                        .busId = device.busId});
    }
    return list;
}

std::unique_ptr<hearth::Backend> makeBackend(int device) {
    return std::make_unique<hearth::cuda::CudaBackend>(device);
}

std::unique_ptr<hearth::PeerTransport> makePeerTransport(std::span<hearth::Backend* const> backends) {
    return std::make_unique<hearth::cuda::CudaPeerTransport>(backends);
}

hearth::CudaBandwidth measure(int device) {
    using namespace hearth::cuda;
    selectDevice(device);
    const uint64_t bytes = std::min<uint64_t>(memoryInfo().freeBytes / 8, uint64_t{512} << 20U) / 4096 * 4096;
    const Bandwidth rates = measureBandwidth(std::max<uint64_t>(bytes, 4096));
    return {rates.read, rates.copy, rates.toDevice, rates.toHost};
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const hearth::CudaPlugin* hearthCudaPlugin() {
    static const hearth::CudaPlugin plugin{hearth::cudaPluginAbi, listDevices, makeBackend, measure,
                                           makePeerTransport};
    return &plugin;
}
