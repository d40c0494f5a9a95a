#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "backend/backend_kind.h"
#include "placement/gpu_plan.h"

namespace hearth {

/// A GPU with a backend on it.
struct OpenGpu {
    size_t number = 0;  ///< of BackendKind::findDevices()
    DeviceInfo info;
    std::unique_ptr<Backend> backend;
    BackendInfo has;  ///< before anything was put on it
    GpuRoom room() const { return {has.freeBytes, info.memoryBytesPerS}; }
};

/// The GPUs of these numbers, in this order. Throws Error(BadInput) for a GPU that is named twice,
/// Error(Device | OutOfMemory) for one that is not there or cannot be opened.
std::vector<OpenGpu> openGpus(const BackendKind& kind, std::span<const int> numbers,
                              const BackendSettings& settings);

/// As few GPUs as hold a model, the quickest first; all that can be opened if it takes more. A GPU is
/// opened only when those before it do not do, for that alone takes memory on it. `holds` says whether these
/// would. Throws what the first one throws when none can be opened.
std::vector<OpenGpu> enoughGpus(const BackendKind& kind, const BackendSettings& settings,
                                const std::function<bool(std::span<const OpenGpu>)>& holds);

}  // namespace hearth
