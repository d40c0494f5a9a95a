#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "backend/peer_transport.h"

namespace hearth {

/// A GPU that Hearth can use.
struct CudaDevice {
    std::string name;
    int computeMajor = 0, computeMinor = 0;
    int multiprocessors = 0;
    uint64_t memoryBytes = 0;
    double memoryBytesPerS = 0;                 ///< at most, as the driver states; 0: it does not
    int driverVersion = 0, runtimeVersion = 0;  ///< 13000 is CUDA 13.0
    std::string busId;                          ///< "0000:01:00.0"
};

/// Measured bytes a second: within the GPU's memory, and over the bus from and to pinned memory.
struct CudaBandwidth {
    double read = 0, copy = 0, toDevice = 0, toHost = 0;
};

/// Table that the plug-in exports under the name hearthCudaPlugin. Program and plug-in are built from one
/// source tree by one compiler; the number below refuses all other pairs.
struct CudaPlugin {
    uint64_t abi;
    std::vector<CudaDevice> (*devices)();
    std::unique_ptr<Backend> (*makeBackend)(int device);
    CudaBandwidth (*bandwidth)(int device);
    /// Of backends that makeBackend() made; they outlive it.
    std::unique_ptr<PeerTransport> (*makePeerTransport)(std::span<Backend* const> backends);
};
using CudaPluginEntry = const CudaPlugin* (*)();

/// Changes with the interface: counted by hand, and the sizes of what crosses it.
constexpr uint64_t cudaPluginAbi = (uint64_t{5} << 48U) ^ sizeof(LinearArgs) ^ sizeof(KvWriteArgs) << 8U ^
                                   sizeof(AttentionArgs) << 16U ^ sizeof(ExpertsArgs) << 24U ^
                                   sizeof(CudaDevice) << 36U ^ sizeof(Batch) << 42U ^ sizeof(Message) << 50U;

}  // namespace hearth
