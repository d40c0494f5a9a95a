#pragma once

#include <cstddef>

#include "backend/cpu/gemm.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/memory.h"

namespace hearth::cpu {

/// RowPanels against many panels, with their weights unpacked to bytes once for all of them, for processors
/// on which that pays. The bits are those of KernelTable::panelDot, panel by panel. For one product at a
/// time.
class UnpackedRowPanels {
public:
    /// Panels that a row panel passes at most.
    static constexpr size_t mostPanels = 32;

    explicit UnpackedRowPanels(const KernelTable& kernels) : m_kernels(kernels) {}

    /// True if there are kernels for the weights of a part (and of its gate).
    bool take(const Gemm& product, size_t part) const noexcept;
    /// Reserves memory for this number of threads. Before the region; throws Error(OutOfMemory).
    void reserve(unsigned threads);
    /// Multiplies a row panel of a part, whose output begins at a column, with `count` whole panels, up to
    /// mostPanels, from a row on; `panels` are those of all rows, see ActivationPanels::View.
    void multiply(const Gemm& product, size_t part, size_t rowPanel, size_t column, const std::byte* panels,
                  size_t firstRow, size_t count, unsigned thread) const;

private:
    struct Work;

    void finishTile(const Work& work, size_t panel, float* last) const;

    const KernelTable& m_kernels;
    Memory m_scratch;  ///< by thread
};

}  // namespace hearth::cpu
