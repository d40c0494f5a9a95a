#pragma once

#include <memory>
#include <vector>

#include "backend/backend.h"
#include "backend/cuda/expert_cache.h"
#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/offloaded_experts.h"
#include "backend/cuda/step_recorder.h"

/// The objects that the backend returns: those of backend.h with their device memory. Operations that were
/// recorded but not started yet may refer to them, so each object has its recorder start those before the
/// memory is released.
namespace hearth::cuda {

/// Which experts of a layer whose matrices are hosted are on the GPU.
struct ResidentExperts {
    ExpertCache cache;
    DeviceMemory table;  ///< (experts): their slots, see LinearView::slot
};

struct DeviceWeight final : Weight {
    explicit DeviceWeight(StepRecorder& owner) : recorder(owner) {}
    ~DeviceWeight() override { recorder.settle(); }
    StepRecorder& recorder;
    DeviceMemory memory;
    std::unique_ptr<OffloadedExperts> hosted;   ///< else all of it is in `memory`
    std::unique_ptr<ResidentExperts> resident;  ///< of hosted down projections: of all matrices of the layer
    WeightView view;
};

struct DeviceBuffer final : Buffer {
    explicit DeviceBuffer(StepRecorder& owner) : recorder(owner) {}
    ~DeviceBuffer() override { recorder.settle(); }
    StepRecorder& recorder;
    DeviceMemory memory;
};

/// Null-safe. Throws Error(Unsupported) for a vector that is not stored as F32.
const float* vectorOf(const Weight* weight);
const WeightView& viewOf(const Weight& weight);
Rows rowsOf(const Slice& slice);
NormView viewOf(const Norm& norm);

/// A matrix whose results begin at a column of the output.
LinearPartView partView(const LinearPart& part, int firstColumn);

}  // namespace hearth::cuda
