#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "backend/backend.h"
#include "backend/cuda/cuda_batch.h"
#include "backend/cuda/cuda_context.h"
#include "backend/cuda/device_objects.h"
#include "backend/cuda/expert_products.h"
#include "backend/cuda/kernel_arguments.h"

namespace hearth::cuda {

/// Mixtures of experts whose weights are in host memory: Backend::hostExperts. For one thread but traffic();
/// what it gets outlives it.
class CudaOffloadedExperts {
public:
    CudaOffloadedExperts(CudaContext& context, const CudaBatch& batch, ExpertProducts& products)
        : m_context(context), m_batch(batch), m_products(products) {}

    /// Keeps this many experts of each layer on the GPU from now on; 0: all.
    void keep(uint32_t onGpu) noexcept { m_onGpu = onGpu; }
    uint32_t onGpu() const noexcept { return m_onGpu; }
    /// True if the weight is one of experts that go to host memory.
    bool isHosted(const WeightSource& source) const;
    /// Reads such a weight. Errors as of OffloadedExperts.
    void upload(const WeightSource& source, DeviceWeight& weight);
    /// Any thread.
    ExpertTraffic traffic() const;
    /// Adds both products (ExpertProducts) for the rows' choices, and brings the experts that they need.
    /// Waits for the choices. Throws Error(Device | OutOfMemory).
    void compute(const ExpertsArgs& args, LinearView wide, LinearView narrow, const RouterView& router);

private:
    void computeInPasses(const ExpertsArgs& args, const std::vector<ExpertCache::Pass>& passes,
                         LinearView wide, LinearView narrow, const RouterView& router);
    /// Waits for the choices of all rows; the experts among them, each once, in ascending order.
    std::vector<int> chosenExperts(const RouterView& router);
    /// Sends the table of the experts that the layer now has on the GPU, and the table of each pass if there
    /// are several.
    void sendTables(const ResidentExperts& layer, const std::vector<ExpertCache::Pass>& passes);
    /// Copies the experts that a pass computes before the stream continues.
    void bringExperts(const ExpertsArgs& args, const ExpertCache::Pass& pass, size_t number);

    CudaContext& m_context;
    const CudaBatch& m_batch;
    ExpertProducts& m_products;
    StreamOwner m_stream;  ///< copies run concurrently with the computation
    uint32_t m_onGpu = 0;
    PinnedMemory m_chosen, m_tables;
    DeviceMemory m_passTables;  ///< (passes, experts): the slots of what each pass computes
    std::vector<EventOwner> m_copied, m_computed;  ///< by pass
    std::atomic<int> m_experts = 0;
    std::atomic<uint64_t> m_hostBytes = 0, m_hits = 0, m_misses = 0, m_copiedBytes = 0;
};

}  // namespace hearth::cuda
