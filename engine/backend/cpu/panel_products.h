#pragma once

#include <cstddef>

#include "backend/cpu/kernels.h"
#include "backend/cpu/panel_rows.h"
#include "backend/cpu/product.h"
#include "backend/cpu/thread_pool.h"
#include "backend/cpu/unpacked_strips.h"

namespace hearth::cpu {

/// Products of any rows with any weights: strips of weights pass panels of 8-bit activations, or rows of
/// floats. For one thread; all that it is made of outlives it.
class PanelProducts {
public:
    PanelProducts(const KernelTable& kernels, ThreadPool& pool)
        : m_kernels(kernels), m_pool(pool), m_rows(kernels), m_unpacked(kernels) {}

    /// Throws Error(OutOfMemory).
    void run(const Product& product);

private:
    struct Cut;

    void runTask(const Product& product, const PanelRows::View& view, const Cut& cut, size_t task,
                 unsigned thread) const;
    void runStrip(const Product& product, const PanelRows::View& view, size_t part, size_t strip,
                  size_t column, size_t firstRow, size_t lastRow) const;
    void dot(const Product& product, const ProductPart& matrix, size_t strip, const PanelRows::View& view,
             size_t row, size_t width, float* tile) const;

    const KernelTable& m_kernels;
    ThreadPool& m_pool;
    PanelRows m_rows;
    UnpackedStrips m_unpacked;
};

}  // namespace hearth::cpu
