#pragma once

#include <cstddef>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/batch_context.h"
#include "backend/cpu/gemm.h"
#include "backend/cpu/gemm_dispatch.h"
#include "backend/cpu/kernels.h"

namespace hearth::cpu {

/// Backend::linear and headLinear: which rows of the batch meet which matrices, and how finely activations
/// are rounded for that. For one thread; all that it is made of outlives it.
class CpuLinear {
public:
    CpuLinear(const KernelTable& kernels, BatchContext& batch, GemmDispatch& products)
        : m_kernels(kernels), m_batch(batch), m_products(products) {}

    /// Throws Error(BadInput | Unsupported | OutOfMemory).
    void linear(const LinearArgs& args);
    void headLinear(const HeadLinearArgs& args);

private:
    void placeRows(const LinearArgs& args, Gemm& product);
    void runWithPlanes(Gemm& product, bool attended, RowSet set);

    const KernelTable& m_kernels;
    BatchContext& m_batch;
    GemmDispatch& m_products;
    std::vector<const float*> m_in;  ///< rows of the running product
    std::vector<float*> m_out;
};

}  // namespace hearth::cpu
