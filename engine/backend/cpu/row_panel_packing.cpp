#include "backend/cpu/row_panel_packing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "quant/byte_float.h"

namespace hearth::cpu {

namespace {

uint16_t loadU16(const uint8_t* p) noexcept {
    return hearth::loadU16(reinterpret_cast<const std::byte*>(p));
}
void storeU16(std::byte* p, uint16_t value) noexcept {
    std::memcpy(p, &value, 2);
}

/// To nearest, ties to even; what is beyond bfloat16 (nothing that blocks hold) becomes infinity.
uint16_t roundToBfloat(float value) noexcept {
    const auto bits = std::bit_cast<uint32_t>(value);
    if (std::isnan(value)) return static_cast<uint16_t>(bits >> 16U | 0x40U);
    return static_cast<uint16_t>((bits + 0x7FFFU + (bits >> 16U & 1U)) >> 16U);
}

/// One block of 32 columns of one row as small unsigned numbers (signed bytes with the sign bit flipped).
using Values = std::array<uint8_t, blockColumns>;

void putNibbles(const Values& v, size_t row, std::byte* block) noexcept {
    for (size_t line = 0; line < 4; ++line)
        for (size_t i = 0; i < 4; ++i)
            block[line * 64 + row * 4 + i] =
                static_cast<std::byte>((v[line * 4 + i] & 15U) | (v[16 + line * 4 + i] & 15U) << 4U);
}

void putFives(const Values& v, size_t row, std::byte* block) noexcept {
    putNibbles(v, row, block);
    for (size_t i = 0; i < 4; ++i) {
        unsigned bits = 0;
        for (size_t line = 0; line < 8; ++line) bits |= (v[line * 4 + i] >> 4U & 1U) << line;
        block[256 + row * 4 + i] = static_cast<std::byte>(bits);
    }
}

void putSixes(const Values& v, size_t row, std::byte* block) noexcept {
    putNibbles(v, row, block);
    for (size_t high = 0; high < 2; ++high)
        for (size_t i = 0; i < 4; ++i) {
            unsigned bits = 0;
            for (size_t field = 0; field < 4; ++field)
                bits |= (v[(high + 2 * field) * 4 + i] >> 4U & 3U) << (2 * field);
            block[256 + high * 64 + row * 4 + i] = static_cast<std::byte>(bits);
        }
}

void putBytes(const Values& v, size_t row, std::byte* block) noexcept {
    for (size_t line = 0; line < 8; ++line) std::memcpy(block + line * 64 + row * 4, &v[line * 4], 4);
}

/// The blocks of 32 with one scale, and maybe one minimum: d at byte 0, then m, then the fifth bits, then the
/// rest.
void packSimple(BlockType type, size_t blocks, const uint8_t* stored, size_t row, RowPanelFormat format,
                std::byte* rowPanel) noexcept {
    const bool minimum = type == BlockType::Q4_1 || type == BlockType::Q5_1;
    const bool five = type == BlockType::Q5_0 || type == BlockType::Q5_1;
    const bool eight = type == BlockType::Q8_0;
    const size_t bytes = (minimum ? 4U : 2U) + (five ? 4U : 0U) + (eight ? 32U : 16U);
    for (size_t b = 0; b < blocks; ++b, stored += bytes) {
        std::byte* unit = rowPanel + b / 2 * format.unitBytes();
        storeU16(unit + (b % 2) * 32 + row * 2, loadU16(stored));
        if (minimum) storeU16(unit + 64 + (b % 2) * 32 + row * 2, loadU16(stored + 2));
        std::byte* block = unit + format.headBytes + (b % 2) * format.blockBytes;
        const uint8_t* q = stored + (minimum ? 4 : 2);
        Values v;
        if (eight) {
            for (size_t k = 0; k < 32; ++k) v[k] = q[k] ^ 0x80U;
            putBytes(v, row, block);
            continue;
        }
        uint32_t fifth = 0;
        if (five) {
            std::memcpy(&fifth, q, 4);
            q += 4;
        }
        for (size_t k = 0; k < 16; ++k) {
            v[k] = static_cast<uint8_t>((q[k] & 15U) | (fifth >> k & 1U) << 4U);
            v[k + 16] = static_cast<uint8_t>((q[k] >> 4U) | (fifth >> (k + 16) & 1U) << 4U);
        }
        five ? putFives(v, row, block) : putNibbles(v, row, block);
    }
}

/// Q4_K and Q5_K: f16 d, dmin; twelve bytes of 6-bit scales and minima; fifth bits (Q5_K); 128 bytes of
/// nibbles.
void packSuper45(bool five, size_t blocks, const uint8_t* stored, size_t row, RowPanelFormat format,
                 std::byte* rowPanel) noexcept {
    const size_t bytes = five ? 176 : 144;
    for (size_t u = 0; u < blocks; ++u, stored += bytes) {
        std::byte* unit = rowPanel + u * format.unitBytes();
        storeU16(unit + row * 2, loadU16(stored));
        storeU16(unit + 32 + row * 2, loadU16(stored + 2));
        const uint8_t* packed = stored + 4;
        const uint8_t* high = stored + 16;
        const uint8_t* q = stored + (five ? 48 : 16);
        for (size_t b = 0; b < 8; ++b) {
            const unsigned scale =
                b < 4 ? packed[b] & 63U : (packed[b + 4] & 15U) | (packed[b - 4] >> 6U) << 4U;
            const unsigned minimum =
                b < 4 ? packed[b + 4] & 63U : (packed[b + 4] >> 4U) | (packed[b] >> 6U) << 4U;
            unit[64 + b * 16 + row] = static_cast<std::byte>(scale);
            unit[192 + b * 16 + row] = static_cast<std::byte>(minimum);
            Values v;
            for (size_t k = 0; k < 32; ++k) {
                const unsigned nibble = q[b / 2 * 32 + k] >> (b % 2 * 4) & 15U;
                v[k] = static_cast<uint8_t>(nibble | (five ? (high[k] >> b & 1U) << 4U : 0U));
            }
            std::byte* block = unit + format.headBytes + b * format.blockBytes;
            five ? putFives(v, row, block) : putNibbles(v, row, block);
        }
    }
}

/// Q6_K: 128 bytes of low nibbles, 64 of high bits, 16 signed scales, f16 d; two halves of 128 columns.
void packSuper6(size_t blocks, const uint8_t* stored, size_t row, RowPanelFormat format,
                std::byte* rowPanel) noexcept {
    for (size_t u = 0; u < blocks; ++u, stored += 210) {
        std::byte* unit = rowPanel + u * format.unitBytes();
        storeU16(unit + row * 2, loadU16(stored + 208));
        for (size_t b = 0; b < 8; ++b) {
            const uint8_t* low = stored + b / 4 * 64 + b % 2 * 32;
            const uint8_t* high = stored + 128 + b / 4 * 32;
            for (size_t half = 0; half < 2; ++half)
                unit[64 + (b * 2 + half) * 16 + row] = static_cast<std::byte>(stored[192 + b * 2 + half]);
            Values v;
            for (size_t k = 0; k < 32; ++k)
                v[k] = static_cast<uint8_t>((low[k] >> (b % 4 / 2 * 4) & 15U) | (high[k] >> (b % 4 * 2) & 3U)
                                                                                    << 4U);
            putSixes(v, row, unit + format.headBytes + b * format.blockBytes);
        }
    }
}

/// Blocks of floats of 8 bits: f32 scale, 128 codes.
void packByteFloats(RowPanelType type, size_t blocks, const uint8_t* stored, size_t row,
                    RowPanelFormat format, std::byte* rowPanel) noexcept {
    for (size_t b = 0; b < blocks; ++b, rowPanel += format.unitBytes()) {
        float scale = 0;
        std::memcpy(&scale, stored, sizeof scale);
        stored += sizeof scale;
        if (type == RowPanelType::E4M3) scale *= 0x1p8F;
        std::memcpy(rowPanel + row * sizeof scale, &scale, sizeof scale);
        std::byte* codes = rowPanel + format.headBytes + row;
        for (size_t k = 0; k < format.unitColumns; ++k)
            codes[k * rowPanelRows] = static_cast<std::byte>(*stored++);
    }
}

void unpackByteFloats(RowPanelType type, const std::byte* rowPanel, size_t row,
                      std::span<float> out) noexcept {
    const RowPanelFormat format = rowPanelFormat(type);
    for (size_t k = 0; k < out.size(); ++k) {
        const std::byte* unit = rowPanel + k / format.unitColumns * format.unitBytes();
        float scale = 0;
        std::memcpy(&scale, unit + row * sizeof scale, sizeof scale);
        const uint8_t code = loadByte(unit + format.headBytes + k % format.unitColumns * rowPanelRows + row);
        out[k] = scale * (type == RowPanelType::E4M3 ? halfToFloat(halfOfE4m3(code)) : floatOfE5m2(code));
    }
}

/// Value of column k (below 32) of a row in a block, as stored: 0 to 15, 31, 63 or 255.
unsigned valueAt(RowPanelType type, const std::byte* block, size_t row, size_t k) noexcept {
    const size_t line = k / 4;
    const size_t at = row * 4 + k % 4;
    const auto byteAt = [block](size_t i) { return static_cast<unsigned>(block[i]); };
    if (type == RowPanelType::Q8_0) return byteAt(line * 64 + at);
    const unsigned nibble = byteAt(line % 4 * 64 + at) >> (line / 4 * 4) & 15U;
    if (type == RowPanelType::Q5_0 || type == RowPanelType::Q5_1 || type == RowPanelType::Q5_K)
        return nibble | (byteAt(256 + at) >> line & 1U) << 4U;
    if (type == RowPanelType::Q6_K)
        return nibble | (byteAt(256 + line % 2 * 64 + at) >> (line / 2 * 2) & 3U) << 4U;
    return nibble;
}

struct ScaleAndMinimum {
    float scale;
    float minimum;
};

/// value = scale * stored + minimum, for block b of a unit.
ScaleAndMinimum scaleAt(RowPanelType type, const std::byte* unit, size_t b, size_t row, size_t k) noexcept {
    const auto half = [unit](size_t at) {
        uint16_t bits = 0;
        std::memcpy(&bits, unit + at, 2);
        return halfToFloat(bits);
    };
    if (type == RowPanelType::Q4_K || type == RowPanelType::Q5_K)
        return {half(row * 2) * static_cast<float>(unit[64 + b * 16 + row]),
                -half(32 + row * 2) * static_cast<float>(unit[192 + b * 16 + row])};
    if (type == RowPanelType::Q6_K) {
        const float scale =
            half(row * 2) * static_cast<float>(static_cast<int8_t>(unit[64 + (b * 2 + k / 16) * 16 + row]));
        return {scale, -32.0F * scale};
    }
    const float d = half(b * 32 + row * 2);
    switch (type) {
        case RowPanelType::Q4_0:
            return {d, -8.0F * d};
        case RowPanelType::Q5_0:
            return {d, -16.0F * d};
        case RowPanelType::Q8_0:
            return {d, -128.0F * d};
        default:
            return {d, half(64 + b * 32 + row * 2)};
    }
}

}  // namespace

RowPanelType rowPanelTypeFor(BlockType type) noexcept {
    switch (type) {
        case BlockType::Q4_0:
            return RowPanelType::Q4_0;
        case BlockType::Q4_1:
            return RowPanelType::Q4_1;
        case BlockType::Q5_0:
            return RowPanelType::Q5_0;
        case BlockType::Q5_1:
            return RowPanelType::Q5_1;
        case BlockType::Q8_0:
            return RowPanelType::Q8_0;
        case BlockType::Q4_K:
            return RowPanelType::Q4_K;
        case BlockType::Q5_K:
            return RowPanelType::Q5_K;
        case BlockType::Q6_K:
            return RowPanelType::Q6_K;
        case BlockType::F32:
            return RowPanelType::F32;
        case BlockType::BF16:
            return RowPanelType::BF16;
        case BlockType::FP8_E4M3:
            return RowPanelType::E4M3;
        case BlockType::FP8_E5M2:
            return RowPanelType::E5M2;
        default:
            return RowPanelType::F16;
    }
}

bool packsExactly(BlockType type) noexcept {
    return type == BlockType::F16 || rowPanelTypeFor(type) != RowPanelType::F16;
}

bool suitsHalf(float peak) noexcept {
    constexpr float largest = 65504.0F;
    // A sixteenth of it, as typical weights are, still has more digits than bfloat16: the step below 2^-14 is
    // 2^-24.
    constexpr float smallest = 0x1p-11F;
    return peak == 0 || (peak >= smallest && peak <= largest);
}

void packRowPanel(BlockType type, size_t columns, std::span<const std::byte> rows, size_t rowBytes,
                  std::byte* rowPanel) {
    const RowPanelType target = rowPanelTypeFor(type);
    const RowPanelFormat format = rowPanelFormat(target);
    const size_t count = rows.size() / rowBytes;
    std::memset(rowPanel, 0, format.rowPanelBytes(columns));
    for (size_t row = 0; row < count; ++row) {
        const auto* stored = reinterpret_cast<const uint8_t*>(rows.data()) + row * rowBytes;
        switch (target) {
            case RowPanelType::F32:
                for (size_t k = 0; k < columns; ++k)
                    std::memcpy(rowPanel + k * 64 + row * 4, stored + k * 4, 4);
                break;
            case RowPanelType::F16:
            case RowPanelType::BF16:
                for (size_t k = 0; k < columns; ++k)
                    std::memcpy(rowPanel + k * 32 + row * 2, stored + k * 2, 2);
                break;
            case RowPanelType::E4M3:
            case RowPanelType::E5M2:
                packByteFloats(target, columns / format.unitColumns, stored, row, format, rowPanel);
                break;
            case RowPanelType::Q4_K:
            case RowPanelType::Q5_K:
                packSuper45(target == RowPanelType::Q5_K, columns / 256, stored, row, format, rowPanel);
                break;
            case RowPanelType::Q6_K:
                packSuper6(columns / 256, stored, row, format, rowPanel);
                break;
            default:
                packSimple(type, columns / 32, stored, row, format, rowPanel);
                break;
        }
    }
}

void packFloatRowPanel(RowPanelType type, size_t columns, std::span<const float> rows, std::byte* rowPanel) {
    std::memset(rowPanel, 0, rowPanelFormat(type).rowPanelBytes(columns));
    for (size_t row = 0; row < rows.size() / columns; ++row)
        for (size_t k = 0; k < columns; ++k) {
            const float value = rows[row * columns + k];
            if (type == RowPanelType::F32) {
                std::memcpy(rowPanel + k * 64 + row * 4, &value, 4);
            } else {
                storeU16(rowPanel + k * 32 + row * 2,
                         type == RowPanelType::F16 ? floatToHalf(value) : roundToBfloat(value));
            }
        }
}

void unpackRow(RowPanelType type, const std::byte* rowPanel, size_t row, std::span<float> out) noexcept {
    if (isByteFloat(type)) return unpackByteFloats(type, rowPanel, row, out);
    if (isFloat(type)) {
        for (size_t k = 0; k < out.size(); ++k) {
            if (type == RowPanelType::F32) {
                std::memcpy(&out[k], rowPanel + k * 64 + row * 4, 4);
                continue;
            }
            uint16_t bits = 0;
            std::memcpy(&bits, rowPanel + k * 32 + row * 2, 2);
            out[k] = type == RowPanelType::F16 ? halfToFloat(bits) : bfloatToFloat(bits);
        }
        return;
    }
    const RowPanelFormat format = rowPanelFormat(type);
    for (size_t k = 0; k < out.size(); k += 16) {
        const std::byte* unit = rowPanel + k / format.unitColumns * format.unitBytes();
        const size_t b = k % format.unitColumns / blockColumns;
        const ScaleAndMinimum s = scaleAt(type, unit, b, row, k % blockColumns);
        const std::byte* block = unit + format.headBytes + b * format.blockBytes;
        for (size_t i = 0; i < 16; ++i)
            out[k + i] =
                s.scale * static_cast<float>(valueAt(type, block, row, k % blockColumns + i)) + s.minimum;
    }
}

}  // namespace hearth::cpu
