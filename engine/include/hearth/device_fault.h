#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "hearth/engine.h"
#include "hearth/error.h"

namespace hearth {

/// Replies ended because of the GPU that their model is on: it stopped, or it is full. The engine
/// is of no use where it is; another one can be loaded elsewhere.
struct DeviceFault {
    ErrorCode code = ErrorCode::Device;  ///< Device or OutOfMemory
    Message cause;                       ///< what people were told
    int layersOnDevice = 0;              ///< that the engine had there
};

/// The fault of the engine's device that the error of a reply shows. nullopt: none, for example because
/// everything is in host memory. A cache that could not grow does not affect other replies, so it is a fault
/// only if no other reply is running.
std::optional<DeviceFault> deviceFault(const EngineInfo& info, ErrorCode code, const Message& cause,
                                       bool othersRun);

/// Options to load the model again with, the best first. If one of several GPUs stopped: the remaining GPUs.
/// Last: three quarters of the layers on a GPU that is full, otherwise the CPU. If no GPUs were named,
/// loading itself skips one that can no longer be opened.
std::vector<EngineOptions> otherPlaces(const EngineOptions& options, const DeviceFault& fault);

/// Loads the model with the first of otherPlaces() for which `load` succeeds, and stores these options in
/// `options`. Throws what the last `load` threw. The failed engine should be destroyed first, because it
/// holds the memory.
std::unique_ptr<Engine> loadElsewhere(
    EngineOptions& options, const DeviceFault& fault,
    const std::function<std::unique_ptr<Engine>(const EngineOptions&)>& load);

}  // namespace hearth
