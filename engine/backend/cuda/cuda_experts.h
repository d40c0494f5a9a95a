#pragma once

#include "backend/backend.h"
#include "backend/cuda/cuda_batch.h"
#include "backend/cuda/cuda_context.h"
#include "backend/cuda/cuda_linear.h"
#include "backend/cuda/cuda_offloaded_experts.h"
#include "backend/cuda/expert_products.h"
#include "backend/cuda/kernel_arguments.h"

namespace hearth::cuda {

/// Mixtures of experts: Backend::experts. For one thread; what it gets outlives it.
class CudaExperts {
public:
    CudaExperts(CudaContext& context, const CudaBatch& batch, CudaLinear& linear)
        : m_context(context),
          m_batch(batch),
          m_linear(linear),
          m_products(context, batch, linear),
          m_offloaded(context, batch, m_products) {}

    /// Throws Error(Unsupported | OutOfMemory).
    void run(const ExpertsArgs& args);
    /// Those whose weights are in host memory.
    CudaOffloadedExperts& offloaded() noexcept { return m_offloaded; }
    const CudaOffloadedExperts& offloaded() const noexcept { return m_offloaded; }

private:
    /// Chooses the experts of every row.
    RouterView routeRows(const ExpertsArgs& args);
    /// Gate and up of the chosen experts: rows of shape (used, hidden).
    LinearView wideExperts(const ExpertsArgs& args, const RouterView& router);
    /// Down projections of the chosen experts, weighted and added up.
    LinearView narrowExperts(const ExpertsArgs& args, const RouterView& router, const Rows& inner) const;

    CudaContext& m_context;
    const CudaBatch& m_batch;
    CudaLinear& m_linear;
    ExpertProducts m_products;
    CudaOffloadedExperts m_offloaded;
    DeviceMemory m_routerLogits, m_chosen, m_chosenWeights, m_inner;
};

}  // namespace hearth::cuda
