#include "backend/cuda_loader/cuda_plugin.h"

using namespace hearth;

extern "C" __attribute__((visibility("default"))) const CudaPlugin* hearthCudaPlugin() {
    static const CudaPlugin plugin{.abi = cudaPluginAbi,
                                   .devices = [] { return std::vector<CudaDevice>{{.name = "Full card"}}; },
                                   .makeBackend = [](int) -> std::unique_ptr<Backend> {
                                       throw Error(ErrorCode::OutOfMemory, "The graphics card has no room.");
                                   },
                                   .bandwidth = nullptr,
                                   .makePeerTransport = nullptr};
    return &plugin;
}
