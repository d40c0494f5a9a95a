#pragma once

#include "backend/backend.h"
#include "backend/cuda/cuda_batch.h"
#include "backend/cuda/cuda_context.h"
#include "backend/cuda/kernel_arguments.h"

namespace hearth::cuda {

/// Products of weights and rows: Backend::linear and headLinear, and what other products share with them. For
/// one thread; what it gets outlives it.
class CudaLinear {
public:
    CudaLinear(CudaContext& context, const CudaBatch& batch) : m_context(context), m_batch(batch) {}

    /// Throws Error(BadInput | Unsupported | OutOfMemory).
    void linear(const LinearArgs& args);
    void headLinear(const HeadLinearArgs& args);

    /// A product of all rows of the batch, without its matrices.
    LinearView linearView(const Slice& in, const Norm& norm, const Slice& out) const;
    /// Adds scratch for what the activations of many rows become.
    void addActivations(LinearView& view);

private:
    /// Adds scratch for quantised activations where they pay.
    void add(LinearView view);

    CudaContext& m_context;
    const CudaBatch& m_batch;
    DeviceMemory m_activations, m_activationBlocks, m_tilePartial;
};

}  // namespace hearth::cuda
