#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/backend.h"
#include "backend/cpu/memory.h"

/// Activations between two products of many rows stay bfloat16, as the second reads them anyway: some columns
/// of a buffer are then newer there (CpuBuffer::rounded) than its floats. For one thread, outside of regions.
namespace hearth::cpu {

/// Elements from one row of bfloat16 to the next.
constexpr size_t roundedStride(size_t columns) noexcept {
    // Not a multiple of a page, or rows of a tile would fall on the same lines of the cache.
    return roundUp(columns, 32) + 32;
}

/// Makes the floats of a slice's buffer current again; without a buffer it does nothing.
void settle(const Slice& slice) noexcept;
/// Memory for `rows` rows of a slice, which the caller will write as bfloat16 instead of floats; it stays the
/// buffer's. What else of the buffer was bfloat16 is settled.
/// Throws Error(OutOfMemory).
uint16_t* holdRounded(const Slice& slice, size_t rows);
/// The rows of a slice where they are bfloat16 now, else nullptr.
const uint16_t* heldRounded(const Slice& slice) noexcept;

}  // namespace hearth::cpu
