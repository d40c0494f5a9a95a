#include "backend/cuda/weight_packing.h"

#include <QtTest>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>

#include "backend/check/random_weights.h"
#include "backend/cuda/block_scales.h"
#include "quant/half_float.h"

using namespace hearth;
using namespace hearth::cuda;

namespace {

struct Planes {
    std::vector<std::byte> low, high, scale, super;
    explicit Planes(const WeightLayout& layout)
        : low(layout.rowPanels * layout.low.rowPanelBytes),
          high(layout.rowPanels * layout.high.rowPanelBytes),
          scale(layout.rowPanels * layout.scale.rowPanelBytes),
          super(layout.rowPanels * layout.super.rowPanelBytes) {}
    PackedRowPanels packed() { return {low.data(), high.data(), scale.data(), super.data()}; }
    bool operator==(const Planes&) const = default;
};

/// The plain way to pack, which knows nothing of how files keep codes: it makes values of them and looks for
/// the numbers that these are made of.
class PlainPacking {
public:
    explicit PlainPacking(const WeightLayout& layout)
        : m_layout(layout), m_traits(traitsOf(layout.format)), m_codebook(codebookOf(layout.type)) {}

    void pack(std::span<const std::byte> bytes, size_t row, Planes& out) const {
        std::vector<float> values(m_layout.columns);
        dequantizeRow(m_layout.type, bytes, values);
        if (isByteFloat(m_layout.format)) return packBytes(bytes, row, out);
        if (!isQuantized(m_layout.format)) return packHalves(values, row, out);
        const BlockTypeInfo& type = blockTypeInfo(m_layout.type);
        for (size_t block = 0; block < m_layout.columns / type.blockElements; ++block) {
            const FileBlockScales scales = readScales(m_layout.type, bytes.data() + block * type.blockBytes);
            for (size_t i = 0; i < type.blockElements; ++i) {
                const size_t column = block * type.blockElements + i;
                placeCode(codeOf(values[column], scales.step[i / 16], scales.least[i / 16]), column, row,
                          out);
            }
            const auto itemBytes = static_cast<size_t>(m_traits.scaleBytes());
            for (size_t i = 0; i < type.blockElements / 32; ++i) {
                const size_t kBlock = block * (type.blockElements / 32) + i;
                std::memcpy(out.scale.data() + itemOf(kBlock, row) * itemBytes, &scales.items[i], itemBytes);
            }
            if (!m_traits.isSuper()) continue;
            const size_t item =
                (row / rowPanelRows * (m_layout.kBlocks / 8) + block) * rowPanelRows + row % rowPanelRows;
            std::memcpy(out.super.data() + item * 4, &scales.super, 4);
        }
    }

private:
    size_t itemOf(size_t kBlock, size_t row) const {
        return (row / rowPanelRows * m_layout.kBlocks + kBlock) * rowPanelRows + row % rowPanelRows;
    }

    void packHalves(const std::vector<float>& values, size_t row, Planes& out) const {
        float largest = 0;
        for (const float value : values) {
            if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
        }
        const float power =
            largest > 0 ? std::ldexp(1.0F, std::clamp(15 - std::ilogb(largest), -120, 120)) : 1.0F;
        const float scale = 1 / power;
        for (size_t i = 0; i < values.size(); ++i) {
            const uint16_t half = floatToHalf(values[i] * power);
            const size_t item =
                (row / rowPanelRows * m_layout.kBlocks * 4 + i / 8) * rowPanelRows + row % rowPanelRows;
            std::memcpy(out.low.data() + item * 16 + i % 8 * 2, &half, 2);
        }
        std::memcpy(out.scale.data() + row * sizeof scale, &scale, sizeof scale);
    }

    void packBytes(std::span<const std::byte> bytes, size_t row, Planes& out) const {
        const size_t rowPanel = row / rowPanelRows * m_layout.kBlocks, inRowPanel = row % rowPanelRows;
        for (size_t column = 0; column < m_layout.columns; ++column) {
            const std::byte* block = bytes.data() + column / 128 * 132;
            out.low[((rowPanel * 4 + column / 8) * rowPanelRows + inRowPanel) * 8 + column % 8] =
                block[4 + column % 128];
            float scale = 0;
            std::memcpy(&scale, block, sizeof scale);
            if (m_layout.type == BlockType::FP8_E4M3) scale *= 256;
            std::memcpy(out.super.data() + ((rowPanel / 4 + column / 128) * rowPanelRows + inRowPanel) * 4,
                        &scale, 4);
        }
    }

    void placeCode(unsigned code, size_t column, size_t row, Planes& out) const {
        const auto put = [](std::byte& at, unsigned bits) { at |= static_cast<std::byte>(bits); };
        const size_t kBlock = column / 32, i = column % 32, item = itemOf(kBlock, row);
        const size_t word = i / 16, field = i % 16 / 4, byte = i % 4;
        if (m_traits.lowBits == 8) {
            const size_t rowPanel = row / rowPanelRows * m_layout.kBlocks * 2;
            put(out.low[((rowPanel + kBlock * 2 + i / 16) * rowPanelRows + row % rowPanelRows) * 16 + i % 16],
                code);
        } else if (m_traits.lowBits == 4) {
            put(out.low[item * 16 + i % 16], (code & 15U) << (i < 16 ? 0U : 4U));
        } else {
            put(out.low[item * 8 + word * 4 + byte], (code & 3U) << (2 * field));
        }
        if (m_traits.highBits == 1)
            put(out.high[item * 4 + byte], (code >> m_traits.lowBits & 1U) << (i / 4));
        if (m_traits.highBits == 2)
            put(out.high[item * 8 + word * 4 + byte], (code >> 4U & 3U) << (2 * field));
    }

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
};

/// Packs some rows both ways.
void comparePackings(const WeightLayout& layout, const std::vector<std::byte>& bytes) {
    Planes packed(layout), plain(layout);
    // A byte that is not written becomes visible.
    for (auto* plane : {&packed.low, &packed.high, &packed.scale, &packed.super})
        std::fill(plane->begin(), plane->end(), std::byte{0x5a});
    packRowPanels(layout, bytes, packed.packed());
    const PlainPacking plainPacking(layout);
    const size_t rowBytes = bytes.size() / layout.rows;
    for (size_t row = 0; row < layout.rows; ++row)
        plainPacking.pack(std::span(bytes).subspan(row * rowBytes, rowBytes), row, plain);
    QVERIFY(packed.low == plain.low);
    QVERIFY(packed.high == plain.high);
    QVERIFY(packed.scale == plain.scale);
    QVERIFY(packed.super == plain.super);
}

void eachType(bool halves) {
    QTest::addColumn<int>("type");
    for (const BlockType type : matrixTypes()) {
        const WeightFormat format = WeightLayout::of(type, 512, 40, 1).format;
        if (isQuantized(format) || (halves && (format == WeightFormat::Half || isByteFloat(format))))
            QTest::newRow(std::string(blockTypeInfo(type).name).c_str()) << static_cast<int>(type);
    }
}

}  // namespace

/// Repacking loses nothing, and makes the same bytes as the plain way.
class TestWeightPacking : public QObject {
    Q_OBJECT

private slots:
    void packsAsThePlainWay_data() { eachType(true); }
    void packsAsThePlainWay() {
        QFETCH(int, type);
        const auto blockType = static_cast<BlockType>(type);
        std::mt19937 random(7);
        for (const uint64_t rows : {uint64_t{40}, uint64_t{64}, uint64_t{1000}, uint64_t{2}}) {
            const uint64_t columns = rows == 1000 ? 256 : 768;
            const WeightLayout layout = WeightLayout::of(blockType, columns, rows, 1);
            comparePackings(layout, randomBlocks(blockType, columns * rows, random));
        }
    }

    void scalesThatSayNothing_data() { eachType(false); }
    /// Zero, infinite, no number, the least subnormal: in every place where a block has numbers in 16 bits.
    void scalesThatSayNothing() {
        QFETCH(int, type);
        const auto blockType = static_cast<BlockType>(type);
        const BlockTypeInfo& info = blockTypeInfo(blockType);
        std::mt19937 random(11);
        const WeightLayout layout = WeightLayout::of(blockType, 512, 33, 1);
        for (const uint16_t bits : {0x0000, 0x8000, 0x7c00, 0xfc00, 0x7e01, 0x0001}) {
            auto bytes = randomBlocks(blockType, 512 * 33, random);
            const std::vector<size_t> places = [&]() -> std::vector<size_t> {
                switch (blockType) {
                    case BlockType::Q2_K:
                        return {80};
                    case BlockType::Q3_K:
                        return {108};
                    case BlockType::Q6_K:
                        return {208};
                    case BlockType::TQ1_0:
                        return {52};
                    case BlockType::TQ2_0:
                        return {64};
                    case BlockType::MXFP4:
                    case BlockType::IQ1_M:
                        return {};
                    default:
                        return {0};
                }
            }();
            for (size_t block = 0; block < bytes.size(); block += 2 * info.blockBytes) {
                for (const size_t place : places) std::memcpy(bytes.data() + block + place, &bits, 2);
                // The minimum of types that have one: the plain way finds codes only where it is small.
                const bool least = blockType == BlockType::Q4_1 || blockType == BlockType::Q5_1 ||
                                   blockType == BlockType::Q4_K || blockType == BlockType::Q5_K;
                const uint16_t zero = 0;
                if (least) std::memcpy(bytes.data() + block + 2, &zero, 2);
                if (blockType == BlockType::Q2_K) std::memcpy(bytes.data() + block + 82, &zero, 2);
            }
            comparePackings(layout, bytes);
        }
    }

    /// Infinities, no numbers, subnormals and zeros among the weights themselves.
    void oddHalves() {
        std::mt19937 random(13);
        for (const BlockType type : {BlockType::F16, BlockType::BF16}) {
            const WeightLayout layout = WeightLayout::of(type, 75, 70, 1);
            for (const unsigned share : {1U, 3U, 50U}) {
                auto bytes = randomBlocks(type, 75 * 70, random);
                for (size_t i = 0; i < bytes.size(); i += 2) {
                    const auto any = static_cast<uint16_t>(random());
                    if (random() % share == 0) std::memcpy(bytes.data() + i, &any, 2);
                }
                std::fill_n(bytes.begin() + 75 * 2 * 3, 75 * 2, std::byte{0});
                comparePackings(layout, bytes);
            }
        }
    }

    /// The largest and the least numbers that a row can have.
    void rowsOfEveryMagnitude() {
        for (const BlockType type : {BlockType::F16, BlockType::BF16}) {
            const uint64_t rows = 0x8000 / 64;
            const WeightLayout layout = WeightLayout::of(type, 64, rows, 1);
            std::vector<uint16_t> bits(64 * rows);
            for (size_t i = 0; i < bits.size(); ++i)
                bits[i] = static_cast<uint16_t>(i | (i % 2 ? 0x8000U : 0U));
            std::vector<std::byte> bytes(bits.size() * 2);
            std::memcpy(bytes.data(), bits.data(), bytes.size());
            comparePackings(layout, bytes);
        }
    }

    /// 16-bit floats become f16 and a power of two a row, without loss as far down as weight_format.h says.
    void halvesKeepTheirNumbers() {
        const size_t columns = 45, rows = 35;
        for (const BlockType type : {BlockType::F16, BlockType::BF16}) {
            const bool brain = type == BlockType::BF16;
            std::mt19937 random(5);
            std::vector<uint16_t> bits(columns * rows);
            for (size_t i = 0; i < bits.size(); ++i) {
                // One step below the largest of the row in every column, from 2^40 (f16: 2^15) down.
                const int exponent = (brain ? 40 - static_cast<int>(i / columns) : 15) -
                                     static_cast<int>(i % columns) % (brain ? 45 : 30);
                const float value = std::ldexp(1.0F + static_cast<float>(random() % 128) / 128, exponent) *
                                    (random() % 2 ? 1.0F : -1.0F);
                bits[i] =
                    brain ? static_cast<uint16_t>(std::bit_cast<uint32_t>(value) >> 16U) : floatToHalf(value);
            }
            bits[columns + 3] = 0;
            const WeightLayout layout = WeightLayout::of(type, columns, rows, 1);
            std::vector<std::byte> low(layout.rowPanels * layout.low.rowPanelBytes),
                scale(layout.rowPanels * layout.scale.rowPanelBytes);
            packRowPanels(layout, std::as_bytes(std::span(bits)),
                          {low.data(), nullptr, scale.data(), nullptr});
            for (size_t row = 0; row < rows; ++row) {
                std::vector<float> expected(columns);
                dequantizeRow(type, std::as_bytes(std::span(bits)).subspan(row * columns * 2, columns * 2),
                              expected);
                float power = 0, largest = 0;
                std::memcpy(&power, scale.data() + row * 4, 4);
                for (const float value : expected) largest = std::max(largest, std::abs(value));
                for (size_t i = 0; i < 64; ++i) {
                    uint16_t half = 0;
                    const size_t item = (row / 32 * 2 * 4 + i / 8) * 32 + row % 32;
                    std::memcpy(&half, low.data() + item * 16 + i % 8 * 2, 2);
                    const float value = halfToFloat(half) * power, wanted = i < columns ? expected[i] : 0.0F;
                    if (std::abs(wanted) >= std::ldexp(largest, -32)) QCOMPARE(value, wanted);
                    QVERIFY(std::abs(value - wanted) <= std::ldexp(largest, -40));
                }
            }
        }
    }

    void vectorsStayFloats() {
        std::mt19937 random(17);
        const WeightLayout layout = WeightLayout::of(BlockType::Q8_0, 64, 1, 1);
        const auto bytes = randomBlocks(BlockType::Q8_0, 64, random);
        std::vector<float> values(64), expected(64);
        packRowPanels(layout, bytes,
                      {reinterpret_cast<std::byte*>(values.data()), nullptr, nullptr, nullptr});
        dequantizeRow(BlockType::Q8_0, bytes, expected);
        QCOMPARE(values, expected);
    }
};

QTEST_GUILESS_MAIN(TestWeightPacking)
#include "tst_weight_packing.moc"
