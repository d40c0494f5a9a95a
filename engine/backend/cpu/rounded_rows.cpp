#include "backend/cpu/rounded_rows.h"

#include <bit>

namespace hearth::cpu {

void settle(const Slice& slice) noexcept {
    if (slice.buffer == nullptr) return;
    auto& buffer = static_cast<CpuBuffer&>(*slice.buffer);
    if (buffer.roundedColumns == 0) return;
    const Slice held{slice.buffer, buffer.roundedFirst, buffer.roundedColumns};
    const size_t stride = roundedStride(held.columns);
    for (size_t row = 0; row < buffer.roundedRows; ++row) {
        const uint16_t* from = buffer.rounded.as<uint16_t>() + row * stride;
        float* to = rowOf(held, row);
        for (size_t i = 0; i < held.columns; ++i) to[i] = std::bit_cast<float>(uint32_t{from[i]} << 16U);
    }
    buffer.roundedColumns = 0;
}

uint16_t* holdRounded(const Slice& slice, size_t rows) {
    auto& buffer = static_cast<CpuBuffer&>(*slice.buffer);
    const bool same = buffer.roundedFirst == slice.firstColumn && buffer.roundedColumns == slice.columns;
    if (!same) settle(slice);
    // Tiles read whole groups of rows.
    buffer.rounded.reserve(roundUp(rows, 16) * roundedStride(slice.columns) * sizeof(uint16_t));
    buffer.roundedFirst = slice.firstColumn;
    buffer.roundedColumns = slice.columns;
    buffer.roundedRows = rows;
    return buffer.rounded.as<uint16_t>();
}

const uint16_t* heldRounded(const Slice& slice) noexcept {
    const auto& buffer = static_cast<const CpuBuffer&>(*slice.buffer);
    const bool held = buffer.roundedColumns == slice.columns && buffer.roundedFirst == slice.firstColumn;
    return held ? buffer.rounded.as<uint16_t>() : nullptr;
}

}  // namespace hearth::cpu
