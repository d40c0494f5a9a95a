#include <array>
#include <cstring>

#include "quant/byte_float.h"
#include "quant/dequantize.h"

// Floats of 8 bits, 128 with a scale: f32 scale, codes[128]. Files keep the scales in tensors of their own,
// one for 128 x 128 numbers, a row or all; here each run of 128 has a copy, 3 % more than codes alone.
namespace hearth::quant {
namespace {

constexpr size_t elements = 128, scaleBytes = sizeof(float);

using Values = std::array<float, 256>;

Values valuesOf(float (*valueOf)(uint8_t)) noexcept {
    Values values{};
    for (size_t code = 0; code < values.size(); ++code) values[code] = valueOf(static_cast<uint8_t>(code));
    return values;
}

void readBlocks(const Values& values, const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += scaleBytes + elements, out += elements) {
        float scale = 0;
        std::memcpy(&scale, blocks, sizeof scale);
        for (size_t i = 0; i < elements; ++i) out[i] = scale * values[loadByte(blocks + scaleBytes + i)];
    }
}

}  // namespace

void readE4M3(const std::byte* blocks, size_t count, float* out) noexcept {
    static const Values values = valuesOf(floatOfE4m3);
    readBlocks(values, blocks, count, out);
}

void readE5M2(const std::byte* blocks, size_t count, float* out) noexcept {
    static const Values values = valuesOf(floatOfE5m2);
    readBlocks(values, blocks, count, out);
}

}  // namespace hearth::quant
