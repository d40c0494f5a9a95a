#include "backend/cuda/weight_layout.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "backend/cuda/block_scales.h"
#include "quant/half_float.h"

namespace hearth::cuda {
namespace {

WeightFormat formatOf(BlockType type) {
    switch (type) {
        case BlockType::F16:
        case BlockType::BF16:
            return WeightFormat::Half;
        case BlockType::Q4_0:
            return WeightFormat::Q4_0;
        case BlockType::Q4_1:
            return WeightFormat::Q4_1;
        case BlockType::Q5_0:
            return WeightFormat::Q5_0;
        case BlockType::Q5_1:
            return WeightFormat::Q5_1;
        case BlockType::Q8_0:
            return WeightFormat::Q8_0;
        case BlockType::Q2_K:
            return WeightFormat::Q2_K;
        case BlockType::Q3_K:
            return WeightFormat::Q3_K;
        case BlockType::Q4_K:
            return WeightFormat::Q4_K;
        case BlockType::Q5_K:
            return WeightFormat::Q5_K;
        case BlockType::Q6_K:
            return WeightFormat::Q6_K;
        case BlockType::IQ4_NL:
            return WeightFormat::Codes4;
        case BlockType::MXFP4:
            return WeightFormat::Codes4Bf16;
        case BlockType::IQ4_XS:
            return WeightFormat::Codes4Super32;
        case BlockType::IQ2_XXS:
        case BlockType::IQ2_XS:
        case BlockType::IQ2_S:
        case BlockType::IQ3_XXS:
        case BlockType::IQ3_S:
        case BlockType::IQ1_S:
        case BlockType::IQ1_M:
        case BlockType::TQ1_0:
        case BlockType::TQ2_0:
            return WeightFormat::Codes4Super16;
        default:
            return WeightFormat::F32;
    }
}

uint64_t aligned(uint64_t bytes) {
    return (bytes + 255) / 256 * 256;
}

std::array<int8_t, 16> mirrored(std::array<int8_t, 8> values) {
    std::array<int8_t, 16> all{};
    for (size_t i = 0; i < 8; ++i) {
        all[i] = values[i];
        all[8 + i] = static_cast<int8_t>(-values[i]);
    }
    return all;
}

/// Writes one k-block's 32 codes of one row into the low and high planes.
void placeCodes(const FormatTraits& traits, const uint8_t* codes, std::byte* low, std::byte* high,
                size_t block, size_t row) {
    const auto put = [](std::byte* at, unsigned bits) { *at |= static_cast<std::byte>(bits); };
    const size_t item = block * stripRows + row;
    for (size_t i = 0; i < 32; ++i) {
        const unsigned code = codes[i];
        const size_t word = i / 16, field = i % 16 / 4, byte = i % 4;
        if (traits.lowBits == 8) {
            put(low + ((block * 2 + i / 16) * stripRows + row) * 16 + i % 16, code);
        } else if (traits.lowBits == 4) {
            put(low + item * 16 + i % 16, (code & 15U) << (i < 16 ? 0U : 4U));
        } else {
            put(low + item * 8 + word * 4 + byte, (code & 3U) << (2 * field));
        }
        if (traits.highBits == 1) put(high + item * 4 + byte, (code >> traits.lowBits & 1U) << (i / 4));
        if (traits.highBits == 2) put(high + item * 8 + word * 4 + byte, (code >> 4U & 3U) << (2 * field));
    }
}

class RowPacker {
public:
    RowPacker(const WeightLayout& layout, const PackedStrips& out)
        : m_layout(layout),
          m_traits(traitsOf(layout.format)),
          m_codebook(codebookOf(layout.type)),
          m_out(out),
          m_values(layout.columns) {}

    void pack(std::span<const std::byte> bytes, size_t row) {
        dequantizeRow(m_layout.type, bytes, m_values);
        const BlockTypeInfo& type = blockTypeInfo(m_layout.type);
        const size_t perBlock = type.blockElements / 32;
        for (size_t block = 0; block < m_layout.columns / type.blockElements; ++block) {
            const FileBlockScales scales = readScales(m_layout.type, bytes.data() + block * type.blockBytes);
            for (size_t i = 0; i < perBlock; ++i) packBlock(scales, i, block * perBlock + i, row);
            if (m_traits.isSuper()) {
                const size_t strip = row / stripRows;
                const size_t item = (strip * (m_layout.kBlocks / 8) + block) * stripRows + row % stripRows;
                std::memcpy(m_out.super + item * 4, &scales.super, 4);
            }
        }
    }

private:
    void packBlock(const FileBlockScales& scales, size_t inFileBlock, size_t kBlock, size_t row) {
        uint8_t codes[32];
        for (size_t i = 0; i < 32; ++i) {
            const size_t half = inFileBlock * 2 + i / 16;
            codes[i] = codeOf(m_values[kBlock * 32 + i], scales.step[half], scales.least[half]);
        }
        const size_t block = row / stripRows * m_layout.kBlocks + kBlock, inStrip = row % stripRows;
        placeCodes(m_traits, codes, m_out.low, m_out.high, block, inStrip);
        const auto bytes = static_cast<size_t>(m_traits.scaleBytes());
        std::memcpy(m_out.scale + (block * stripRows + inStrip) * bytes, &scales.items[inFileBlock], bytes);
    }

    /// The number that the file holds for a value. A step of zero (or none) leaves nothing to tell apart.
    uint8_t codeOf(float value, float step, float least) const {
        const float number = (value + least) / step;
        if (!std::isfinite(number)) return static_cast<uint8_t>(m_traits.offset);
        if (!m_traits.codebook) return static_cast<uint8_t>(std::lround(number) + m_traits.offset);
        size_t best = 0;
        for (size_t i = 1; i < 16; ++i) {
            if (std::abs(static_cast<float>(m_codebook[i]) - number) <
                std::abs(static_cast<float>(m_codebook[best]) - number))
                best = i;
        }
        return static_cast<uint8_t>(best);
    }

    const WeightLayout& m_layout;
    FormatTraits m_traits;
    std::array<int8_t, 16> m_codebook;
    PackedStrips m_out;
    std::vector<float> m_values;
};

/// The power of two that brings the largest finite magnitude into [2^15, 2^16); 1 for a row of zeros.
float rowPower(std::span<const float> values) {
    float largest = 0;
    for (const float value : values) {
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    }
    return largest > 0 ? std::ldexp(1.0F, std::clamp(15 - std::ilogb(largest), -120, 120)) : 1.0F;
}

void packHalves(const WeightLayout& layout, std::span<const std::byte> rows, const PackedStrips& out) {
    const size_t rowBytes = layout.columns * 2;
    std::vector<float> values(layout.columns);
    std::vector<uint16_t> halves(layout.kBlocks * blockColumns);
    for (size_t row = 0; row * rowBytes < rows.size(); ++row) {
        dequantizeRow(layout.type, rows.subspan(row * rowBytes, rowBytes), values);
        const float power = rowPower(values), scale = 1 / power;
        for (size_t i = 0; i < values.size(); ++i) halves[i] = floatToHalf(values[i] * power);
        for (size_t item = 0; item * 8 < halves.size(); ++item) {
            const size_t to = (row / stripRows * layout.kBlocks * 4 + item) * stripRows + row % stripRows;
            std::memcpy(out.low + to * 16, halves.data() + item * 8, 16);
        }
        std::memcpy(out.scale + row * sizeof scale, &scale, sizeof scale);
    }
}

}  // namespace

std::array<int8_t, 16> codebookOf(BlockType type) noexcept {
    switch (type) {
        case BlockType::IQ4_NL:
        case BlockType::IQ4_XS:
            return {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};
        case BlockType::MXFP4:
            return mirrored({0, 1, 2, 3, 4, 6, 8, 12});  // e2m1, doubled
        case BlockType::IQ2_XXS:
        case BlockType::IQ2_XS:
        case BlockType::IQ2_S:
            return mirrored({8, 25, 43, 0, 0, 0, 0, 0});
        case BlockType::IQ3_XXS:
            return mirrored({4, 12, 20, 28, 36, 44, 52, 62});
        case BlockType::IQ3_S:
            return mirrored({1, 3, 5, 7, 9, 11, 13, 15});
        case BlockType::IQ1_S:
        case BlockType::IQ1_M:
            return mirrored({1, 7, 9, 0, 0, 0, 0, 0});  // 8 * pattern + or - 1
        default:
            return mirrored({0, 1, 2, 0, 0, 0, 0, 0});
    }
}

WeightLayout WeightLayout::of(BlockType type, uint64_t columns, uint64_t rows, uint64_t experts) {
    WeightLayout layout;
    layout.type = type;
    layout.format = rows == 1 ? WeightFormat::F32 : formatOf(type);
    layout.columns = columns;
    layout.rows = rows;
    layout.experts = experts;
    layout.kBlocks = (columns + blockColumns - 1) / blockColumns;
    layout.strips = (rows + stripRows - 1) / stripRows;
    if (layout.format == WeightFormat::F32) {
        layout.low.expertBytes = rows * columns * sizeof(float);
    } else {
        const FormatTraits traits = traitsOf(layout.format);
        const uint64_t items = layout.kBlocks * stripRows;
        const auto plane = [&](Plane& p, uint64_t stripBytes) {
            p.stripBytes = stripBytes;
            p.expertBytes = stripBytes * layout.strips;
        };
        plane(layout.low,
              isQuantized(layout.format) ? items * static_cast<uint64_t>(traits.lowBytes()) : items * 64);
        plane(layout.high, items * static_cast<uint64_t>(traits.highBytes()));
        plane(layout.scale, layout.format == WeightFormat::Half
                                ? stripRows * sizeof(float)
                                : items * static_cast<uint64_t>(traits.scaleBytes()));
        plane(layout.super, items / 8 * static_cast<uint64_t>(traits.superBytes()));
    }
    for (Plane* plane : {&layout.low, &layout.high, &layout.scale, &layout.super}) {
        plane->offset = layout.sizeBytes;
        layout.sizeBytes += aligned(plane->expertBytes * experts);
    }
    return layout;
}

WeightView WeightLayout::view(const std::byte* base) const {
    WeightView view;
    view.low = base + low.offset;
    view.high = base + high.offset;
    view.scale = base + scale.offset;
    view.super = base + super.offset;
    view.expertLow = low.expertBytes;
    view.expertHigh = high.expertBytes;
    view.expertScale = scale.expertBytes;
    view.expertSuper = super.expertBytes;
    const auto codebook = codebookOf(type);
    std::memcpy(view.codebook, codebook.data(), sizeof view.codebook);
    view.rows = static_cast<int>(rows);
    view.columns = static_cast<int>(columns);
    view.kBlocks = static_cast<int>(kBlocks);
    view.format = format;
    return view;
}

void packStrips(const WeightLayout& layout, std::span<const std::byte> rows, const PackedStrips& out) {
    const BlockTypeInfo& type = blockTypeInfo(layout.type);
    const size_t rowBytes = layout.columns / type.blockElements * type.blockBytes;
    const size_t count = rows.size() / rowBytes;
    if (layout.format == WeightFormat::F32) {
        for (size_t row = 0; row < count; ++row) {
            dequantizeRow(
                layout.type, rows.subspan(row * rowBytes, rowBytes),
                std::span(reinterpret_cast<float*>(out.low) + row * layout.columns, layout.columns));
        }
        return;
    }
    const size_t strips = (count + stripRows - 1) / stripRows;
    std::memset(out.low, 0, strips * layout.low.stripBytes);
    if (layout.high.stripBytes) std::memset(out.high, 0, strips * layout.high.stripBytes);
    if (layout.scale.stripBytes) std::memset(out.scale, 0, strips * layout.scale.stripBytes);
    if (layout.super.stripBytes) std::memset(out.super, 0, strips * layout.super.stripBytes);
    if (!isQuantized(layout.format)) return packHalves(layout, rows, out);
    RowPacker packer(layout, out);
    for (size_t row = 0; row < count; ++row) packer.pack(rows.subspan(row * rowBytes, rowBytes), row);
}

}  // namespace hearth::cuda
