#pragma once

#include <cstdint>
#include <memory>

#include "backend/backend.h"
#include "backend/cuda/cuda_context.h"
#include "backend/cuda/cuda_offloaded_experts.h"
#include "backend/cuda/weight_uploader.h"

namespace hearth::cuda {

/// Weights on their way to the GPU: Backend::upload and uploadBytes. For one thread; what it gets outlives
/// it.
class CudaWeights {
public:
    CudaWeights(CudaContext& context, CudaOffloadedExperts& offloaded)
        : m_context(context), m_offloaded(offloaded) {}

    uint64_t uploadBytes(const WeightSource& source) const;
    std::unique_ptr<Weight> upload(const WeightSource& source);
    /// Waits for copies that are under way and gives back the memory that loading takes.
    void finishLoading() noexcept { m_uploader.reset(); }

private:
    CudaContext& m_context;
    CudaOffloadedExperts& m_offloaded;
    std::unique_ptr<WeightUploader> m_uploader;  ///< from the first weight to finishLoading()
};

}  // namespace hearth::cuda
