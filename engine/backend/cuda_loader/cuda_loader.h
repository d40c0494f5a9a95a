#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "backend/cuda_loader/cuda_plugin.h"

namespace hearth {

/// The CUDA backend, loaded when somebody asks for it, so that one package starts on machines with and
/// without an NVIDIA GPU. Needs no CUDA header. Thread-safe. A plug-in that was loaded stays loaded.
class CudaLoader {
public:
    /// Looks for libhearth-cuda.so in `folder`; without one at $HEARTH_CUDA_PLUGIN, beside the program, in
    /// ../lib/hearth.
    explicit CudaLoader(std::filesystem::path folder = {});

    /// Throws Error(Device) with one sentence: no plug-in, a plug-in of another build, no driver, an old
    /// driver, no GPU.
    std::vector<CudaDevice> devices() const;
    /// Throws as devices() does, and Error(Device | OutOfMemory) when the GPU cannot be opened.
    std::unique_ptr<Backend> makeBackend(int device = 0) const;
    /// Measures for about a second; a quarter of the free memory is used meanwhile, at most 1 GiB.
    CudaBandwidth bandwidth(int device = 0) const;
    /// Of backends that makeBackend() made; they outlive it.
    std::unique_ptr<PeerTransport> makePeerTransport(std::span<Backend* const> backends) const;
    /// False when this copy of Hearth has no plug-in at all: no other GPU or driver changes that.
    bool isBuilt() const noexcept;

private:
    const CudaPlugin& plugin() const;
    std::filesystem::path m_folder;
};

}  // namespace hearth
