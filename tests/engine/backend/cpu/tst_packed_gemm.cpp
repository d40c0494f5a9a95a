#include "backend/cpu/packed_gemm.h"

#include "product_case.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;
using namespace hearth::test;

class TestPackedGemm : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() {
        QTest::addColumn<int>("level");
        for (const IsaLevel l : isaLevelsUpTo(detectIsa()))
            QTest::addRow("%s", std::string(isaName(l)).c_str()) << static_cast<int>(l);
    }

    void agreesWithPlainLoops_data() {
        using How = ProductCase::How;
        QTest::addColumn<How>("how");
        QTest::addColumn<double>("tolerance");
        // 8 bits in a plane, 16 in two; float16 and float32 weights meet float32.
        QTest::newRow("one row") << How{.types = {BlockType::Q4_K}} << 0.02;
        QTest::newRow("few rows") << How{.types = {BlockType::Q6_K}, .rows = 7} << 0.02;
        QTest::newRow("many rows") << How{.types = {BlockType::Q8_0}, .rows = 301} << 0.02;
        QTest::newRow("two planes") << How{.types = {BlockType::Q5_0}, .rows = 13, .planes = 2} << 1e-4;
        QTest::newRow("floats") << How{.types = {BlockType::F32, BlockType::F16}, .rows = 13} << 1e-5;
        QTest::newRow("floats of a reply")
            << How{.types = {BlockType::F16}, .rows = 3, .recipe = Recipe::Reply} << 1e-5;
        QTest::newRow("three types") << How{.types = {BlockType::Q4_0, BlockType::F16, BlockType::Q8_0},
                                            .rows = 21,
                                            .bias = true}
                                     << 0.02;
        QTest::newRow("gated") << How{.types = {BlockType::Q4_K, BlockType::Q6_K},
                                      .rows = 40,
                                      .gated = true,
                                      .bias = true,
                                      .norm = NormKind::Rms}
                               << 0.03;
        QTest::newRow("gated, two planes")
            << How{.types = {BlockType::Q4_1, BlockType::Q4_1}, .rows = 17, .gated = true, .planes = 2}
            << 1e-4;
        QTest::newRow("added") << How{.types = {BlockType::Q5_K}, .rows = 9, .accumulate = true} << 0.02;
    }
    void agreesWithPlainLoops() {
        QFETCH_GLOBAL(int, level);
        QFETCH(ProductCase::How, how);
        QFETCH(double, tolerance);
        CpuParts parts(static_cast<IsaLevel>(level));
        ProductCase test(parts, how);
        PackedGemm products(parts.kernels, parts.pool);
        products.run(test.product);
        const double error = relativeError(test.out, test.plain());
        QVERIFY2(error < tolerance, qPrintable(QString::number(error)));
    }

    /// Neither how many threads there are nor what was multiplied before leaves anything behind.
    void threadsDoNotMatter() {
        QFETCH_GLOBAL(int, level);
        std::vector<float> first;
        for (const unsigned threads : {1U, 3U}) {
            CpuParts parts(static_cast<IsaLevel>(level), threads);
            PackedGemm products(parts.kernels, parts.pool);
            ProductCase large(parts, {.types = {BlockType::Q6_K, BlockType::F32}, .rows = 70});
            ProductCase small(parts, {.types = {BlockType::Q4_K}, .rows = 5});
            products.run(large.product);
            products.run(small.product);
            std::vector<float> out = large.out;
            out.insert(out.end(), small.out.begin(), small.out.end());
            if (first.empty()) first = out;
            QVERIFY(sameBitsIn(out, first));
        }
    }
};

QTEST_APPLESS_MAIN(TestPackedGemm)
#include "tst_packed_gemm.moc"
