#pragma once

#include <cstddef>
#include <cstdint>

/// Memory layout of weights for the kernels. A matrix is cut into row panels of 16 rows, and a row panel is
/// one contiguous stream of units over the whole input dimension, so that a matrix-vector product reads
/// memory in order. A unit holds the scales of its blocks first, then the blocks; a block is 16 rows by 32
/// columns.
///
/// Within a block, column k of row r is byte r * 4 + k % 4 of the 64-byte line k / 4 (eight lines). Four-bit
/// values keep line g in the low and line g + 4 in the high nibbles of line g (four lines). The further bits
/// of 5-bit values are one line: bit g of byte b belongs to byte b of line g. Those of 6-bit values are two
/// lines: bits 2f and 2f + 1 of byte b of high line h belong to byte b of line h + 2f. Signed bytes are
/// stored with the sign bit flipped.
///
///   Q4_0, Q5_0, Q8_0  unit = 64 columns:  f16 d[2][16], 2 blocks
///   Q4_1, Q5_1        unit = 64 columns:  f16 d[2][16], f16 m[2][16], 2 blocks
///   Q4_K, Q5_K        unit = 256 columns: f16 d[16], f16 dmin[16], u8 sc[8][16], u8 mn[8][16], 8 blocks
///   Q6_K              unit = 256 columns: f16 d[16], 32 bytes unused, s8 sc[8][2][16], 8 blocks
///   F32, F16, BF16    unit = 1 column:    16 values
///   E4M3, E5M2        unit = 128 columns: f32 scale[16], 128 columns of 16 codes, one after the other; the
///                     scale of E4M3 is 2^8 times that of the file, see loadByteFloats()
///
/// Columns are padded with blocks of scale zero up to whole units, rows with zero rows up to whole row
/// panels.
namespace hearth::cpu {

enum class RowPanelType : uint8_t {
    Q4_0,
    Q4_1,
    Q5_0,
    Q5_1,
    Q8_0,
    Q4_K,
    Q5_K,
    Q6_K,
    F32,
    F16,
    BF16,
    E4M3,
    E5M2
};
inline constexpr size_t rowPanelTypes = 13;
inline constexpr size_t quantizedRowPanelTypes = 8;
inline constexpr size_t rowPanelRows = 16;
inline constexpr size_t blockColumns = 32;
/// Activation panels are padded to this many columns, which is a whole number of units of every type.
inline constexpr size_t panelColumns = 256;

constexpr bool isFloat(RowPanelType type) noexcept {
    return type >= RowPanelType::F32;
}
constexpr bool isByteFloat(RowPanelType type) noexcept {
    return type >= RowPanelType::E4M3;
}

/// Sizes of one type's units, bytes and columns.
struct RowPanelFormat {
    size_t unitColumns;
    size_t headBytes;
    size_t blockBytes;
    constexpr size_t blocks() const noexcept { return unitColumns / blockColumns; }
    constexpr size_t unitBytes() const noexcept {
        return unitColumns < blockColumns ? blockBytes : headBytes + blocks() * blockBytes;
    }
    constexpr size_t units(size_t columns) const noexcept {
        return (columns + unitColumns - 1) / unitColumns;
    }
    constexpr size_t rowPanelBytes(size_t columns) const noexcept { return units(columns) * unitBytes(); }
};

constexpr RowPanelFormat rowPanelFormat(RowPanelType type) noexcept {
    switch (type) {
        case RowPanelType::Q4_0:
            return {64, 64, 256};
        case RowPanelType::Q4_1:
            return {64, 128, 256};
        case RowPanelType::Q5_0:
            return {64, 64, 320};
        case RowPanelType::Q5_1:
            return {64, 128, 320};
        case RowPanelType::Q8_0:
            return {64, 64, 512};
        case RowPanelType::Q4_K:
            return {256, 320, 256};
        case RowPanelType::Q5_K:
            return {256, 320, 320};
        case RowPanelType::Q6_K:
            return {256, 320, 384};
        case RowPanelType::F32:
            return {1, 0, 64};
        case RowPanelType::E4M3:
        case RowPanelType::E5M2:
            return {128, 64, 512};
        case RowPanelType::F16:
        case RowPanelType::BF16:
            break;
    }
    return {1, 0, 32};
}

/// Bytes of 16 rows by 32 columns with a byte for each weight and float scales, see unpacked_kernels.h.
inline constexpr size_t unpackedBlockBytes = 8 * 64 + 2 * rowPanelRows * 4;

constexpr size_t rowPanelCount(size_t rows) noexcept {
    return (rows + rowPanelRows - 1) / rowPanelRows;
}

/// Activations as the integer kernels read them: `width` rows of the batch side by side, for each 32 columns
///   s8 q[8][width][4]; f32 scale[width]; f32 scaledSum[width]; s32 bias[width]; s32 biasFirst[width]
/// scaledSum = scale * sum(q), bias = -8 * sum(q), biasFirst = -8 * sum(q of the first 16 columns).
constexpr size_t panelBlockBytes(size_t width) noexcept {
    return width * (32 + 16);
}
constexpr size_t panelBlocks(size_t columns) noexcept {
    return (columns + panelColumns - 1) / panelColumns * (panelColumns / blockColumns);
}
constexpr size_t panelBytes(size_t columns, size_t width) noexcept {
    return panelBlocks(columns) * panelBlockBytes(width);
}

}  // namespace hearth::cpu
