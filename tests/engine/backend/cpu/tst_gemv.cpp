#include "backend/cpu/gemv.h"

#include "backend/cpu/packed_gemm.h"
#include "product_case.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;
using namespace hearth::test;

using How = ProductCase::How;

class TestGemv : public QObject {
    Q_OBJECT

    static IsaLevel level() {
        QFETCH_GLOBAL(int, level);
        return static_cast<IsaLevel>(level);
    }

private slots:
    void initTestCase_data() {
        QTest::addColumn<int>("level");
        for (const IsaLevel l : isaLevelsUpTo(detectIsa()))
            QTest::addRow("%s", std::string(isaName(l)).c_str()) << static_cast<int>(l);
    }

    void takesSingleRowsOfBlocks() {
        CpuParts parts;
        QVERIFY(Gemv::take(ProductCase(parts, {.types = {BlockType::Q4_K, BlockType::Q8_0}}).product));
        QVERIFY(!Gemv::take(ProductCase(parts, {.types = {BlockType::Q4_K}, .rows = 2}).product));
        QVERIFY(!Gemv::take(ProductCase(parts, {.types = {BlockType::Q4_K, BlockType::F16}}).product));
        // RowPanels of gate and up that are read together are of one type.
        QVERIFY(!Gemv::take(
            ProductCase(parts, {.types = {BlockType::Q4_K, BlockType::Q8_0}, .gated = true}).product));
        QVERIFY(Gemv::take(
            ProductCase(parts, {.types = {BlockType::Q4_K, BlockType::Q4_K}, .gated = true}).product));
    }

    /// Fewer row panels than streams, more, and so many that threads take them piece by piece.
    void sameBitsAsByPanels_data() {
        QTest::addColumn<How>("how");
        QTest::newRow("one strip") << How{.types = {BlockType::Q4_K}, .weightRows = 9};
        QTest::newRow("some strips") << How{.types = {BlockType::Q6_K}, .weightRows = 333, .bias = true};
        QTest::newRow("parts") << How{.types = {BlockType::Q4_0, BlockType::Q8_0, BlockType::Q5_1},
                                      .weightRows = 70,
                                      .bias = true,
                                      .accumulate = true};
        QTest::newRow("gated") << How{.types = {BlockType::Q5_K, BlockType::Q5_K},
                                      .weightRows = 170,
                                      .gated = true,
                                      .bias = true,
                                      .norm = NormKind::Rms};
        QTest::newRow("two planes") << How{.types = {BlockType::Q4_1}, .weightRows = 170, .planes = 2};
        QTest::newRow("in pieces") << How{.types = {BlockType::Q8_0}, .weightRows = 12345, .columns = 320};
    }
    void sameBitsAsByPanels() {
        QFETCH(How, how);
        CpuParts parts(level());
        ProductCase test(parts, how);
        PackedGemm panels(parts.kernels, parts.pool);
        panels.run(test.product);
        const auto wanted = test.out;
        Gemv streams(parts.kernels, parts.pool, false);
        for (int token = 0; token < 2; ++token) {
            test.clear();
            streams.begin(true);
            streams.run(test.product);
            QVERIFY(sameBitsIn(test.out, wanted));
        }
    }

    /// Tokens on which other numbers of streams are tried, one of which has fewer products than the others.
    void choicesDoNotChangeBits() {
        CpuParts parts(level());
        ProductCase first(parts, {.types = {BlockType::Q4_K}, .weightRows = 400});
        ProductCase second(parts,
                           {.types = {BlockType::Q8_0, BlockType::Q8_0}, .weightRows = 200, .gated = true});
        Gemv streams(parts.kernels, parts.pool, true);
        std::vector<float> firstOut, secondOut;
        for (size_t token = 0; token < StreamChoice::trialTokens + 8; ++token) {
            streams.begin(true);
            first.clear();
            second.clear();
            streams.run(first.product);
            if (token % 7 != 3) streams.run(second.product);
            if (token == 0) {
                firstOut = first.out;
                secondOut = second.out;
            }
            QVERIFY(sameBitsIn(first.out, firstOut));
            if (token % 7 != 3) QVERIFY(sameBitsIn(second.out, secondOut));
        }
    }

    /// Threads that outlive it fetch nothing more of it while they wait.
    void othersGoOnWithTheThreads() {
        CpuParts parts(level());
        ProductCase test(parts, {.types = {BlockType::Q4_K}, .weightRows = 400});
        {
            Gemv gone(parts.kernels, parts.pool, false);
            gone.begin(true);
            gone.run(test.product);
        }
        Gemv streams(parts.kernels, parts.pool, false);
        const auto wanted = test.out;
        test.clear();
        streams.begin(false);
        streams.run(test.product);
        QVERIFY(sameBitsIn(test.out, wanted));
    }
};

QTEST_APPLESS_MAIN(TestGemv)
#include "tst_gemv.moc"
