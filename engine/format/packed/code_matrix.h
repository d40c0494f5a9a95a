#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "format/packed/packed_parts.h"

namespace hearth::format {

/// Integers of a matrix with a scale and a zero for every group of columns of a row.
struct CodeMatrix {
    uint64_t rows = 0, columns = 0;
    std::vector<uint8_t> codes{};     ///< (rows, columns)
    std::vector<float> scales{};      ///< (groups, rows)
    std::vector<uint16_t> zeros{};    ///< (groups, rows)
    std::vector<uint32_t> groupOf{};  ///< (columns)

    float scale(uint64_t row, uint64_t column) const { return scales[groupOf[column] * rows + row]; }
    int zero(uint64_t row, uint64_t column) const { return zeros[groupOf[column] * rows + row]; }
};

/// Layout of a packed matrix, checked. The codes are read on demand.
struct Packing {
    std::string name;
    SafeTensor codes{};
    /// Position of a code. ColumnsDown: columns next to each other in words that count down, then rows.
    /// RowsAcross: rows next to each other in the words of a column; shuffled as AWQ does. ColumnsAcross:
    /// each row is one run of bits.
    enum class Order : uint8_t {
        ColumnsDown,
        RowsAcross,
        RowsAcrossShuffled,
        ColumnsAcross
    } order = Order::ColumnsDown;
    uint32_t bits = 4;          ///< 1 to 8
    bool signedCodes = false;   ///< of 8 bits, in two's complement; zeros count from 128 all the same
    uint64_t groupColumns = 0;  ///< columns of a group
    CodeMatrix matrix{};        ///< all but the codes
    BlockType type = BlockType::F16;
};

/// Place in a word of AWQ of each of eight neighbours.
uint32_t shuffledPlace(uint32_t place) noexcept;
/// The number of this many bits at a bit position in a run of words without gaps.
uint32_t bitsAt(std::span<const std::byte> bytes, uint64_t bit, uint32_t bits) noexcept;
/// Gives each column its group, one group after the other.
void groupInOrder(Packing& packing);
/// Scales as (groups, rows), or as (rows, groups); of one group also one of all rows. Throws Error(BadFile)
/// when they have another shape or would overflow.
void readScales(Packing& packing, const SafeTensor& tensor, uint64_t groups, bool rowsFirst,
                const std::vector<BytesReader>& readers);
/// The matrix in the type that loses nothing, or least: Q4_0, Q5_0 or Q8_0 where groups hold whole blocks and
/// each code less its zero fits, else F16.
UnpackedMatrix unpackedOf(Packing packing, const std::vector<BytesReader>& readers);

}  // namespace hearth::format
