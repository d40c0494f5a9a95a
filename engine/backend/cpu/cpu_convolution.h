#pragma once

#include "backend/backend.h"
#include "backend/cpu/batch_context.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/thread_pool.h"

namespace hearth::cpu {

/// Short convolutions along sequences: Backend::convolve. For one thread; all that it is made of outlives it.
class CpuConvolution {
public:
    CpuConvolution(const KernelTable& kernels, ThreadPool& pool, const BatchContext& batch)
        : m_kernels(kernels), m_pool(pool), m_batch(batch) {}

    /// Throws Error(Unsupported).
    void convolve(const ConvolutionArgs& args);

private:
    const KernelTable& m_kernels;
    ThreadPool& m_pool;
    const BatchContext& m_batch;
};

}  // namespace hearth::cpu
