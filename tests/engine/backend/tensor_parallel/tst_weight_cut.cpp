#include "backend/tensor_parallel/weight_cut.h"

#include <cstring>
#include <numeric>

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using enum WeightCut::Kind;

/// Parts have the numbers that were theirs, whatever pieces they are read in.
class TestWeightCut : public QObject {
    Q_OBJECT

    /// Numbers from 0 in the order of the file.
    static WeightSource counted(uint64_t columns, uint64_t rows, uint64_t experts = 1) {
        WeightSource source{.name = "w", .columns = columns, .rows = rows, .experts = experts, .read = {}};
        source.read = [](uint64_t byteOffset, std::span<std::byte> out) {
            for (size_t i = 0; i < out.size(); i += sizeof(float)) {
                const auto value = static_cast<float>((byteOffset + i) / sizeof(float));
                std::memcpy(out.data() + i, &value, sizeof value);
            }
        };
        return source;
    }
    /// Read in pieces of so many numbers.
    static std::vector<float> numbersOf(const WeightSource& source, size_t piece) {
        std::vector<float> numbers(source.columns * source.rows * source.experts);
        const auto bytes = std::as_writable_bytes(std::span(numbers));
        const size_t step = piece * sizeof(float);
        for (size_t at = 0; at < bytes.size(); at += step)
            source.read(at, bytes.subspan(at, std::min(step, bytes.size() - at)));
        return numbers;
    }

private slots:
    void rowsOfARun() {
        const WeightCut cut{.kind = Rows};
        const WeightSource source = counted(2, 4, 2);
        QVERIFY(dividesInto(source, cut, 2) && dividesInto(source, cut, 4) && !dividesInto(source, cut, 3));
        const WeightSource second = cutOf(source, cut, 2, 1);
        QCOMPARE(second.rows, uint64_t{2});
        QCOMPARE(second.experts, uint64_t{2});
        for (const size_t piece : {1, 3, 100})
            QCOMPARE(numbersOf(second, piece), (std::vector<float>{4, 5, 6, 7, 12, 13, 14, 15}));
    }

    void rowsOfSeveralRuns() {
        const WeightCut cut{.kind = Rows, .runs = {4, 2}};
        const WeightSource source = counted(1, 6);
        QVERIFY(dividesInto(source, cut, 2));
        QVERIFY(!dividesInto(source, cut, 4));
        QCOMPARE(numbersOf(cutOf(source, cut, 2, 0), 2), (std::vector<float>{0, 1, 4}));
        QCOMPARE(numbersOf(cutOf(source, cut, 2, 1), 1), (std::vector<float>{2, 3, 5}));
    }

    void columns() {
        const WeightCut cut{.kind = Columns};
        const WeightSource source = counted(4, 2, 2);
        const WeightSource second = cutOf(source, cut, 2, 1);
        QCOMPARE(second.columns, uint64_t{2});
        for (const size_t piece : {1, 3, 100})
            QCOMPARE(numbersOf(second, piece), (std::vector<float>{2, 3, 6, 7, 10, 11, 14, 15}));
    }

    /// Vectors that belong to rows are cut like the rows: biases, and those of experts, one row each.
    void vectorsGoWithTheirRows() {
        WeightSource bias = counted(4, 1);
        QCOMPARE(numbersOf(cutOf(bias, {.kind = Rows}, 2, 1), 4), (std::vector<float>{2, 3}));
        bias = counted(4, 2);
        bias.id.part = WeightPart::Bias;
        QCOMPARE(numbersOf(cutOf(bias, {.kind = Rows, .runs = {2, 2}}, 2, 0), 4),
                 (std::vector<float>{0, 2, 4, 6}));
    }

    void sharesHaveWholeBlocks() {
        WeightSource source = counted(512, 4);
        source.type = BlockType::Q4_K;
        QVERIFY(dividesInto(source, {.kind = Columns}, 2));
        QVERIFY(!dividesInto(source, {.kind = Columns}, 4));
        QVERIFY(dividesInto(source, {.kind = Rows}, 4));
        source.type = BlockType::Q8_0;
        QVERIFY(dividesInto(source, {.kind = Columns}, 4));
        QVERIFY(dividesInto(counted(3, 5), {.kind = Whole}, 8));
        QVERIFY(dividesInto(counted(3, 5), {.kind = First}, 8));
    }
};

QTEST_APPLESS_MAIN(TestWeightCut)
#include "tst_weight_cut.moc"
