#pragma once

#include "backend/cuda/cuda_batch.h"
#include "backend/cuda/cuda_context.h"
#include "backend/cuda/cuda_linear.h"
#include "backend/cuda/kernel_arguments.h"

namespace hearth::cuda {

/// The two products of a mixture of experts on the stream: `wide` (gate and up of the chosen experts) and
/// `narrow` (their down projections, weighted and added up). For one thread; what it gets outlives it.
class ExpertProducts {
public:
    ExpertProducts(CudaContext& context, const CudaBatch& batch, CudaLinear& linear)
        : m_context(context), m_batch(batch), m_linear(linear) {}

    /// Both, with all weights on the GPU.
    void addBoth(LinearView wide, LinearView narrow, const RouterView& router);
    /// True if rows that go to one expert share its weights.
    bool sharesWeights(const LinearView& wide, const LinearView& narrow) const;
    /// Turns both into products of many rows, in which those that go to one expert share its weights. Each
    /// product has the bits that it has for one row.
    void bringTogether(LinearView& wide, LinearView& narrow, const RouterView& router);
    /// Has the down projections leave each item's result by itself; returns what weights and adds them up.
    ExpertSumView separateSum(LinearView& narrow, const RouterView& router);
    /// One of them, with scratch for the activations where its items are in the order of their experts.
    void add(LinearView view);

private:
    CudaContext& m_context;
    const CudaBatch& m_batch;
    CudaLinear& m_linear;
    DeviceMemory m_expertOrder, m_expertTiles, m_expertSums;
};

}  // namespace hearth::cuda
