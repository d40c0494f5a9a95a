#pragma once

#include <vector>

#include "backend/backend.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/strip_layout.h"
#include "backend/cpu/thread_pool.h"

namespace hearth::cpu {

/// A matrix as strips (strip_layout.h), and small ones and vectors also as plain numbers.
struct CpuWeight final : Weight {
    StripType stripType = StripType::F32;
    Arena::Piece strips;  ///< (experts, strips, stripBytes)
    size_t stripBytes = 0;
    size_t stripsPerExpert = 0;
    std::vector<float> values;  ///< (experts, rows, columns), or empty

    const std::byte* strip(size_t expert, size_t index) const noexcept {
        return strips.data + (expert * stripsPerExpert + index) * stripBytes;
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
