#pragma once

#include <cstddef>

#include "backend/cpu/gemm.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/thread_pool.h"

namespace hearth::cpu {

/// The rows in the panel that begins at a row, when each takes `planes` of its columns: panels have eight
/// columns first, then what is left in powers of two.
constexpr size_t panelRowsAt(size_t row, size_t rows, size_t planes) noexcept {
    const size_t left = (rows - row) * planes;
    return (left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1) / planes;
}

/// The rows of a product as its kernels read them: normalised where it has a norm, as panels of 8-bit numbers
/// where it has weights in blocks, and as floats where it has weights in floats. For one product at a time.
class ActivationPanels {
public:
    /// The rows that a thread reads for a product.
    struct View {
        const std::byte* panels = nullptr;  ///< (rows, panelBytes(columns, planes)) one after the other
        const float* floats = nullptr;      ///< (rows, roundUp(columns, 16)); only with weights in floats
    };

    explicit ActivationPanels(const KernelTable& kernels) : m_kernels(kernels) {}

    /// Reserves memory for a product that this number of threads prepare. Before the region; throws
    /// Error(OutOfMemory).
    void reserve(const Gemm& product, unsigned threads);
    /// In a region, on every thread of it; when it returns all rows are there. A single row is prepared by
    /// every thread for itself, which is cheaper than waiting for one to do it.
    View prepare(const Gemm& product, const ThreadPool::Region& region);

private:
    /// The place that a thread writes its rows to.
    struct Place {
        float* floats = nullptr;  ///< of all rows with keepsFloats, else of one panel's, its own
        std::byte* panels = nullptr;
        bool keepsFloats = false;
        bool makesPanels = false;
        bool bounded = false;
    };
    void prepareRows(const Gemm& product, const Place& place, size_t row, size_t count);

    const KernelTable& m_kernels;
    Memory m_panels;
    Memory m_floats;
};

}  // namespace hearth::cpu
