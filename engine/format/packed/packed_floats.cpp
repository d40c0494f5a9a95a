#include "format/packed/packed_floats.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "format/format_errors.h"
#include "hearth/readable_text.h"
#include "quant/byte_float.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

/// The values of 4-bit floats with two exponent and one mantissa bits (Open Compute Project 2023, MX v1.0).
constexpr std::array nibbleValues = {0.0F,  0.5F,  1.0F,  1.5F,  2.0F,  3.0F,  4.0F,  6.0F,
                                     -0.0F, -0.5F, -1.0F, -1.5F, -2.0F, -3.0F, -4.0F, -6.0F};

/// The reader of matrices, one behind the other, of floats of 8 bits, or of 4, times scales for blocks of
/// each.
struct ByteFloats {
    std::string name;  ///< for errors
    BytesReader file;
    uint64_t offset = 0, columns = 0, blockRows = 1, blockWidth = 1, scalesInRow = 1;
    uint64_t rowsEach = UINT64_MAX, scaleRowsEach = 0;  ///< of a matrix
    bool wide = false;                                  ///< E5M2
    std::vector<float> scales{};
    std::array<float, 256> values{};
    bool half = true;
    bool nibbles = false;  ///< two a byte, the first in the lower half

    /// The index into values of element i of so many that begin at `first`.
    uint8_t code(std::span<const std::byte> bytes, uint64_t first, uint64_t i) const {
        if (!nibbles) return static_cast<uint8_t>(bytes[i]);
        const auto both = static_cast<uint8_t>(bytes[(first + i) / 2 - first / 2]);
        return (first + i) % 2 == 0 ? both & 15U : both >> 4U;
    }

    float scaleOf(uint64_t element) const {
        const uint64_t row = element / columns;
        return scales[(row / rowsEach * scaleRowsEach + row % rowsEach / blockRows) * scalesInRow +
                      element % columns / blockWidth];
    }

    /// Reads codes of 8 bits, none of which may be of no number: E4M3 has one, E5M2 infinities as well.
    void readCodes(uint64_t first, std::span<std::byte> codes) const {
        file(offset + first, codes);
        const auto least = static_cast<std::byte>(wide ? 0x7C : 0x7F);
        bool none = false;  // not left at the first one: so it takes many codes at once
        for (const std::byte code : codes) none |= (code & std::byte{0x7F}) >= least;
        if (none) throw Error(errors::codeOfNoNumber, {readableText(name)});
    }

    void read(uint64_t byteOffset, std::span<std::byte> out) const {
        // Odd ends of an element are read with the whole of it.
        const uint64_t first = byteOffset / 2, last = (byteOffset + out.size() + 1) / 2;
        const uint64_t each = nibbles ? 2 : 1, from = first / each;
        std::vector<std::byte> bytes((last + each - 1) / each - from);
        nibbles ? file(offset + from, bytes) : readCodes(from, bytes);
        std::vector<uint16_t> result(last - first);
        for (uint64_t i = 0; i < result.size(); ++i) {
            const float value = values[code(bytes, first, i)] * scaleOf(first + i);
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

/// Codes of 8 bits as the types FP8_E4M3 and FP8_E5M2 have them, their scales among them.
struct ByteBlocks {
    static constexpr uint64_t elements = 128, bytes = sizeof(float) + elements;

    ByteFloats floats;

    void read(uint64_t byteOffset, std::span<std::byte> out) const {
        const uint64_t first = byteOffset / bytes, last = (byteOffset + out.size() + bytes - 1) / bytes;
        std::vector<std::byte> codes((last - first) * elements), blocks((last - first) * bytes);
        floats.readCodes(first * elements, codes);
        for (uint64_t block = first; block < last; ++block) {
            const float scale = floats.scaleOf(block * elements);
            std::byte* to = blocks.data() + (block - first) * bytes;
            std::memcpy(to, &scale, sizeof scale);
            std::memcpy(to + sizeof scale, codes.data() + (block - first) * elements, elements);
        }
        std::memcpy(out.data(), blocks.data() + byteOffset % bytes, out.size());
    }
};

/// True if each run of 128 columns has one scale.
bool holdsWholeBlocks(const ByteFloats& floats) {
    return floats.columns > 0 && floats.columns % ByteBlocks::elements == 0 &&
           floats.blockWidth % ByteBlocks::elements == 0;
}

UnpackedMatrix keptAsTheyAre(ByteFloats floats, uint64_t rows) {
    for (const float factor : floats.scales)
        if (!std::isfinite(factor)) refuseWeights(floats.name, "have scales that cannot be");
    const BlockType type = floats.wide ? BlockType::FP8_E5M2 : BlockType::FP8_E4M3;
    const uint64_t columns = floats.columns;
    return {type, rows, columns,
            [blocks = ByteBlocks{std::move(floats)}](uint64_t offset, std::span<std::byte> out) {
                blocks.read(offset, out);
            }};
}

/// As F16 where that holds the largest values, else as BF16.
UnpackedMatrix finished(ByteFloats floats, uint64_t rows) {
    float largest = 0;
    for (const float value : floats.values)
        if (std::isfinite(value)) largest = std::max(largest, value);
    for (const float factor : floats.scales) {
        if (!std::isfinite(factor)) refuseWeights(floats.name, "have scales that cannot be");
        floats.half = floats.half && std::abs(factor) * largest <= largestHalf;
    }
    const BlockType type = floats.half ? BlockType::F16 : BlockType::BF16;
    const uint64_t columns = floats.columns;
    return {type, rows, columns, [floats = std::move(floats)](uint64_t offset, std::span<std::byte> out) {
                floats.read(offset, out);
            }};
}

}  // namespace

UnpackedMatrix unpackByteFloats(const std::string& name, const PackedParts& parts, const Json& quantization,
                                const std::vector<BytesReader>& readers) {
    const SafeTensor& weight = partOf(parts, "weight", name);
    const bool stacked = weight.shape.size() == 3;
    if (weight.shape.size() != 2 && !stacked) refuseWeights(name, "are no matrix");
    ByteFloats floats{.name = name,
                      .file = readers[weight.file],
                      .offset = weight.offset,
                      .columns = weight.shape.back(),
                      .wide = weight.type == "F8_E5M2"};
    const bool inverse = parts.contains("weight_scale_inv");
    const SafeTensor& scale = partOf(parts, inverse ? "weight_scale_inv" : "weight_scale", name);
    floats.scales = floatsOf(scale, readers);
    const uint64_t matrices = stacked ? weight.shape[0] : 1, rows = weight.shape[weight.shape.size() - 2];
    std::vector<uint64_t> scaleShape = scale.shape;
    if (stacked) {
        if (scaleShape.empty() || scaleShape[0] != matrices || matrices == 0)
            refuseWeights(name, "have scales of another shape");
        scaleShape.erase(scaleShape.begin());
    }
    const uint64_t count = scale.elements() / matrices;
    floats.rowsEach = std::max<uint64_t>(rows, 1);
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
        if (rows == 0 || floats.columns == 0) refuseWeights(name, "are no matrix");
        floats.blockRows = block[0], floats.blockWidth = block[1];
        floats.scalesInRow = (floats.columns - 1) / block[1] + 1;
        if (scaleShape != std::vector<uint64_t>{(rows - 1) / block[0] + 1, floats.scalesInRow})
            refuseWeights(name, "have scales of another shape");
    }
    floats.scaleRowsEach = count / floats.scalesInRow;
    if (rows > 0 && holdsWholeBlocks(floats)) return keptAsTheyAre(std::move(floats), matrices * rows);
    for (uint32_t byte = 0; byte < 256; ++byte) {
        const auto code = static_cast<uint8_t>(byte);
        floats.values[byte] = floats.wide ? floatOfE5m2(code) : floatOfE4m3(code);
    }
    return finished(std::move(floats), matrices * rows);
}

UnpackedMatrix unpackNibbleFloats(const std::string& name, const PackedParts& parts,
                                  const std::vector<BytesReader>& readers) {
    const SafeTensor &weight = partOf(parts, "weight_packed", name),
                     &scale = partOf(parts, "weight_scale", name);
    if (weight.shape.size() != 2 || scale.shape.size() != 2 || weight.shape[0] == 0 ||
        weight.shape[0] != scale.shape[0] || scale.shape[1] == 0)
        refuseWeights(name, "are no matrix");
    ByteFloats floats{
        .name = name, .file = readers[weight.file], .offset = weight.offset, .columns = weight.shape[1] * 2};
    floats.nibbles = true;
    floats.scalesInRow = scale.shape[1];
    floats.blockWidth = floats.columns / scale.shape[1];
    const bool powers = scale.type == "U8" || scale.type == "F8_E8M0";
    if (floats.columns != scale.shape[1] * (powers ? 32 : 16) || (!powers && scale.type != "F8_E4M3"))
        refuseWeights(name, "have scales of another shape");
    float whole = 1.0F;
    if (const auto found = parts.find("weight_global_scale"); found != parts.end()) {
        const std::vector<float> one = floatsOf(found->second, readers);
        if (one.size() != 1 || one[0] == 0) refuseWeights(name, "have scales that cannot be");
        whole = one[0];
    }
    std::vector<std::byte> bytes(static_cast<size_t>(scale.sizeBytes));
    readers[scale.file](scale.offset, bytes);
    for (const std::byte byte : bytes) {
        const auto code = static_cast<uint8_t>(byte);
        floats.scales.push_back((powers ? std::ldexp(1.0F, code - 127) : floatOfE4m3(code)) / whole);
    }
    std::copy(nibbleValues.begin(), nibbleValues.end(), floats.values.begin());
    return finished(std::move(floats), weight.shape[0]);
}

}  // namespace hearth::format
