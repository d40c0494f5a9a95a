#pragma once

#include "backend/backend.h"
#include "backend/cuda/cuda_batch.h"
#include "backend/cuda/cuda_context.h"

namespace hearth::cuda {

/// Attention over block tables: Backend::attention. For one thread; what it gets outlives it.
class CudaAttention {
public:
    CudaAttention(CudaContext& context, CudaBatch& batch) : m_context(context), m_batch(batch) {}

    /// Throws Error(Unsupported | OutOfMemory).
    void attend(const AttentionArgs& args);

private:
    CudaContext& m_context;
    CudaBatch& m_batch;
    DeviceMemory m_partial;  ///< what splits of a row's slots leave
};

}  // namespace hearth::cuda
