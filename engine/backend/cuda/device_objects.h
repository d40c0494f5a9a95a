#pragma once

#include <vector>

#include "backend/backend.h"
#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/step_recorder.h"

/// What the backend hands out: backend.h's objects with their device memory. Operations that were noted but
/// not started yet may refer to them, so each has its recorder start those before the memory goes.
namespace hearth::cuda {

struct DeviceWeight final : Weight {
    explicit DeviceWeight(StepRecorder& owner) : recorder(owner) {}
    ~DeviceWeight() override { recorder.settle(); }
    StepRecorder& recorder;
    DeviceMemory memory;
    WeightView view;
};

struct DeviceBuffer final : Buffer {
    explicit DeviceBuffer(StepRecorder& owner) : recorder(owner) {}
    ~DeviceBuffer() override { recorder.settle(); }
    StepRecorder& recorder;
    DeviceMemory memory;
};

struct DeviceStateStore final : StateStore {
    explicit DeviceStateStore(StepRecorder& owner) : recorder(owner) {}
    ~DeviceStateStore() override { recorder.settle(); }
    StepRecorder& recorder;
    std::vector<DeviceMemory> data;  ///< by layer: (slots, floats)
};

/// Null-safe. Throws Error(Unsupported) for a vector that is not stored as F32.
const float* vectorOf(const Weight* weight);
const WeightView& viewOf(const Weight& weight);
Rows rowsOf(const Slice& slice);
NormView viewOf(const Norm& norm);

/// A matrix whose results begin at a column of the output.
LinearPartView partView(const LinearPart& part, int firstColumn);

}  // namespace hearth::cuda
