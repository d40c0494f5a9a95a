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

/// What the error of a reply says of the device of its engine; nullopt: nothing, as where everything is in
/// host memory. A cache that could not grow is no harm to others: then there is a fault only where nothing
/// else runs.
std::optional<DeviceFault> deviceFault(const EngineInfo& info, ErrorCode code, const Message& cause,
                                       bool othersRun);

/// How to load the model again, the best first: where one of several GPUs stopped, on those that are left; a
/// GPU that is full has three quarters of its layers; else, and last, on the CPU. Where no GPUs
/// were named, one that does not open any more is passed over by loading itself.
std::vector<EngineOptions> otherPlaces(const EngineOptions& options, const DeviceFault& fault);

/// Loads the model in the first of otherPlaces() where `load` succeeds, and leaves that in `options`. Throws
/// what `load` threw at the last. The engine that failed should be gone by then, for it has the memory.
std::unique_ptr<Engine> loadElsewhere(
    EngineOptions& options, const DeviceFault& fault,
    const std::function<std::unique_ptr<Engine>(const EngineOptions&)>& load);

}  // namespace hearth
