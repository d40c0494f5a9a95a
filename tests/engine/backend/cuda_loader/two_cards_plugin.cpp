#include "backend/cuda_loader/cuda_plugin.h"

using namespace hearth;

extern "C" __attribute__((visibility("default"))) const CudaPlugin* hearthCudaPlugin() {
    static const CudaPlugin plugin{.abi = cudaPluginAbi,
                                   .devices =
                                       [] {
                                           return std::vector<CudaDevice>{{.name = "First card",
                                                                           .computeMajor = 8,
                                                                           .computeMinor = 9,
                                                                           .multiprocessors = 46,
                                                                           .memoryBytes = uint64_t{12} << 30U,
                                                                           .memoryBytesPerS = 504e9,
                                                                           .driverVersion = 12040,
                                                                           .runtimeVersion = 13000,
                                                                           .busId = "0000:01:00.0"},
                                                                          {.name = "Second card"}};
                                       },
                                   .makeBackend = [](int device) -> std::unique_ptr<Backend> {
                                       throw Error(ErrorCode::Device,
                                                   "Card " + std::to_string(device) + " does not answer.");
                                   },
                                   .bandwidth =
                                       [](int device) {
                                           const double rate = 1e9 * (device + 1);
                                           return CudaBandwidth{rate, rate / 2, rate / 4, rate / 8};
                                       },
                                   .makePeerTransport = nullptr};
    return &plugin;
}
