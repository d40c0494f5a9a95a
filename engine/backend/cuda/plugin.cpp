// What libhearth-cuda.so shows to the program that loads it.
#include "backend/cuda/cuda_backend.h"
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
                        .driverVersion = device.driverVersion,
                        .runtimeVersion = device.runtimeVersion,
                        .busId = device.busId});
    }
    return list;
}

std::unique_ptr<hearth::Backend> makeBackend(int device) {
    return std::make_unique<hearth::cuda::CudaBackend>(device);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const hearth::CudaPlugin* hearthCudaPlugin() {
    static const hearth::CudaPlugin plugin{hearth::cudaPluginAbi, listDevices, makeBackend};
    return &plugin;
}
