#include "reference_bench.h"

#include <array>
#include <cmath>

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

class TestReferenceLinear : public QObject {
    Q_OBJECT

private slots:
    void embeddingsAreRowsOfTheTable() {
        ReferenceBench bench;
        bench.begin({0, 1});  // tokens 0 and 1
        const Slice out = bench.buffer(2, 2);
        bench.backend.embed(*bench.weight(2, 3, {1, 2, 3, 4, 5, 6}), 10, out);
        QVERIFY(near(bench.read(out, 2), {10, 20, 30, 40}));
    }

    void givenRowsReplaceOrAreAdded() {
        ReferenceBench bench;
        bench.begin({0, 1, 2});
        const Slice out = bench.buffer(3, 2, {1, 2, 3, 4, 5, 6});
        constexpr std::array<uint32_t, 2> rows{2, 0};
        constexpr std::array<float, 4> values{10, 20, 30, 40};
        bench.backend.placeRows({.rows = rows, .values = values, .out = out});
        QVERIFY(near(bench.read(out, 3), {30, 40, 3, 4, 10, 20}));
        bench.backend.placeRows({.rows = rows, .values = values, .accumulate = true, .out = out});
        QVERIFY(near(bench.read(out, 3), {60, 80, 3, 4, 20, 40}));
    }

    void partsStandSideBySide() {
        ReferenceBench bench;
        bench.begin({0});
        const Slice out = bench.buffer(1, 3, {100, 200, 300});
        LinearArgs args;
        args.in = bench.buffer(1, 2, {3, 4});
        args.parts = {{bench.weight(2, 2, {1, 0, 1, 1}), bench.weight(2, 1, {0.5, 0})},
                      {bench.weight(2, 1, {0, 2}), nullptr}};
        args.out = out;
        bench.backend.linear(args);
        QVERIFY(near(bench.read(out), {3.5, 7, 8}));
        args.accumulate = true;
        args.scale = 2;
        bench.backend.linear(args);
        QVERIFY(near(bench.read(out), {10.5, 21, 24}));
    }

    void theInputIsNormalisedFirst() {
        ReferenceBench bench;
        bench.begin({0});
        LinearArgs args;
        args.in = bench.buffer(1, 2, {3, 4});
        args.norm = {NormKind::Rms, bench.weight(2, 1, {1, 2}), nullptr, 0.0F};
        args.parts = {{bench.weight(2, 1, {1, 1}), nullptr}};
        args.out = bench.buffer(1, 1);
        bench.backend.linear(args);
        QVERIFY(near(bench.read(args.out), {(3 + 2 * 4) / std::sqrt(12.5)}));
        QVERIFY(near(bench.read(args.in), {3, 4}));  // and stays as it was
    }

    void gatesActivationsAndCaps() {
        ReferenceBench bench;
        bench.begin({0});
        LinearArgs args;
        args.in = bench.buffer(1, 1, {2});
        args.parts = {{bench.weight(1, 1, {1}), nullptr}, {bench.weight(1, 1, {3}), nullptr}};
        args.activation = Activation::Silu;
        args.gated = true;
        args.out = bench.buffer(1, 1);
        bench.backend.linear(args);
        QVERIFY(near(bench.read(args.out), {2 / (1 + std::exp(-2.0)) * 6}));
        args.gated = false;
        args.activation = Activation::Relu;
        args.softCap = 4;
        args.out = bench.buffer(1, 2);
        bench.backend.linear(args);
        QVERIFY(near(bench.read(args.out), {4 * std::tanh(0.5), 4 * std::tanh(1.5)}));
    }

    void rowsWithoutLogitsAreLeftOut() {
        ReferenceBench bench;
        bench.begin({0, 1, 2}, {false, true, true});
        LinearArgs args;
        args.in = bench.buffer(3, 1, {1, 2, 3});
        args.parts = {{bench.weight(1, 1, {10}), nullptr}};
        args.rows = RowSet::LogitRows;
        args.out = bench.buffer(3, 1, {-1, -1, -1});
        bench.backend.linear(args);
        QVERIFY(near(bench.read(args.out, 3), {20, 30, -1}));
    }

    void normsOfRunsOfColumns() {
        ReferenceBench bench;
        bench.begin({0});
        NormArgs args;
        args.in = bench.buffer(1, 4, {3, 4, 0, 5});
        args.norm = {NormKind::UnitLength, nullptr, nullptr, 1e-9F};
        args.groupColumns = 2;
        args.scale = 10;
        args.out = bench.buffer(1, 4, {1, 1, 1, 1});
        args.accumulate = true;
        bench.backend.norm(args);
        QVERIFY(near(bench.read(args.out), {7, 9, 1, 11}));
    }

    void headsOnTheirOwn() {
        ReferenceBench bench;
        bench.begin({0});
        HeadLinearArgs args;
        args.in = bench.buffer(1, 6, {1, 2, 7, 3, 4, 8});  // two heads of two columns and one that is copied
        args.inStride = 3;
        args.weight = bench.weight(2, 1, {1, 1, 10, 1}, 2);
        args.tail = 1;
        args.out = bench.buffer(1, 4);
        args.outStride = 2;
        bench.backend.headLinear(args);
        QVERIFY(near(bench.read(args.out), {3, 7, 34, 8}));
    }

    void products() {
        ReferenceBench bench;
        bench.begin({0});
        MultiplyArgs args;
        args.a = bench.buffer(1, 2, {-2, 3});
        args.b = bench.buffer(1, 2, {5, 7});
        args.activation = Activation::Relu;
        args.scale = 2;
        args.out = bench.buffer(1, 2);
        bench.backend.multiply(args);
        QVERIFY(near(bench.read(args.out), {0, 42}));
        args.b = bench.buffer(1, 1, {10});
        args.accumulate = true;
        bench.backend.multiply(args);
        QVERIFY(near(bench.read(args.out), {0, 102}));
        args.b = {};
        args.accumulate = false;
        bench.backend.multiply(args);
        QVERIFY(near(bench.read(args.out), {0, 6}));
    }
};

QTEST_APPLESS_MAIN(TestReferenceLinear)
#include "tst_reference_linear.moc"
