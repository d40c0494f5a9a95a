#pragma once

#include <vector>

#include "backend/backend.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/row_panel_layout.h"
#include "backend/cpu/thread_pool.h"

namespace hearth::cpu {

/// A matrix as row panels (row_panel_layout.h), and small ones and vectors also as plain numbers.
struct CpuWeight final : Weight {
    RowPanelType rowPanelType = RowPanelType::F32;
    Arena::Piece rowPanels;  ///< (experts, row panels, rowPanelBytes)
    size_t rowPanelBytes = 0;
    size_t rowPanelsPerExpert = 0;
    std::vector<float> values;  ///< (experts, rows, columns), or empty

    const std::byte* rowPanel(size_t expert, size_t index) const noexcept {
        return rowPanels.data + (expert * rowPanelsPerExpert + index) * rowPanelBytes;
    }
};

/// Bytes that packWeight would take.
uint64_t packedBytes(const WeightSource& source);
/// Reads and repacks a matrix, sharing the work between the threads of the pool.
/// Throws Error(Unsupported) for block types that cannot be read, Error(OutOfMemory), and what source.read
/// throws.
std::unique_ptr<CpuWeight> packWeight(const WeightSource& source, Arena& arena, ThreadPool& pool);

/// The plain numbers of a weight of this backend; nullptr for nullptr. Throws Error(Unsupported) for matrices
/// too large to have been kept as numbers.
const float* valuesOf(const Weight* weight);

}  // namespace hearth::cpu
