#pragma once

#include <cstddef>

#include "backend/cpu/activation_panels.h"
#include "backend/cpu/gemm.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/thread_pool.h"
#include "backend/cpu/unpacked_row_panels.h"

namespace hearth::cpu {

/// GEMMs of any rows with any weights: row panels of weights pass panels of 8-bit activations, or rows
/// of floats. For one thread; all that it is made of outlives it.
class PackedGemm {
public:
    PackedGemm(const KernelTable& kernels, ThreadPool& pool)
        : m_kernels(kernels), m_pool(pool), m_rows(kernels), m_unpacked(kernels) {}

    /// Throws Error(OutOfMemory).
    void run(const Gemm& product);

private:
    struct Cut;

    void runTask(const Gemm& product, const ActivationPanels::View& view, const Cut& cut, size_t task,
                 unsigned thread) const;
    void runRowPanel(const Gemm& product, const ActivationPanels::View& view, size_t part, size_t rowPanel,
                     size_t column, size_t firstRow, size_t lastRow) const;
    void dot(const Gemm& product, const GemmPart& matrix, size_t rowPanel, const ActivationPanels::View& view,
             size_t row, size_t width, float* tile) const;

    const KernelTable& m_kernels;
    ThreadPool& m_pool;
    ActivationPanels m_rows;
    UnpackedRowPanels m_unpacked;
};

}  // namespace hearth::cpu
