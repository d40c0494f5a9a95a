#pragma once

#include "backend/backend.h"
#include "backend/cuda/cuda_batch.h"
#include "backend/cuda/cuda_context.h"

namespace hearth::cuda {

/// Layers that carry a state: Backend::convolve and recur. For one thread; what it gets outlives it.
class CudaRecurrence {
public:
    CudaRecurrence(CudaContext& context, const CudaBatch& batch) : m_context(context), m_batch(batch) {}

    /// Both throw Error(Unsupported).
    void convolve(const ConvolutionArgs& args);
    void recur(const RecurrenceArgs& args);

private:
    CudaContext& m_context;
    const CudaBatch& m_batch;
};

}  // namespace hearth::cuda
