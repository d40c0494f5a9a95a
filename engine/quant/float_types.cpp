#include <cstring>

#include "quant/dequantize.h"
#include "quant/half_float.h"

namespace hearth::quant {
namespace {

template <typename Stored>
void readNumbers(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t i = 0; i < count; ++i) {
        Stored value;
        std::memcpy(&value, blocks + i * sizeof(Stored), sizeof value);
        out[i] = static_cast<float>(value);
    }
}

}  // namespace

void readF32(const std::byte* blocks, size_t count, float* out) noexcept {
    if (count > 0) std::memcpy(out, blocks, count * sizeof(float));
}

void readF16(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t i = 0; i < count; ++i) out[i] = loadHalf(blocks + 2 * i);
}

void readBF16(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t i = 0; i < count; ++i) out[i] = bfloatToFloat(loadU16(blocks + 2 * i));
}

void readF64(const std::byte* blocks, size_t count, float* out) noexcept {
    readNumbers<double>(blocks, count, out);
}
void readI8(const std::byte* blocks, size_t count, float* out) noexcept {
    readNumbers<int8_t>(blocks, count, out);
}
void readI16(const std::byte* blocks, size_t count, float* out) noexcept {
    readNumbers<int16_t>(blocks, count, out);
}
void readI32(const std::byte* blocks, size_t count, float* out) noexcept {
    readNumbers<int32_t>(blocks, count, out);
}
void readI64(const std::byte* blocks, size_t count, float* out) noexcept {
    readNumbers<int64_t>(blocks, count, out);
}

}  // namespace hearth::quant
