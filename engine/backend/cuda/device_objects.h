#pragma once

#include <vector>

#include "backend/backend.h"
#include "backend/cuda/kernel_arguments.h"

/// What the backend hands out: backend.h's objects with their device memory.
namespace hearth::cuda {

struct DeviceWeight final : Weight {
    DeviceMemory memory;
    WeightView view;
};

struct DeviceBuffer final : Buffer {
    DeviceMemory memory;
};

struct DeviceStateStore final : StateStore {
    std::vector<DeviceMemory> data;  ///< by layer: (slots, floats)
};

/// Null-safe. Throws Error(Unsupported) for a vector that is not stored as F32.
const float* vectorOf(const Weight* weight);
const WeightView& viewOf(const Weight& weight);
Rows rowsOf(const Slice& slice);
NormView viewOf(const Norm& norm);

}  // namespace hearth::cuda
