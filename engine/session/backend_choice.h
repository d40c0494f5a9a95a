#pragma once

#include <memory>
#include <string>

#include "backend/backend.h"
#include "hearth/engine.h"

namespace hearth {

/// The backend that runs a model, and why it is not the GPU.
struct BackendChoice {
    std::unique_ptr<Backend> backend;
    std::string title;   ///< "CPU" or "GPU"
    std::string reason;  ///< "no NVIDIA driver found"; empty when the CPU was asked for
};

/// Throws Error(BadInput) for unknown names and numbers out of range, Error(Device) when a GPU was demanded
/// and there is none.
BackendChoice chooseBackend(const EngineOptions& options);

/// Why no GPU can be used on this machine, in a few words for the status line.
std::string gpuUnavailableReason();

/// Physical cores of this machine, at least 1.
int physicalCores();

}  // namespace hearth
