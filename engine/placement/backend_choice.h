#pragma once

#include <memory>
#include <string>

#include "backend/backend.h"
#include "hearth/engine.h"

namespace hearth {

class GgufFile;

/// The backend that runs a model, and why it is not the GPU.
struct BackendChoice {
    std::unique_ptr<Backend> backend;
    std::string title;       ///< "CPU" or "GPU"
    std::string reason;      ///< "no NVIDIA driver found"; empty when the CPU was asked for
    int deviceLayers = 0;    ///< layers on the GPU
    uint64_t freeBytes = 0;  ///< on the GPU, before loading; 0 without one
    uint64_t totalBytes = 0;
};

/// The GPU with as many layers as fit or as the options ask for, the CPU for the rest or for all. Without a
/// file: whatever the model. `beside`: one that takes turns with it, whose threads it may share.
/// Throws Error(BadInput) for unknown names and numbers out of range, Error(Device) when a GPU was demanded
/// and there is none.
BackendChoice chooseBackend(const EngineOptions& options, const GgufFile* file = nullptr,
                            const Backend* beside = nullptr);

/// What to try when loading on this choice ran out of memory: fewer layers on the GPU, in the end none.
EngineOptions withFewerDeviceLayers(const EngineOptions& options, const BackendChoice& failed);

/// Why no GPU can be used on this machine, in a few words for the status line.
std::string gpuUnavailableReason();

}  // namespace hearth
