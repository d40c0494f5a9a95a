#pragma once

#include <span>

#include "backend/backend.h"
#include "backend/cuda/cuda_context.h"

namespace hearth::cuda {

/// The best logits of each row, read back at once: Backend::bestLogits. For one thread; the context outlives
/// it.
class CudaSampling {
public:
    explicit CudaSampling(CudaContext& context) : m_context(context) {}

    /// False where more are asked for than the kernel picks.
    bool bestLogits(const Slice& logits, std::span<const BestLogitsQuery> queries, std::span<BestLogits> out);

private:
    CudaContext& m_context;
    PinnedMemory m_sampling;  ///< what is sent, then what comes back
    DeviceMemory m_logitRequests, m_logitKeys, m_logitSums, m_bestLogits;
};

}  // namespace hearth::cuda
