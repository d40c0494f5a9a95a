#include "backend/cuda_loader/cuda_plugin.h"

extern "C" __attribute__((visibility("default"))) const hearth::CudaPlugin* hearthCudaPlugin() {
    static const hearth::CudaPlugin plugin{hearth::cudaPluginAbi + 1, nullptr, nullptr, nullptr, nullptr};
    return &plugin;
}
