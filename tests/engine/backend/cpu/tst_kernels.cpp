// Every kernel of every instruction set that this machine has, against sums in double precision.
#include <algorithm>
#include <array>
#include <cmath>

#include "backend/cpu/kernels.h"
#include "backend/cpu/row_panel_packing.h"
#include "random_blocks.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest/QtTest>

using namespace hearth;
using namespace hearth::cpu;

namespace {

constexpr std::array quantized = {BlockType::Q4_0, BlockType::Q4_1, BlockType::Q5_0, BlockType::Q5_1,
                                  BlockType::Q8_0, BlockType::Q4_K, BlockType::Q5_K, BlockType::Q6_K};
constexpr std::array floating = {BlockType::F32, BlockType::F16, BlockType::BF16, BlockType::FP8_E4M3,
                                 BlockType::FP8_E5M2};

struct Matrix {
    std::vector<float> values;  // (16, columns), missing rows zero
    std::vector<std::byte> rowPanel;
};

Matrix randomRowPanel(BlockType type, size_t rows, size_t columns, std::mt19937& random) {
    Matrix m;
    const auto stored = test::randomBlocks(type, rows * columns, random);
    m.values.resize(16 * columns);
    dequantizeRow(type, stored, std::span(m.values).first(rows * columns));
    m.rowPanel.resize(rowPanelFormat(rowPanelTypeFor(type)).rowPanelBytes(columns));
    packRowPanel(type, columns, stored, stored.size() / rows, m.rowPanel.data());
    return m;
}

/// Values of a panel, read back by its documented layout.
std::vector<float> panelValues(const std::vector<std::byte>& panel, size_t columns, size_t width, size_t c) {
    std::vector<float> values(columns);
    for (size_t k = 0; k < columns; ++k) {
        const std::byte* block = panel.data() + k / 32 * panelBlockBytes(width);
        float scale = 0;
        std::memcpy(&scale, block + 32 * width + c * 4, 4);
        values[k] =
            scale * static_cast<float>(static_cast<int8_t>(block[(k % 32 / 4 * width + c) * 4 + k % 4]));
    }
    return values;
}

double relativeError(std::span<const double> expected, std::span<const float> got) {
    double difference = 0;
    double size = 1e-30;
    for (size_t i = 0; i < expected.size(); ++i) {
        difference += (expected[i] - double(got[i])) * (expected[i] - double(got[i]));
        size += expected[i] * expected[i];
    }
    return std::sqrt(difference / size);
}

}  // namespace

class TestKernels : public QObject {
    Q_OBJECT

private:
    static void levels() {
        QTest::addColumn<int>("level");
        for (const IsaLevel level : isaLevelsUpTo(detectIsa()))
            QTest::addRow("%s", std::string(isaName(level)).c_str()) << static_cast<int>(level);
    }
    static const KernelTable& table() {
        QFETCH_GLOBAL(int, level);
        return kernelTable(static_cast<IsaLevel>(level));
    }
    /// True if GEMMs with such weights use bounded panels.
    static bool bounds(BlockType type) { return type == BlockType::Q8_0 && table().boundsBytes; }

private slots:
    void initTestCase_data() { levels(); }

    void tableIsOfItsLevel() {
        QFETCH_GLOBAL(int, level);
        QCOMPARE(static_cast<int>(table().level), level);
        for (const auto& row : table().panelDot)
            for (const auto function : row) QVERIFY(function != nullptr);
        for (const auto* dots : {&table().floatDot, &table().promptFloatDot})
            for (const auto& row : *dots)
                for (const auto function : row) QVERIFY(function != nullptr);
    }

    void panelsHoldRoundedRows() {
        std::mt19937 random(1);
        for (const size_t columns : {1UL, 31UL, 32UL, 96UL, 300UL, 576UL})
            for (const size_t width : {1UL, 2UL, 4UL, 8UL}) {
                const size_t stride = columns + 3;
                auto x = test::randomFloats(stride * width, random);
                for (size_t k = 0; k < std::min<size_t>(columns, 32); ++k) x[k] = 0;  // a block of zeros
                std::vector<std::byte> panel(panelBytes(columns, width), std::byte{0x55});
                table().quantize(x.data(), stride, columns, width, false, panel.data());
                for (size_t c = 0; c < width; ++c) {
                    const auto values = panelValues(panel, panelBlocks(columns) * 32, width, c);
                    for (size_t b = 0; b < panelBlocks(columns); ++b) {
                        double peak = 0;
                        int sum = 0;
                        int sumFirst = 0;
                        for (size_t i = 0; i < 32; ++i) {
                            const size_t k = b * 32 + i;
                            if (k < columns) peak = std::max(peak, std::abs(double(x[c * stride + k])));
                        }
                        const std::byte* block = panel.data() + b * panelBlockBytes(width);
                        for (size_t i = 0; i < 32; ++i) {
                            const size_t k = b * 32 + i;
                            const double wanted = k < columns ? double(x[c * stride + k]) : 0.0;
                            QVERIFY(std::abs(wanted - double(values[k])) <= peak / 254 * 1.0001);
                            const auto q = static_cast<int8_t>(block[(i / 4 * width + c) * 4 + i % 4]);
                            sum += q;
                            if (i < 16) sumFirst += q;
                        }
                        float numbers[2];
                        int32_t biases[2];
                        std::memcpy(&numbers[0], block + 32 * width + c * 4, 4);
                        std::memcpy(&numbers[1], block + 36 * width + c * 4, 4);
                        std::memcpy(&biases[0], block + 40 * width + c * 4, 4);
                        std::memcpy(&biases[1], block + 44 * width + c * 4, 4);
                        QCOMPARE(numbers[1], numbers[0] * float(sum));
                        QCOMPARE(biases[0], -8 * sum);
                        QCOMPARE(biases[1], -8 * sumFirst);
                    }
                }
            }
    }

    /// The bound on pairs that the 16-bit sums of Q8_0 kernels rely on, and its cost: the numbers are as
    /// precise as the largest pair permits.
    void boundedPanelsKeepPairsSmall() {
        std::mt19937 random(21);
        for (const float power : {1.0F, 9.0F})  // similar numbers, and with outliers
            for (const size_t columns : {1UL, 32UL, 300UL, 576UL})
                for (const size_t width : {1UL, 2UL, 4UL, 8UL}) {
                    auto x = test::randomFloats(columns * width, random);
                    for (float& value : x) value = std::copysign(std::pow(std::abs(value), power), value);
                    std::fill_n(x.begin(), std::min<size_t>(columns, 32),
                                -1.0F);  // halves that are rounded up
                    std::vector<std::byte> panel(panelBytes(columns, width));
                    table().quantize(x.data(), columns, columns, width, true, panel.data());
                    for (size_t c = 0; c < width; ++c) {
                        const auto values = panelValues(panel, panelBlocks(columns) * 32, width, c);
                        for (size_t b = 0; b * 32 < columns; ++b)
                            checkPairs(std::span(x).subspan(c * columns, columns), values, b,
                                       panel.data() + b * panelBlockBytes(width), width, c);
                    }
                }
    }

private:
    static void checkPairs(std::span<const float> row, const std::vector<float>& values, size_t block,
                           const std::byte* panelBlock, size_t width, size_t column) {
        const auto number = [&](size_t i) {
            return int(static_cast<int8_t>(panelBlock[(i / 4 * width + column) * 4 + i % 4]));
        };
        const auto wanted = [&](size_t i) {
            const size_t k = block * 32 + i;
            return k < row.size() ? double(row[k]) : 0.0;
        };
        double most = 0;
        for (size_t i = 0; i < 32; i += 2) {
            QVERIFY(std::abs(number(i) + number(i + 1)) <= 128);
            QVERIFY(std::abs(number(i)) <= 127 && std::abs(number(i + 1)) <= 127);
            most = std::max(
                {most, std::abs(wanted(i)), std::abs(wanted(i + 1)), std::abs(wanted(i) + wanted(i + 1))});
        }
        for (size_t i = 0; i < 32; ++i)
            QVERIFY(std::abs(wanted(i) - double(values[block * 32 + i])) <= most / 254 * 1.0001);
    }

private slots:
    /// The second plane is what rounding took away from the first, rounded in its turn.
    void planesHoldWhatIsLeft() {
        std::mt19937 random(11);
        for (const size_t columns : {1UL, 32UL, 300UL, 576UL})
            for (const size_t rows : {1UL, 2UL, 4UL}) {
                const size_t stride = columns + 5;
                const auto x = test::randomFloats(stride * rows, random);
                std::vector<std::byte> panel(panelBytes(columns, 2 * rows), std::byte{0x55});
                table().quantizeTwice(x.data(), stride, columns, rows, false, panel.data());
                for (size_t r = 0; r < rows; ++r) {
                    std::vector<std::byte> alone(panelBytes(columns, 2));
                    table().quantizeTwice(x.data() + r * stride, stride, columns, 1, false, alone.data());
                    const size_t padded = panelBlocks(columns) * 32;
                    const auto first = panelValues(panel, padded, 2 * rows, 2 * r);
                    const auto second = panelValues(panel, padded, 2 * rows, 2 * r + 1);
                    QCOMPARE(first, panelValues(alone, padded, 2, 0));
                    QCOMPARE(second, panelValues(alone, padded, 2, 1));
                    std::vector<std::byte> plain(panelBytes(columns, 1));
                    table().quantize(x.data() + r * stride, stride, columns, 1, false, plain.data());
                    QCOMPARE(first, panelValues(plain, padded, 1, 0));
                    for (size_t k = 0; k < columns; ++k) {
                        double peak = 0;
                        for (size_t i = k / 32 * 32; i < std::min(columns, k / 32 * 32 + 32); ++i)
                            peak = std::max(peak, std::abs(double(x[r * stride + i])));
                        const double left = double(x[r * stride + k]) - double(first[k]) - double(second[k]);
                        QVERIFY(std::abs(left) <= peak / 254 / 254 * 1.01);
                    }
                }
            }
    }

    void panelProducts() {
        std::mt19937 random(2);
        for (const BlockType type : quantized)
            for (const size_t rows : {16UL, 5UL})
                for (const size_t units : {1UL, 3UL, 18UL}) {
                    const size_t columns = units * blockTypeInfo(type).blockElements;
                    const Matrix m = randomRowPanel(type, rows, columns, random);
                    for (const size_t width : {1UL, 2UL, 4UL, 8UL}) {
                        const auto x = test::randomFloats(columns * width, random, 3.0F);
                        std::vector<std::byte> panel(panelBytes(columns, width));
                        table().quantize(x.data(), columns, columns, width, bounds(type), panel.data());
                        std::vector<float> tile(16 * width, NAN);
                        table().panelDot[static_cast<size_t>(rowPanelTypeFor(type))][widthIndex(width)](
                            m.rowPanel.data(), columns, panel.data(), tile.data());
                        std::vector<double> expected(16 * width, 0.0);
                        for (size_t c = 0; c < width; ++c) {
                            const auto values = panelValues(panel, columns, width, c);
                            for (size_t r = 0; r < 16; ++r)
                                for (size_t k = 0; k < columns; ++k)
                                    expected[c * 16 + r] +=
                                        double(m.values[r * columns + k]) * double(values[k]);
                        }
                        const double error = relativeError(expected, tile);
                        QVERIFY2(error <= 2e-6,
                                 qPrintable(QString("%1 rows %2 columns %3 width %4: %5")
                                                .arg(std::string(blockTypeInfo(type).name).c_str())
                                                .arg(rows)
                                                .arg(columns)
                                                .arg(width)
                                                .arg(error)));
                    }
                }
    }

    /// Unpacked for many panels, whole or piece by piece, a row panel gives the very same bits.
    void unpackedProductsEqualPanelProducts() {
        std::mt19937 random(12);
        size_t compared = 0;
        for (const BlockType type : quantized) {
            const auto index = static_cast<size_t>(rowPanelTypeFor(type));
            if (table().unpackedDot[index] == nullptr) continue;
            ++compared;
            for (const size_t blocks : {1UL, 2UL, 7UL, 24UL}) {
                const size_t columns = blocks * std::max<size_t>(blockTypeInfo(type).blockElements, 64);
                const Matrix m = randomRowPanel(type, 13, columns, random);
                const auto x = test::randomFloats(columns * 8, random, 3.0F);
                std::vector<std::byte> panel(panelBytes(columns, 8));
                table().quantize(x.data(), columns, columns, 8, bounds(type), panel.data());
                std::vector<float> wanted(128, NAN);
                table().panelDot[index][3](m.rowPanel.data(), columns, panel.data(), wanted.data());
                for (const size_t piece : {256UL, columns}) {
                    std::vector<float> tile(128, NAN);
                    for (size_t first = 0; first < columns; first += piece) {
                        const size_t count = std::min(piece, columns - first);
                        std::vector<std::byte> bytes(count / blockColumns * unpackedBlockBytes);
                        table().unpackBytes[index](m.rowPanel.data(), first, count, bytes.data());
                        table().unpackedDot[index](bytes.data(), count,
                                                   panel.data() + first / blockColumns * panelBlockBytes(8),
                                                   first != 0, tile.data());
                    }
                    QCOMPARE(tile, wanted);
                }
            }
        }
        QCOMPARE(compared, table().level == IsaLevel::Avx2 ? quantizedRowPanelTypes : 0);
    }

    void streamsEqualSingleRowPanels() {
        std::mt19937 random(8);
        for (const BlockType type : quantized)
            // From fewer units than are fetched ahead to more.
            for (const size_t units : {1UL, 3UL, 8UL})
                for (const size_t planes : {1UL, 2UL})
                    streamsEqualSingleRowPanels(type, units, planes, random);
    }

private:
    void streamsEqualSingleRowPanels(BlockType type, size_t units, size_t planes,
                                     std::mt19937& random) const {
        const auto index = static_cast<size_t>(rowPanelTypeFor(type));
        const size_t columns = units * std::max<size_t>(blockTypeInfo(type).blockElements, 64);
        std::vector<Matrix> matrices;
        for (int i = 0; i < 8; ++i) matrices.push_back(randomRowPanel(type, 16, columns, random));
        const auto x = test::randomFloats(columns, random);
        std::vector<std::byte> panel(panelBytes(columns, planes));
        (planes == 2 ? table().quantizeTwice : table().quantize)(x.data(), columns, columns, 1, bounds(type),
                                                                 panel.data());
        const auto rowPanel = [&](size_t i) -> const auto& {
            return matrices[i % 8].rowPanel;
        };
        for (const size_t streams : {2UL, 4UL, 8UL}) {
            for (const size_t inARow : {1UL, 3UL}) {
                std::vector<std::vector<std::byte>> memory(streams);
                const std::byte* starts[8] = {};
                for (size_t s = 0; s < streams; ++s) {
                    for (size_t n = 0; n < inARow; ++n)
                        memory[s].insert(memory[s].end(), rowPanel(s + n).begin(), rowPanel(s + n).end());
                    starts[s] = memory[s].data();
                }
                std::vector<float> sums(16 * streams * inARow, NAN);
                const std::byte* ahead[8] = {starts[1], starts[0], starts[0], nullptr, nullptr};
                table().panelStreams[index][planes - 1][streams == 8 ? 2 : streams / 4](
                    starts, inARow, ahead, columns, panel.data(), sums.data());
                for (size_t s = 0; s < streams; ++s)
                    for (size_t n = 0; n < inARow; ++n) {
                        float single[32] = {};
                        table().panelDot[index][planes - 1](rowPanel(s + n).data(), columns, panel.data(),
                                                            single);
                        for (size_t r = 0; r < 16; ++r) {
                            const float wanted = planes == 2 ? single[r] + single[16 + r] : single[r];
                            QCOMPARE(sums[(s * inARow + n) * 16 + r], wanted);
                        }
                    }
            }
        }
    }

private slots:

    /// Weights and activations at the ends of their ranges, where 16-bit sums would overflow.
    void panelProductsAtTheEnds() {
        for (const BlockType type : quantized) {
            const size_t columns = 256;
            const BlockTypeInfo& info = blockTypeInfo(type);
            std::vector<std::byte> stored(16 * columns / info.blockElements * info.blockBytes,
                                          std::byte{0xFF});
            if (type == BlockType::Q8_0)  // the least and the largest, eight rows each
                for (size_t i = 0; i < stored.size(); ++i)
                    stored[i] = i < stored.size() / 2 ? std::byte{0x80} : std::byte{0x7F};
            for (size_t at = 0; at < stored.size(); at += info.blockBytes) {
                const size_t scaleAt = type == BlockType::Q6_K ? 208 : 0;
                test::putHalf(stored.data() + at + scaleAt, 1.0F);
                if (type != BlockType::Q8_0 && type != BlockType::Q6_K && type != BlockType::Q4_0 &&
                    type != BlockType::Q5_0)
                    test::putHalf(stored.data() + at + 2, 1.0F);
            }
            std::vector<float> values(16 * columns);
            dequantizeRow(type, stored, values);
            std::vector<std::byte> rowPanel(rowPanelFormat(rowPanelTypeFor(type)).rowPanelBytes(columns));
            packRowPanel(type, columns, stored, stored.size() / 16, rowPanel.data());
            const std::vector<float> x(columns * 8, -1.0F);
            std::vector<std::byte> panel(panelBytes(columns, 8));
            table().quantize(x.data(), columns, columns, 8, bounds(type), panel.data());
            std::vector<float> tile(128);
            table().panelDot[static_cast<size_t>(rowPanelTypeFor(type))][3](rowPanel.data(), columns,
                                                                            panel.data(), tile.data());
            std::vector<double> expected(128, 0.0);
            for (size_t c = 0; c < 8; ++c) {
                const auto rounded = panelValues(panel, columns, 8, c);
                for (size_t k = 0; k < columns; ++k) {
                    QVERIFY(std::abs(rounded[k] + 1.0F) <= (bounds(type) ? 0.02F : 1e-6F));
                    for (size_t r = 0; r < 16; ++r)
                        expected[c * 16 + r] += double(rounded[k]) * double(values[r * columns + k]);
                }
            }
            QVERIFY2(relativeError(expected, tile) <= 2e-6, std::string(info.name).c_str());
            if (table().unpackedDot[static_cast<size_t>(rowPanelTypeFor(type))] == nullptr) continue;
            std::vector<std::byte> bytes(columns / blockColumns * unpackedBlockBytes);
            std::vector<float> unpacked(128, NAN);
            table().unpackBytes[static_cast<size_t>(rowPanelTypeFor(type))](rowPanel.data(), 0, columns,
                                                                            bytes.data());
            table().unpackedDot[static_cast<size_t>(rowPanelTypeFor(type))](
                bytes.data(), columns, panel.data(), false, unpacked.data());
            QCOMPARE(unpacked, tile);
        }
    }

    void floatProducts() {
        std::mt19937 random(3);
        for (const BlockType type : floating)
            for (const size_t blocks : {1UL, 7UL, 64UL, 333UL}) {
                const bool inBlocks = blockTypeInfo(type).blockElements > 1;
                if (inBlocks && blocks > 64) continue;
                const size_t columns = blocks * blockTypeInfo(type).blockElements;
                const Matrix m = randomRowPanel(type, 11, columns, random);
                for (const size_t width : {1UL, 2UL, 4UL, 8UL}) {
                    const size_t stride = columns + 5;
                    const auto x = test::randomFloats(stride * width, random);
                    std::vector<float> tile(16 * width, NAN);
                    const size_t row = static_cast<size_t>(rowPanelTypeFor(type)) - quantizedRowPanelTypes;
                    std::vector<double> expected(16 * width, 0.0);
                    for (size_t c = 0; c < width; ++c)
                        for (size_t r = 0; r < 16; ++r)
                            for (size_t k = 0; k < columns; ++k)
                                expected[c * 16 + r] +=
                                    double(m.values[r * columns + k]) * double(x[c * stride + k]);
                    for (const auto* dots : {&table().floatDot, &table().promptFloatDot}) {
                        (*dots)[row][widthIndex(width)](m.rowPanel.data(), columns, x.data(), stride,
                                                        tile.data());
                        QVERIFY(relativeError(expected, tile) <= 2e-6);
                        // Each column has the bits that it has alone.
                        std::vector<float> alone(16);
                        for (size_t c = 0; c < width; ++c) {
                            (*dots)[row][0](m.rowPanel.data(), columns, x.data() + c * stride, stride,
                                            alone.data());
                            QVERIFY(std::equal(alone.begin(), alone.end(), tile.begin() + 16 * c));
                        }
                    }
                }
            }
    }

    void tileProducts() {
        if (table().matmulBfloat == nullptr) QSKIP("no tile registers at this level");
        std::mt19937 random(4);
        std::vector<BlockType> types(quantized.begin(), quantized.end());
        for (const BlockType type : {BlockType::BF16, BlockType::FP8_E4M3, BlockType::FP8_E5M2})
            types.push_back(type);
        table().beginTiles();
        for (const BlockType type : types)
            for (const size_t rows : {16UL, 32UL, 48UL}) {
                const size_t columns = 512;
                const size_t stride = columns + 32;
                const Matrix first = randomRowPanel(type, 16, columns, random);
                const Matrix second = randomRowPanel(type, 9, columns, random);
                const auto x = test::randomFloats(rows * columns, random);
                std::vector<uint16_t> a(rows * stride);
                for (size_t r = 0; r < rows; ++r) table().toBfloat(&x[r * columns], columns, &a[r * stride]);
                std::vector<uint16_t> unpacked[2] = {std::vector<uint16_t>(16 * columns),
                                                     std::vector<uint16_t>(16 * columns)};
                const auto unpack = table().unpackBfloat[static_cast<size_t>(rowPanelTypeFor(type))];
                unpack(first.rowPanel.data(), 0, columns, unpacked[0].data());
                // In two parts, to see that a start in the middle is honoured.
                unpack(second.rowPanel.data(), 0, 288, unpacked[1].data());
                unpack(second.rowPanel.data(), 288, columns - 288, unpacked[1].data() + 16 * 288);
                for (const size_t rowPanels : {1UL, 2UL}) {
                    const uint16_t* b[2] = {unpacked[0].data(), unpacked[1].data()};
                    std::vector<float> c(rows * rowPanels * 16, NAN);
                    table().matmulBfloat(a.data(), stride, rows, 256, b, rowPanels, c.data(), rowPanels * 16,
                                         false, {});
                    const uint16_t* rest[2] = {b[0] + 16 * 256, b[1] + 16 * 256};
                    table().matmulBfloat(a.data() + 256, stride, rows, columns - 256, rest, rowPanels,
                                         c.data(), rowPanels * 16, true, {});
                    std::vector<double> expected(c.size(), 0.0);
                    for (size_t r = 0; r < rows; ++r)
                        for (size_t n = 0; n < rowPanels * 16; ++n) {
                            const Matrix& m = n < 16 ? first : second;
                            for (size_t k = 0; k < columns; ++k)
                                expected[r * rowPanels * 16 + n] +=
                                    double(m.values[n % 16 * columns + k]) * double(x[r * columns + k]);
                        }
                    // Both sides are rounded to 8 bits of mantissa.
                    const double error = relativeError(expected, c);
                    QVERIFY2(error <= 4e-3, qPrintable(QString::number(error)));
                    QVERIFY(type == BlockType::BF16 || error > 1e-4);
                }
            }
        table().endTiles();
    }

    void finishedRowsAreTheSingleOnes() {
        if (table().finishRows == nullptr) QSKIP("no tile registers at this level");
        std::mt19937 random(6);
        const size_t rows = 5;
        const size_t stride = 80;
        const auto c = test::randomFloats(rows * stride, random, 3.0F);
        const auto up = test::randomFloats(rows * stride, random);
        const auto bias = test::randomFloats(stride, random);
        std::vector<Finish> kinds(5);
        kinds[0].scale = 0.5F;
        kinds[1].accumulate = true;
        kinds[2].activation = Activation::Silu;
        kinds[2].up = up.data();
        kinds[2].scale = 2.0F;
        kinds[3] = kinds[2];
        kinds[3].bias = bias.data();
        kinds[3].upBias = bias.data();
        kinds[4].activation = Activation::GeluTanh;
        kinds[4].softCap = 4.0F;
        for (const Finish& kind : kinds)
            for (const size_t count : {9UL, 16UL, 32UL, 64UL, 77UL}) {
                std::vector<float> expected(rows * stride, 0.25F);
                for (size_t i = 0; i < rows; ++i) {
                    Finish row = kind;
                    if (kind.up != nullptr) row.up = kind.up + i * stride;
                    table().finish(&c[i * stride], count, row, &expected[i * stride]);
                }
                std::vector<float> out(rows * stride, 0.25F);
                table().finishRows(c.data(), stride, rows, count, kind,
                                   {.floats = out.data(), .stride = stride});
                QVERIFY(relativeError(std::vector<double>(expected.begin(), expected.end()), out) <= 1e-6);
                if (kind.accumulate) continue;
                std::vector<uint16_t> rounded(rows * stride, 0xABCD);
                table().finishRows(c.data(), stride, rows, count, kind,
                                   {.rounded = rounded.data(), .stride = stride});
                for (size_t i = 0; i < rows; ++i)
                    for (size_t o = 0; o < stride; ++o) {
                        const size_t at = i * stride + o;
                        if (o >= count) {
                            QCOMPARE(rounded[at], uint16_t(0xABCD));
                        } else {
                            QVERIFY(std::abs(bfloatToFloat(rounded[at]) - expected[at]) <=
                                    std::abs(expected[at]) / 250 + 1e-30F);
                        }
                    }
            }
    }

    void finishedPanelsAreTheSingleRows() {
        std::mt19937 random(7);
        const size_t width = 8;
        const auto c = test::randomFloats(width * rowPanelRows, random, 3.0F);
        const auto up = test::randomFloats(width * rowPanelRows, random);
        const auto bias = test::randomFloats(rowPanelRows, random);
        std::vector<Finish> kinds(6);
        kinds[0].scale = 0.5F;
        kinds[1].accumulate = true;
        kinds[2].activation = Activation::Silu;
        kinds[2].up = up.data();
        kinds[3] = kinds[2];
        kinds[3].accumulate = true;
        kinds[4] = kinds[2];
        kinds[4].bias = bias.data();
        kinds[4].upBias = bias.data();
        kinds[5].activation = Activation::GeluTanh;
        kinds[5].softCap = 4.0F;
        constexpr size_t first = 5, stride = 40;
        for (const Finish& kind : kinds)
            for (const size_t count : {1UL, 9UL, 16UL}) {
                std::vector<float> expected(width * stride, 0.25F), out = expected;
                std::vector<float*> rows(width);
                for (size_t column = 0; column < width; ++column) {
                    Finish row = kind;
                    if (kind.up != nullptr) row.up = kind.up + column * rowPanelRows;
                    table().finish(&c[column * rowPanelRows], count, row, &expected[column * stride + first]);
                    rows[column] = &out[column * stride];
                }
                table().finishPanel(c.data(), width, count, kind, rows.data(), first);
                QCOMPARE(out, expected);
            }
    }

    void gatesAtTheEndsOfTheRange() {
        if (table().finishRows == nullptr) QSKIP("no tile registers at this level");
        std::vector<float> gate(32, 0.0F);
        gate[0] = -200.0F;
        gate[1] = 200.0F;
        gate[2] = -1e30F;
        gate[3] = 1e30F;
        gate[4] = -88.0F;
        const std::vector<float> up(32, 1.0F);
        std::vector<uint16_t> rounded(32);
        Finish finish;
        finish.activation = Activation::Silu;
        finish.up = up.data();
        table().finishRows(gate.data(), 32, 1, 32, finish, {.rounded = rounded.data(), .stride = 32});
        QCOMPARE(bfloatToFloat(rounded[1]), 200.0F);
        QVERIFY(bfloatToFloat(rounded[3]) > 9e29F);
        for (const size_t i : {0UL, 4UL, 5UL}) QVERIFY(std::abs(bfloatToFloat(rounded[i])) < 1e-30F);
        QVERIFY(std::isfinite(bfloatToFloat(rounded[2])));
    }

    void bfloatRoundsToNearest() {
        if (table().toBfloat == nullptr) QSKIP("no tile registers at this level");
        for (const size_t count : {1UL, 15UL, 16UL, 17UL, 31UL, 32UL, 45UL}) {
            std::mt19937 random(5);
            const auto x = test::randomFloats(count, random);
            std::vector<uint16_t> out(count + 1, 0xABCD);
            table().toBfloat(x.data(), count, out.data());
            QCOMPARE(out[count], uint16_t(0xABCD));
            for (size_t i = 0; i < count; ++i)
                QVERIFY(std::abs(bfloatToFloat(out[i]) - x[i]) <= std::abs(x[i]) / 256);
        }
    }

    void norms() {
        std::mt19937 random(6);
        for (const size_t columns : {1UL, 16UL, 37UL, 576UL})
            for (const NormKind kind :
                 {NormKind::None, NormKind::Rms, NormKind::Layer, NormKind::UnitLength}) {
                const auto x = test::randomFloats(columns, random, 2.0F);
                const auto weight = test::randomFloats(columns, random);
                const auto bias = test::randomFloats(columns, random);
                double mean = 0;
                double square = 0;
                for (const float v : x) mean += double(v) / double(columns);
                if (kind != NormKind::Layer) mean = 0;
                for (const float v : x) square += (double(v) - mean) * (double(v) - mean) / double(columns);
                const double factor = kind == NormKind::None ? 1.0
                                      : kind == NormKind::UnitLength
                                          ? 1.0 / std::sqrt(square * double(columns))
                                          : 1.0 / std::sqrt(square + 1e-5);
                std::vector<double> expected(columns);
                for (size_t k = 0; k < columns; ++k)
                    expected[k] = (double(x[k]) - mean) * factor * double(weight[k]) + double(bias[k]);
                std::vector<float> out(columns);
                table().norm(kind, x.data(), columns, weight.data(), bias.data(), 1e-5F, out.data());
                QVERIFY(relativeError(expected, out) <= 2e-6);
                for (size_t k = 0; k < columns; ++k) expected[k] = (double(x[k]) - mean) * factor;
                out = x;
                table().norm(kind, out.data(), columns, nullptr, nullptr, 1e-5F, out.data());
                QVERIFY(relativeError(expected, out) <= 2e-6);
            }
    }

    void activations() {
        const auto sigmoid = [](double v) { return 1.0 / (1.0 + std::exp(-v)); };
        const auto wanted = [&](Activation a, double v) {
            switch (a) {
                case Activation::Silu:
                    return v * sigmoid(v);
                case Activation::GeluTanh:
                    return 0.5 * v * (1 + std::tanh(std::sqrt(2 / M_PI) * (v + 0.044715 * v * v * v)));
                case Activation::GeluErf:
                    return 0.5 * v * (1 + std::erf(v / std::sqrt(2.0)));
                case Activation::Relu:
                    return std::max(v, 0.0);
                case Activation::ReluSquared:
                    return std::max(v, 0.0) * std::max(v, 0.0);
                case Activation::Sigmoid:
                    return sigmoid(v);
                case Activation::SwigluOai:
                    return std::min(v, 7.0) * sigmoid(1.702 * std::min(v, 7.0));
                case Activation::Softplus:
                    return std::log1p(std::exp(v));
                case Activation::None:
                case Activation::Xielu:  // of multiply() alone
                    break;
            }
            return v;
        };
        for (int a = 0; a <= static_cast<int>(Activation::Softplus); ++a) {
            const auto activation = static_cast<Activation>(a);
            std::vector<float> x;
            for (float v = -30; v < 30; v += 0.0371F) x.push_back(v);
            const std::vector<float> in = x;
            table().activate(activation, x.data(), nullptr, x.size());
            for (size_t i = 0; i < x.size(); ++i) {
                const double expected = wanted(activation, double(in[i]));
                QVERIFY2(
                    std::abs(expected - double(x[i])) <= 1e-6 + 2e-6 * std::abs(expected),
                    qPrintable(
                        QString("%1(%2) = %3, not %4").arg(a).arg(in[i]).arg(double(x[i])).arg(expected)));
            }
            x = in;
            std::vector<float> up(x.size());
            for (size_t i = 0; i < x.size(); ++i) up[i] = 0.01F * float(i) - 8.0F;
            table().activate(activation, x.data(), up.data(), x.size());
            for (size_t i = 0; i < x.size(); ++i) {
                double factor = double(up[i]);
                if (activation == Activation::SwigluOai) factor = std::clamp(factor, -7.0, 7.0) + 1;
                const double expected = wanted(activation, double(in[i])) * factor;
                QVERIFY(std::abs(expected - double(x[i])) <= 2e-5 + 3e-6 * std::abs(expected));
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestKernels)
#include "tst_kernels.moc"
