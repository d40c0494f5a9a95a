#include "backend/cpu/amx_gemm.h"

#include "backend/cpu/rounded_rows.h"
#include "product_case.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;
using namespace hearth::test;

using How = ProductCase::How;

class TestAmxGemm : public QObject {
    Q_OBJECT

private slots:
    void takesPromptsAlone() {
        CpuParts parts;
        const bool tiles = detectIsa() == IsaLevel::Amx;
        AmxGemm products(parts.kernels, parts.pool);
        QCOMPARE(products.take(ProductCase(parts, {.types = {BlockType::Q4_K}}).product), tiles);
        QVERIFY(!products.take(
            ProductCase(parts, {.types = {BlockType::Q4_K}, .recipe = Recipe::Reply}).product));
        // Weights in floats are cut into halves, others are not: both together are for nobody here.
        QVERIFY(!products.take(ProductCase(parts, {.types = {BlockType::Q4_K, BlockType::F16}}).product));
        ProductCase floats(parts, {.types = {BlockType::F32, BlockType::F16}});
        QVERIFY(!products.take(floats.product));
        floats.product.inHalves = true;
        QCOMPARE(products.take(floats.product), tiles);
        QVERIFY(!products.takeRounded(floats.product));
        QCOMPARE(products.takeRounded(ProductCase(parts, {.types = {BlockType::Q4_K}}).product), tiles);
    }

    void agreesWithPlainLoops_data() {
        QTest::addColumn<How>("how");
        QTest::newRow("one row") << How{.types = {BlockType::Q4_K}};
        QTest::newRow("more rows than are taken at once")
            << How{.types = {BlockType::Q8_0}, .weightRows = 333, .rows = 77, .bias = true};
        QTest::newRow("parts") << How{.types = {BlockType::Q4_0, BlockType::Q8_0, BlockType::Q6_K},
                                      .rows = 19,
                                      .bias = true,
                                      .accumulate = true};
        QTest::newRow("gated") << How{.types = {BlockType::Q5_K, BlockType::Q5_0},
                                      .weightRows = 170,
                                      .rows = 33,
                                      .gated = true,
                                      .bias = true,
                                      .norm = NormKind::Rms};
        // RowPanels that are unpacked in several pieces.
        QTest::newRow("deep") << How{
            .types = {BlockType::Q4_K}, .weightRows = 512, .rows = 40, .columns = 8704};
        // Likewise, of prompts that are no longer than the rows that are taken at once.
        for (const size_t rows : {1, 32})
            QTest::addRow("deep, %zu rows", rows)
                << How{.types = {BlockType::Q6_K}, .weightRows = 512, .rows = rows, .columns = 8960};
        QTest::newRow("deep, gated, few rows") << How{.types = {BlockType::Q4_K, BlockType::Q4_K},
                                                      .weightRows = 512,
                                                      .rows = 20,
                                                      .columns = 8704,
                                                      .gated = true};
    }
    /// As near as floats, however it is cut.
    void floatsAreNotRounded_data() {
        QTest::addColumn<How>("how");
        QTest::newRow("one row") << How{.types = {BlockType::F32}};
        QTest::newRow("parts, many rows") << How{.types = {BlockType::F32, BlockType::F16, BlockType::F32},
                                                 .weightRows = 333,
                                                 .rows = 77,
                                                 .bias = true,
                                                 .accumulate = true,
                                                 .norm = NormKind::Rms};
        QTest::newRow("gated") << How{.types = {BlockType::F16, BlockType::F16},
                                      .weightRows = 170,
                                      .rows = 33,
                                      .gated = true,
                                      .bias = true};
        QTest::newRow("deep") << How{
            .types = {BlockType::F32}, .weightRows = 512, .rows = 40, .columns = 8704};
        QTest::newRow("deep, few rows")
            << How{.types = {BlockType::F32}, .weightRows = 512, .rows = 20, .columns = 8704};
    }
    void floatsAreNotRounded() {
        if (detectIsa() != IsaLevel::Amx) QSKIP("there are no tile registers");
        QFETCH(How, how);
        CpuParts parts;
        ProductCase test(parts, how);
        test.product.inHalves = true;
        AmxGemm products(parts.kernels, parts.pool);
        QVERIFY(products.take(test.product));
        products.run(test.product);
        const double error = relativeError(test.out, test.plain());
        QVERIFY2(error < 3e-5, qPrintable(QString::number(error)));
    }

    void agreesWithPlainLoops() {
        if (detectIsa() != IsaLevel::Amx) QSKIP("there are no tile registers");
        QFETCH(How, how);
        CpuParts parts;
        ProductCase test(parts, how);
        AmxGemm products(parts.kernels, parts.pool);
        QVERIFY(products.take(test.product));
        products.run(test.product);
        const double error = relativeError(test.out, test.plain());
        QVERIFY2(error < 0.01, qPrintable(QString::number(error)));
    }

    /// The input of the next GEMM is bfloat16 already: the same numbers, rounded.
    void readsAndWritesBfloat16() {
        if (detectIsa() != IsaLevel::Amx) QSKIP("there are no tile registers");
        CpuParts parts;
        AmxGemm products(parts.kernels, parts.pool);
        ProductCase test(
            parts,
            {.types = {BlockType::Q4_K, BlockType::Q4_K}, .weightRows = 64, .rows = 20, .gated = true});
        products.run(test.product);
        const auto wanted = test.out;
        CpuBuffer in = CpuParts::buffer(test.columns, test.x);
        CpuBuffer out(test.rows, test.outColumns);
        uint16_t* rounded = holdRounded(CpuParts::whole(in), test.rows);
        for (size_t row = 0; row < test.rows; ++row)
            parts.kernels.toBfloat(test.in[row], test.columns, rounded + row * roundedStride(test.columns));
        test.product.roundedIn = rounded;
        test.product.roundedOut = holdRounded(CpuParts::whole(out), test.rows);
        products.run(test.product);
        settle(CpuParts::whole(out));
        QVERIFY(relativeError(CpuParts::valuesIn(out), wanted) < 0.005);
    }

    void threadsDoNotMatter() {
        if (detectIsa() != IsaLevel::Amx) QSKIP("there are no tile registers");
        std::vector<float> first;
        for (const unsigned threads : {1U, 3U}) {
            CpuParts parts(IsaLevel::Amx, threads);
            AmxGemm products(parts.kernels, parts.pool);
            ProductCase test(parts, {.types = {BlockType::Q6_K}, .weightRows = 300, .rows = 50});
            products.run(test.product);
            if (first.empty()) first = test.out;
            QVERIFY(sameBitsIn(test.out, first));
        }
    }
};

QTEST_APPLESS_MAIN(TestAmxGemm)
#include "tst_amx_gemm.moc"
