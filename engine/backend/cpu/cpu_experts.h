#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/batch_context.h"
#include "backend/cpu/expert_visits.h"
#include "backend/cpu/gemm.h"
#include "backend/cpu/gemm_dispatch.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/thread_pool.h"
#include "backend/expert_choice.h"

namespace hearth::cpu {

/// Mixture of experts: Backend::experts. Rows are gathered by expert, so that each expert's matrices are read
/// once a batch. For one thread; all that it is made of outlives it.
class CpuExperts {
public:
    CpuExperts(const KernelTable& kernels, ThreadPool& pool, const BatchContext& batch,
               GemmDispatch& products)
        : m_kernels(kernels), m_pool(pool), m_batch(batch), m_products(products) {}

    /// Throws Error(Unsupported | OutOfMemory).
    void run(const ExpertsArgs& args);

private:
    void routeRows(const ExpertsArgs& args);
    void multiply(std::span<const GemmPart> parts, size_t columns, bool gated, Activation activation);
    void runExpert(const ExpertsArgs& args, uint32_t expert);
    void open(const ExpertsArgs& args, float weight, float* both, size_t hidden, float* out) const;
    void sumExperts(const ExpertsArgs& args);

    const KernelTable& m_kernels;
    ThreadPool& m_pool;
    const BatchContext& m_batch;
    GemmDispatch& m_products;

    ExpertChooser m_chooser;
    ExpertVisits m_visits;
    Memory m_normalized, m_logits;    ///< (rows, columns), (rows, experts)
    Memory m_both, m_inner, m_outer;  ///< (visits, ...), by expert
    Memory m_sums;                    ///< a row by thread
    std::vector<const float*> m_in;   ///< rows of the running product
    std::vector<float*> m_out;
};

}  // namespace hearth::cpu
