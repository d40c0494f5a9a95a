#include "backend/cuda/weight_packing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "backend/cuda/block_scales.h"
#include "backend/cuda/weight_codes.h"
#include "quant/half_float.h"

// A row panel is packed column by column, all its rows side by side: every plane is then written front to
// back, and each row of the file read so, too.
namespace hearth::cuda {
namespace {

/// Rows of one row panel as the file has them.
struct StoredRowPanel {
    const std::byte* rows;
    size_t rowBytes, count;
};

/// Sixteen codes as fields of `Bits` bits: code 4f + b becomes field f of byte b.
template <unsigned Bits>
uint32_t fields(const uint8_t* codes, unsigned shift, size_t count) {
    constexpr uint32_t mask = 0x01010101U * ((1U << Bits) - 1);
    uint32_t word = 0;
    for (size_t field = 0; field < count; ++field) {
        uint32_t four = 0;
        std::memcpy(&four, codes + 4 * field, sizeof four);
        word |= (four >> shift & mask) << (Bits * field);
    }
    return word;
}

/// Writes one k-block's 32 codes of one row into the low and high planes.
template <FormatTraits Traits>
void placeCodes(const uint8_t* codes, std::byte* low, std::byte* high, size_t block, size_t row) {
    const size_t item = block * rowPanelRows + row;
    if constexpr (Traits.lowBits == 8) {
        std::memcpy(low + (block * 2 * rowPanelRows + row) * 16, codes, 16);
        std::memcpy(low + ((block * 2 + 1) * rowPanelRows + row) * 16, codes + 16, 16);
    } else if constexpr (Traits.lowBits == 4) {
        for (size_t i = 0; i < 16; i += 8) {
            uint64_t first = 0, second = 0;
            std::memcpy(&first, codes + i, sizeof first);
            std::memcpy(&second, codes + 16 + i, sizeof second);
            const uint64_t pairs = (first & 0x0f0f0f0f0f0f0f0fU) | (second & 0x0f0f0f0f0f0f0f0fU) << 4U;
            std::memcpy(low + item * 16 + i, &pairs, sizeof pairs);
        }
    } else {
        const uint32_t words[2] = {fields<2>(codes, 0, 4), fields<2>(codes + 16, 0, 4)};
        std::memcpy(low + item * 8, words, sizeof words);
    }
    if constexpr (Traits.highBits == 1) {
        const uint32_t word = fields<1>(codes, Traits.lowBits, 8);
        std::memcpy(high + item * 4, &word, sizeof word);
    } else if constexpr (Traits.highBits == 2) {
        const uint32_t words[2] = {fields<2>(codes, 4, 4), fields<2>(codes + 16, 4, 4)};
        std::memcpy(high + item * 8, words, sizeof words);
    }
}

/// The codes of types that have patterns in the place of numbers, from their values.
class CodesOfValues {
public:
    explicit CodesOfValues(BlockType type) : m_type(type) {
        const auto codebook = codebookOf(type);
        for (int number = -128; number < 128; ++number) {
            size_t best = 0;
            for (size_t i = 1; i < codebook.size(); ++i) {
                if (std::abs(codebook[i] - number) < std::abs(codebook[best] - number)) best = i;
            }
            m_nearest[static_cast<uint8_t>(number)] = static_cast<uint8_t>(best);
        }
    }

    void read(std::span<const std::byte> block, const FileBlockScales& scales, uint8_t* codes) const {
        // Beside this number floats are whole: the lowest byte is what is added to it, rounded.
        constexpr float whole = 0x1.8p23F;
        float values[mostBlockElements];
        uint32_t numbers[mostBlockElements];
        dequantizeRow(m_type, block, values);
        for (size_t run = 0; run < 16; ++run) {
            const float step = scales.step[run], least = scales.least[run];
            for (size_t i = 16 * run; i < 16 * (run + 1); ++i)
                numbers[i] = std::bit_cast<uint32_t>((values[i] + least) / step + whole);
        }
        for (size_t i = 0; i < mostBlockElements; ++i) codes[i] = m_nearest[numbers[i] & 0xffU];
    }

private:
    BlockType m_type;
    std::array<uint8_t, 256> m_nearest{};  ///< the place of a number in the codebook
};

/// Replaces codes that have no meaning, because their scale is 0 or not finite, by the code of zero.
void clearMeaningless(const FileBlockScales& scales, uint8_t zero, uint8_t* codes) {
    for (size_t run = 0; run * 16 < mostBlockElements; ++run) {
        const float step = scales.step[run];
        if (step == 0 || !std::isfinite(step) || !std::isfinite(scales.least[run]))
            std::memset(codes + 16 * run, zero, 16);
    }
}

/// Super-blocks: eight k-blocks that share numbers.
template <FormatTraits Traits>
void packSuperRowPanel(const WeightLayout& layout, const StoredRowPanel& rowPanel,
                       const PackedRowPanels& out) {
    constexpr size_t blocks = mostBlockElements / blockColumns;
    constexpr auto scaleBytes = static_cast<size_t>(Traits.scaleBytes());
    const BlockTypeInfo& type = blockTypeInfo(layout.type);
    const bool plain = hasPlainCodes(layout.type);
    const CodesOfValues codesOfValues(layout.type);
    alignas(16) uint8_t codes[mostBlockElements];
    for (size_t block = 0; block < layout.columns / mostBlockElements; ++block) {
        for (size_t row = 0; row < rowPanel.count; ++row) {
            const std::byte* stored = rowPanel.rows + row * rowPanel.rowBytes + block * type.blockBytes;
            const FileBlockScales scales = readScales(layout.type, stored);
            if (plain)
                readCodes(layout.type, stored, codes);
            else
                codesOfValues.read({stored, type.blockBytes}, scales, codes);
            clearMeaningless(scales, Traits.offset, codes);
            for (size_t i = 0; i < blocks; ++i) {
                const size_t kBlock = block * blocks + i;
                placeCodes<Traits>(codes + i * blockColumns, out.low, out.high, kBlock, row);
                std::memcpy(out.scale + (kBlock * rowPanelRows + row) * scaleBytes, &scales.items[i],
                            scaleBytes);
            }
            std::memcpy(out.super + (block * rowPanelRows + row) * sizeof scales.super, &scales.super,
                        sizeof scales.super);
        }
    }
}

/// The scale item of a block of 32, and whether its codes say something.
struct SingleScale {
    uint32_t item = 0;
    bool tells = true;
};

template <FormatTraits Traits>
SingleScale singleScale(BlockType type, const std::byte* block) {
    if constexpr (Traits.scale == ScaleKind::Bf16) {
        // A power of two below that of the byte, see readScales(); what is not normal is left to it.
        const uint32_t exponent = loadByte(block);
        return {exponent > 1 ? (exponent - 1) << 7U : readScales(type, block).items[0], true};
    }
    constexpr uint32_t magnitude = 0x7fff, infinity = 0x7c00;
    const uint32_t step = loadU16(block) & magnitude;
    const bool tells = step != 0 && step < infinity;
    if constexpr (Traits.hasMin())
        return {loadU32(block), tells && (loadU16(block + 2) & magnitude) < infinity};
    return {loadU16(block), tells};
}

/// Blocks of 32 with a scale of their own.
template <FormatTraits Traits>
void packSimpleRowPanel(const WeightLayout& layout, const StoredRowPanel& rowPanel,
                        const PackedRowPanels& out) {
    constexpr auto scaleBytes = static_cast<size_t>(Traits.scaleBytes());
    const size_t blockBytes = blockTypeInfo(layout.type).blockBytes;
    alignas(16) uint8_t codes[blockColumns];
    for (size_t block = 0; block < layout.kBlocks; ++block) {
        for (size_t row = 0; row < rowPanel.count; ++row) {
            const std::byte* stored = rowPanel.rows + row * rowPanel.rowBytes + block * blockBytes;
            const SingleScale scale = singleScale<Traits>(layout.type, stored);
            if (scale.tells)
                readCodes(layout.type, stored, codes);
            else
                std::memset(codes, Traits.offset, sizeof codes);
            placeCodes<Traits>(codes, out.low, out.high, block, row);
            std::memcpy(out.scale + (block * rowPanelRows + row) * scaleBytes, &scale.item, scaleBytes);
        }
    }
}

/// The bits of 16-bit floats of one kind.
template <BlockType Type>
struct HalfBits {
    static constexpr bool brain = Type == BlockType::BF16;
    static constexpr int16_t infinity = brain ? 0x7f80 : 0x7c00, smallestNormal = brain ? 0x80 : 0x400;

    static float valueOf(uint16_t bits) { return brain ? bfloatToFloat(bits) : halfToFloat(bits); }

    /// The power of two that brings the largest finite magnitude into [2^15, 2^16), as its exponent; 0 for a
    /// row of zeros.
    static int rowExponent(const std::byte* row, size_t columns) {
        int16_t largest = 0;
        for (size_t i = 0; i < columns; ++i) {
            const auto magnitude = static_cast<int16_t>(loadU16(row + 2 * i) & 0x7fffU);
            const int16_t finite = magnitude < infinity ? magnitude : int16_t{0};
            largest = finite > largest ? finite : largest;
        }
        if (largest == 0) return 0;
        return std::clamp(15 - std::ilogb(valueOf(static_cast<uint16_t>(largest))), -120, 120);
    }

    /// Multiplies 32 numbers by 2^exponent as f16, in integers. False: some are neither zero nor normal
    /// before and after, and the output is undefined. All in 16 bits, because twice as many fit into a
    /// vector. An overflow becomes infinite and is detected.
    static bool scaleExactly(const int16_t (&from)[32], int exponent, int16_t (&to)[32]) {
        // Added to exponents: the exponent bias of f16 is 15, that of bf16 is 127.
        const auto step = static_cast<int16_t>((exponent - (brain ? 112 : 0)) * smallestNormal);
        int16_t odd = 0;
        for (size_t i = 0; i < 32; ++i) {
            const auto magnitude = static_cast<int16_t>(from[i] & 0x7fff);
            const auto moved = static_cast<int16_t>(magnitude + step);
            const auto number = static_cast<int16_t>(-static_cast<int16_t>(magnitude != 0));
            const auto strange = static_cast<int16_t>(-static_cast<int16_t>(magnitude < smallestNormal) |
                                                      -static_cast<int16_t>(magnitude >= infinity) |
                                                      -static_cast<int16_t>(moved < smallestNormal));
            odd = static_cast<int16_t>(odd | (strange & number));
            const auto bits = static_cast<int16_t>(brain ? moved << 3 : moved);
            to[i] = static_cast<int16_t>((from[i] & ~0x7fff) | (bits & number));
        }
        return odd == 0;
    }
};

template <BlockType Type>
void packHalfRowPanel(const WeightLayout& layout, const StoredRowPanel& rowPanel,
                      const PackedRowPanels& out) {
    using Bits = HalfBits<Type>;
    int exponents[rowPanelRows];
    for (size_t row = 0; row < rowPanel.count; ++row) {
        exponents[row] = Bits::rowExponent(rowPanel.rows + row * rowPanel.rowBytes, layout.columns);
        const float scale = std::ldexp(1.0F, -exponents[row]);
        std::memcpy(out.scale + row * sizeof scale, &scale, sizeof scale);
    }
    for (size_t block = 0; block < layout.kBlocks; ++block) {
        const size_t first = block * blockColumns, count = std::min<size_t>(layout.columns - first, 32);
        for (size_t row = 0; row < rowPanel.count; ++row) {
            int16_t stored[32] = {}, halves[32];
            std::memcpy(stored, rowPanel.rows + row * rowPanel.rowBytes + first * 2, count * 2);
            if (!Bits::scaleExactly(stored, exponents[row], halves)) {
                const float power = std::ldexp(1.0F, exponents[row]);
                for (size_t i = 0; i < 32; ++i) {
                    halves[i] = static_cast<int16_t>(
                        floatToHalf(Bits::valueOf(static_cast<uint16_t>(stored[i])) * power));
                }
            }
            for (size_t item = 0; item < 4; ++item) {
                std::memcpy(out.low + ((block * 4 + item) * rowPanelRows + row) * 16, halves + item * 8, 16);
            }
        }
    }
}

/// Floats of 8 bits: f32 scale, 128 codes.
void packByteRowPanel(const WeightLayout& layout, const StoredRowPanel& rowPanel,
                      const PackedRowPanels& out) {
    constexpr size_t blocks = traitsOf(WeightFormat::E4M3).superBlocks(), items = blocks * 4, itemBytes = 8;
    const BlockTypeInfo& type = blockTypeInfo(layout.type);
    for (size_t block = 0; block < layout.kBlocks / blocks; ++block) {
        for (size_t row = 0; row < rowPanel.count; ++row) {
            const std::byte* stored = rowPanel.rows + row * rowPanel.rowBytes + block * type.blockBytes;
            float scale = 0;
            std::memcpy(&scale, stored, sizeof scale);
            stored += sizeof scale;
            if (layout.format == WeightFormat::E4M3) scale *= 0x1p8F;
            std::memcpy(out.super + (block * rowPanelRows + row) * sizeof scale, &scale, sizeof scale);
            for (size_t item = 0; item < items; ++item, stored += itemBytes)
                std::memcpy(out.low + ((block * items + item) * rowPanelRows + row) * itemBytes, stored,
                            itemBytes);
        }
    }
}

using RowPanelPacker = void (*)(const WeightLayout&, const StoredRowPanel&, const PackedRowPanels&);

RowPanelPacker packerOf(const WeightLayout& layout) {
    switch (layout.format) {
        case WeightFormat::Half:
            return layout.type == BlockType::BF16 ? packHalfRowPanel<BlockType::BF16>
                                                  : packHalfRowPanel<BlockType::F16>;
        case WeightFormat::Q4_0:
            return packSimpleRowPanel<traitsOf(WeightFormat::Q4_0)>;
        case WeightFormat::Q4_1:
            return packSimpleRowPanel<traitsOf(WeightFormat::Q4_1)>;
        case WeightFormat::Q5_0:
            return packSimpleRowPanel<traitsOf(WeightFormat::Q5_0)>;
        case WeightFormat::Q5_1:
            return packSimpleRowPanel<traitsOf(WeightFormat::Q5_1)>;
        case WeightFormat::Q8_0:
            return packSimpleRowPanel<traitsOf(WeightFormat::Q8_0)>;
        case WeightFormat::Q2_K:
            return packSuperRowPanel<traitsOf(WeightFormat::Q2_K)>;
        case WeightFormat::Q3_K:
            return packSuperRowPanel<traitsOf(WeightFormat::Q3_K)>;
        case WeightFormat::Q4_K:
            return packSuperRowPanel<traitsOf(WeightFormat::Q4_K)>;
        case WeightFormat::Q5_K:
            return packSuperRowPanel<traitsOf(WeightFormat::Q5_K)>;
        case WeightFormat::Q6_K:
            return packSuperRowPanel<traitsOf(WeightFormat::Q6_K)>;
        case WeightFormat::Codes4:
            return packSimpleRowPanel<traitsOf(WeightFormat::Codes4)>;
        case WeightFormat::Codes4Bf16:
            return packSimpleRowPanel<traitsOf(WeightFormat::Codes4Bf16)>;
        case WeightFormat::Codes4Super32:
            return packSuperRowPanel<traitsOf(WeightFormat::Codes4Super32)>;
        case WeightFormat::Codes4Super16:
            return packSuperRowPanel<traitsOf(WeightFormat::Codes4Super16)>;
        case WeightFormat::E4M3:
        case WeightFormat::E5M2:
            return packByteRowPanel;
        case WeightFormat::F32:
            break;
    }
    return nullptr;
}

}  // namespace

void packRowPanels(const WeightLayout& layout, std::span<const std::byte> rows, const PackedRowPanels& out) {
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
    const RowPanelPacker pack = packerOf(layout);
    const auto planeAt = [](std::byte* base, const WeightLayout::Plane& plane, size_t rowPanel) {
        return plane.rowPanelBytes ? base + rowPanel * plane.rowPanelBytes : nullptr;
    };
    for (size_t rowPanel = 0; rowPanel * rowPanelRows < count; ++rowPanel) {
        const size_t first = rowPanel * rowPanelRows;
        const StoredRowPanel stored{rows.data() + first * rowBytes, rowBytes,
                                    std::min<size_t>(rowPanelRows, count - first)};
        const PackedRowPanels to{
            planeAt(out.low, layout.low, rowPanel), planeAt(out.high, layout.high, rowPanel),
            planeAt(out.scale, layout.scale, rowPanel), planeAt(out.super, layout.super, rowPanel)};
        if (stored.count < rowPanelRows) {
            if (to.low) std::memset(to.low, 0, layout.low.rowPanelBytes);
            if (to.high) std::memset(to.high, 0, layout.high.rowPanelBytes);
            if (to.scale) std::memset(to.scale, 0, layout.scale.rowPanelBytes);
            if (to.super) std::memset(to.super, 0, layout.super.rowPanelBytes);
        }
        pack(layout, stored, to);
    }
}

}  // namespace hearth::cuda
