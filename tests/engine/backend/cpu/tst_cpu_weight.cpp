#include "backend/cpu/cpu_weight.h"

#include <cstring>

#include "backend/cpu/row_panel_packing.h"
#include "random_blocks.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;

namespace {
WeightSource source(BlockType type, uint64_t columns, uint64_t rows, uint64_t experts,
                    std::vector<std::byte> stored) {
    WeightSource s{
        .name = "test", .type = type, .columns = columns, .rows = rows, .experts = experts, .read = {}};
    s.read = [stored = std::move(stored)](uint64_t offset, std::span<std::byte> out) {
        std::memcpy(out.data(), stored.data() + offset, out.size());
    };
    return s;
}
}  // namespace

class TestCpuWeight : public QObject {
    Q_OBJECT

private slots:
    /// Every expert's rows read back as the reference dequantiser gives them, whatever the type.
    void matrices() {
        std::mt19937 random(21);
        ThreadPool pool(2);
        Arena arena;
        for (const BlockType type : {BlockType::Q4_0, BlockType::Q6_K, BlockType::F32, BlockType::BF16,
                                     BlockType::IQ4_NL, BlockType::FP8_E4M3, BlockType::FP8_E5M2}) {
            const uint64_t columns = 512, rows = 37, experts = 3;
            const auto stored = test::randomBlocks(type, columns * rows * experts, random);
            std::vector<float> expected(columns * rows * experts);
            dequantizeRow(type, stored, expected);
            const WeightSource from = source(type, columns, rows, experts, stored);
            const auto weight = packWeight(from, arena, pool);
            QCOMPARE(weight->sizeBytes, packedBytes(from));
            QCOMPARE(weight->rowPanelsPerExpert, size_t(3));
            std::vector<float> row(columns);
            for (uint64_t e = 0; e < experts; ++e)
                for (uint64_t r = 0; r < rows; ++r) {
                    unpackRow(weight->rowPanelType, weight->rowPanel(e, r / 16), r % 16, row);
                    for (uint64_t k = 0; k < columns; ++k) {
                        const float wanted = expected[(e * rows + r) * columns + k];
                        const float tolerance = packsExactly(type) ? 1e-6F : 5e-4F;
                        QVERIFY(std::abs(row[k] - wanted) <= tolerance * (1 + std::abs(wanted)));
                    }
                }
        }
    }
    /// Floats of 8 bits take in memory what their folder takes on disk, and 4 bytes for 128 of them.
    void byteFloatsStayBytes() {
        for (const BlockType type : {BlockType::FP8_E4M3, BlockType::FP8_E5M2}) {
            const WeightSource from{.name = "w", .type = type, .columns = 4096, .rows = 1024, .read = {}};
            QCOMPARE(packedBytes(from), uint64_t{4096} * 1024 / 128 * 132);
        }
    }
    /// Types without kernels become float16 where their numbers fit, and bfloat16, which is as large, where
    /// some number is beyond float16 or all are so small that float16 would lose their digits.
    void numbersBeyondHalves() {
        std::mt19937 random(23);
        ThreadPool pool(2);
        Arena arena;
        const uint64_t columns = 512, rows = 40, experts = 2;
        for (const int exponent : {0, 30, -40}) {
            // MXFP4: a block of 17 bytes begins with a power of two, 127 being one half.
            auto stored = test::randomBlocks(BlockType::MXFP4, columns * rows * experts, random);
            for (size_t at = 0; at < stored.size(); at += 17) stored[at] = std::byte(127 + (at % 3) - 1);
            // One block of the last expert is far out, or all are tiny.
            if (exponent > 0) stored[stored.size() - 17] = std::byte(127 + exponent);
            if (exponent < 0)
                for (size_t at = 0; at < stored.size(); at += 17) stored[at] = std::byte(127 + exponent);
            std::vector<float> expected(columns * rows * experts);
            dequantizeRow(BlockType::MXFP4, stored, expected);
            const WeightSource from = source(BlockType::MXFP4, columns, rows, experts, stored);
            const auto weight = packWeight(from, arena, pool);
            QCOMPARE(weight->rowPanelType, exponent == 0 ? RowPanelType::F16 : RowPanelType::BF16);
            QCOMPARE(weight->sizeBytes, packedBytes(from));
            std::vector<float> row(columns);
            for (uint64_t e = 0; e < experts; ++e)
                for (uint64_t r = 0; r < rows; ++r) {
                    unpackRow(weight->rowPanelType, weight->rowPanel(e, r / 16), r % 16, row);
                    for (uint64_t k = 0; k < columns; ++k)
                        QCOMPARE(row[k], expected[(e * rows + r) * columns + k]);  // few digits: exact
                }
        }
    }
    void vectorsAreKeptAsNumbers() {
        ThreadPool pool(1);
        Arena arena;
        const float values[] = {1, 2, 3};
        std::vector<std::byte> stored(12);
        std::memcpy(stored.data(), values, 12);
        const auto weight = packWeight(source(BlockType::F32, 3, 1, 1, stored), arena, pool);
        QCOMPARE(weight->values, (std::vector<float>{1, 2, 3}));
        QCOMPARE(valuesOf(weight.get())[2], 3.0F);
        QCOMPARE(valuesOf(nullptr), nullptr);
    }
    void largeMatricesHaveNoNumbers() {
        std::mt19937 random(22);
        ThreadPool pool(1);
        Arena arena;
        const auto weight = packWeight(
            source(BlockType::Q8_0, 32, 2, 1, test::randomBlocks(BlockType::Q8_0, 64, random)), arena, pool);
        QVERIFY_THROWS_EXCEPTION(Error, (void)valuesOf(weight.get()));
    }
    void sourceErrorsComeThrough() {
        ThreadPool pool(2);
        Arena arena;
        WeightSource broken{.name = "broken", .type = BlockType::F32, .columns = 4, .rows = 4, .read = {}};
        broken.read = [](uint64_t, std::span<std::byte>) { throw Error(ErrorCode::Io, "The file ended."); };
        QVERIFY_THROWS_EXCEPTION(Error, (void)packWeight(broken, arena, pool));
    }
};

QTEST_APPLESS_MAIN(TestCpuWeight)
#include "tst_cpu_weight.moc"
