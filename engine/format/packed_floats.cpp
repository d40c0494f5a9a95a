#include "format/packed_floats.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "quant/half_float.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

/// A value of 8 bits with so many exponent and mantissa bits (Micikevicius et al. 2022). E4M3 has no
/// infinity.
float floatOfByte(uint8_t byte, int mantissaBits) {
    const int exponentBits = 7 - mantissaBits, bias = (1 << (exponentBits - 1)) - 1;
    const int exponent = byte >> mantissaBits & ((1 << exponentBits) - 1),
              mantissa = byte & ((1 << mantissaBits) - 1);
    const bool special = mantissaBits == 3 ? (byte & 0x7F) == 0x7F : exponent == 31;
    if (special) return mantissaBits == 2 && mantissa == 0 ? (byte & 0x80 ? -INFINITY : INFINITY) : NAN;
    const float magnitude = exponent == 0 ? std::ldexp(static_cast<float>(mantissa), 1 - bias - mantissaBits)
                                          : std::ldexp(static_cast<float>(mantissa + (1 << mantissaBits)),
                                                       exponent - bias - mantissaBits);
    return (byte & 0x80) != 0 ? -magnitude : magnitude;
}

/// The reader of a matrix of 8-bit floats times scales for blocks of it.
struct ByteFloats {
    BytesReader file;
    uint64_t offset = 0, columns = 0, blockRows = 1, blockWidth = 1, scalesInRow = 1;
    std::vector<float> scales{};
    std::array<float, 256> values{};
    bool half = true;

    void read(uint64_t byteOffset, std::span<std::byte> out) const {
        // Odd ends of an element are read with the whole of it.
        const uint64_t first = byteOffset / 2, last = (byteOffset + out.size() + 1) / 2;
        std::vector<std::byte> bytes(last - first);
        file(offset + first, bytes);
        std::vector<uint16_t> result(bytes.size());
        for (uint64_t i = 0; i < bytes.size(); ++i) {
            const uint64_t row = (first + i) / columns, column = (first + i) % columns;
            const float value = values[static_cast<uint8_t>(bytes[i])] *
                                scales[row / blockRows * scalesInRow + column / blockWidth];
            uint32_t bits = 0;
            std::memcpy(&bits, &value, sizeof bits);
            // bfloat16: to nearest, ties to even
            result[i] = half ? floatToHalf(value)
                             : static_cast<uint16_t>((bits + 0x7FFFU + (bits >> 16U & 1U)) >> 16U);
        }
        std::memcpy(out.data(), reinterpret_cast<const std::byte*>(result.data()) + byteOffset % 2,
                    out.size());
    }
};

}  // namespace

UnpackedMatrix unpackByteFloats(const std::string& name, const PackedParts& parts, const Json& quantization,
                                const std::vector<BytesReader>& readers) {
    const SafeTensor& weight = partOf(parts, "weight", name);
    if (weight.shape.size() != 2) refuseWeights(name, "are no matrix");
    ByteFloats floats{.file = readers[weight.file], .offset = weight.offset, .columns = weight.shape[1]};
    const bool inverse = parts.contains("weight_scale_inv");
    const SafeTensor& scale = partOf(parts, inverse ? "weight_scale_inv" : "weight_scale", name);
    floats.scales = floatsOf(scale, readers);
    const uint64_t rows = weight.shape[0], count = scale.elements();
    if (count == 1) {
        floats.blockRows = rows, floats.blockWidth = floats.columns;
    } else if (count == rows) {
        floats.blockWidth = floats.columns;
    } else {
        std::array<uint64_t, 2> block{128, 128};
        if (const auto stated = quantization.find("weight_block_size");
            stated != quantization.end() && stated->is_array()) {
            size_t axis = 0;
            for (const Json& extent : *stated) {
                if (axis == block.size() || !extent.is_number_unsigned())
                    refuseWeights(name, "have scales for blocks of no shape");
                block[axis++] = extent.get<uint64_t>();
            }
        }
        if (block[0] == 0 || block[1] == 0) refuseWeights(name, "have scales for blocks of no size");
        floats.blockRows = block[0], floats.blockWidth = block[1];
        floats.scalesInRow = (floats.columns + block[1] - 1) / block[1];
        if (scale.shape != std::vector<uint64_t>{(rows + block[0] - 1) / block[0], floats.scalesInRow})
            refuseWeights(name, "have scales of another shape");
    }
    const int mantissaBits = weight.type == "F8_E5M2" ? 2 : 3;
    float largest = 0;
    for (uint32_t byte = 0; byte < 256; ++byte) {
        floats.values[byte] = floatOfByte(static_cast<uint8_t>(byte), mantissaBits);
        if (std::isfinite(floats.values[byte])) largest = std::max(largest, floats.values[byte]);
    }
    for (const float factor : floats.scales) {
        if (!std::isfinite(factor)) refuseWeights(name, "have scales that cannot be");
        floats.half = floats.half && std::abs(factor) * largest <= largestHalf;
    }
    const BlockType type = floats.half ? BlockType::F16 : BlockType::BF16;
    return {type, rows, floats.columns,
            [floats](uint64_t offset, std::span<std::byte> out) { floats.read(offset, out); }};
}

}  // namespace hearth::format
