#include "quant/dequantize.h"
#include "quant/half_float.h"

// Blocks of 32 elements. Element i < 16 of the 4- and 5-bit types is the low nibble of byte i, element i + 16
// the high one. Layouts: Q4_0 {f16 d, nibbles}, Q4_1 {f16 d, f16 m, nibbles}, Q5_x the same with u32 of fifth
// bits before the nibbles, Q8_0 {f16 d, i8[32]}, Q8_1 {f16 d, f16 sum, i8[32]}. Value = d*q + m, with q
// centred where there is no m.
namespace hearth::quant {
namespace {

constexpr size_t blockElements = 32;
constexpr size_t halfBlock = 16;

void readBytes(const std::byte* quants, float scale, float* out) noexcept {
    for (size_t i = 0; i < blockElements; ++i)
        out[i] = scale * static_cast<float>(static_cast<int8_t>(loadByte(quants + i)));
}

/// Writes one block: map(q) gives the value of a quant; bit i of fifthBits is bit 4 of element i's quant.
template <typename Map>
void readNibbles(const std::byte* nibbles, uint32_t fifthBits, float* out, Map map) noexcept {
    for (size_t i = 0; i < halfBlock; ++i) {
        const uint8_t pair = loadByte(nibbles + i);
        const uint32_t low = (pair & 0xFU) | (((fifthBits >> i) & 1U) << 4);
        const uint32_t high = (pair >> 4U) | (((fifthBits >> (i + halfBlock)) & 1U) << 4);
        out[i] = map(static_cast<int>(low));
        out[i + halfBlock] = map(static_cast<int>(high));
    }
}

}  // namespace

void readQ4_0(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 18, out += blockElements) {
        const float scale = loadHalf(blocks);
        readNibbles(blocks + 2, 0, out, [=](int q) { return scale * static_cast<float>(q - 8); });
    }
}

void readQ4_1(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 20, out += blockElements) {
        const float scale = loadHalf(blocks);
        const float least = loadHalf(blocks + 2);
        readNibbles(blocks + 4, 0, out, [=](int q) { return scale * static_cast<float>(q) + least; });
    }
}

void readQ5_0(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 22, out += blockElements) {
        const float scale = loadHalf(blocks);
        readNibbles(blocks + 6, loadU32(blocks + 2), out,
                    [=](int q) { return scale * static_cast<float>(q - 16); });
    }
}

void readQ5_1(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 24, out += blockElements) {
        const float scale = loadHalf(blocks);
        const float least = loadHalf(blocks + 2);
        readNibbles(blocks + 8, loadU32(blocks + 4), out,
                    [=](int q) { return scale * static_cast<float>(q) + least; });
    }
}

void readQ8_0(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 34, out += blockElements)
        readBytes(blocks + 2, loadHalf(blocks), out);
}

void readQ8_1(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 36, out += blockElements)
        readBytes(blocks + 4, loadHalf(blocks), out);
}

}  // namespace hearth::quant
