#include "backend_pair.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

/// Products of rows against the plain reference.
class TestCudaLinear : public QObject {
    Q_OBJECT

private slots:
    void linear_data() {
        QTest::addColumn<int>("type");
        for (const BlockType type : matrixTypes())
            QTest::newRow(std::string(blockTypeInfo(type).name).c_str()) << static_cast<int>(type);
    }
    /// Products of all types for one row, a few and many; a row's result is the same to the bit in each.
    void linear() {
        QFETCH(int, type);
        BackendPair pair;
        const size_t columns = 768, most = 70;
        const auto q = pair.weight(static_cast<BlockType>(type), columns, 100),
                   k = pair.weight(static_cast<BlockType>(type), columns, 33);
        const auto bias = pair.weight(BlockType::F32, 33);
        const auto values = pair.exactFloats(most * columns);
        std::vector<float> whole;
        for (const size_t rows : {most, size_t{9}, size_t{3}, size_t{1}}) {
            const auto in = pair.buffer(most, columns, values),
                       out = pair.buffer(most, 140, std::vector<float>(most * 140, 2.0F));
            pair.begin(rows);
            onBoth(
                pair, LinearArgs{},
                [&](LinearArgs& args, bool reference) {
                    args.in = all(in, reference);
                    args.parts = {{side(q, reference), nullptr}, {side(k, reference), side(bias, reference)}};
                    args.scale = 0.5F;
                    args.accumulate = true;
                    args.out = {all(out, reference).buffer, 3, 133};
                },
                &Backend::linear);
            const auto difference = pair.compare(out, rows);
            QVERIFY2(difference.relative() < 2e-5, qPrintable(QString::number(difference.relative())));
            const auto result = pair.cudaValues(out, rows);
            if (whole.empty()) whole = result;
            QVERIFY(std::equal(result.begin(), result.end(), whole.begin()));
        }
    }

    void longRows_data() { linear_data(); }
    /// Runs of which only the first k-blocks come ahead of the launch; the last run is shorter.
    void longRows() {
        QFETCH(int, type);
        BackendPair pair;
        const size_t columns = 6400, weightRows = 33, most = 3;
        const auto weight = pair.weight(static_cast<BlockType>(type), columns, weightRows);
        const auto values = pair.exactFloats(most * columns);
        std::vector<float> whole;
        for (const size_t rows : {most, size_t{2}, size_t{1}}) {
            const auto in = pair.buffer(most, columns, values), out = pair.randomBuffer(most, weightRows);
            pair.begin(rows);
            onBoth(
                pair, LinearArgs{},
                [&](LinearArgs& args, bool reference) {
                    args.in = all(in, reference);
                    args.parts = {{side(weight, reference), nullptr}};
                    args.out = all(out, reference);
                },
                &Backend::linear);
            const auto difference = pair.compare(out, rows);
            QVERIFY2(difference.relative() < 2e-5, qPrintable(QString::number(difference.relative())));
            const auto result = pair.cudaValues(out, rows);
            if (whole.empty()) whole = result;
            QVERIFY(std::equal(result.begin(), result.end(), whole.begin()));
        }
    }

    void gated_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("activation");
        for (const Activation activation :
             {Activation::Silu, Activation::GeluTanh, Activation::GeluErf, Activation::Relu,
              Activation::ReluSquared, Activation::SwigluOai, Activation::Sigmoid, Activation::Softplus}) {
            for (const BlockType type : {BlockType::Q4_0, BlockType::F16}) {
                QTest::addRow("%s %d", std::string(blockTypeInfo(type).name).c_str(),
                              static_cast<int>(activation))
                    << static_cast<int>(type) << static_cast<int>(activation);
            }
        }
    }
    void gated() {
        QFETCH(int, type);
        QFETCH(int, activation);
        BackendPair pair;
        const size_t columns = 96, hidden = 75;
        const auto gate = pair.weight(static_cast<BlockType>(type), columns, hidden),
                   up = pair.weight(static_cast<BlockType>(type), columns, hidden);
        const auto upBias = pair.weight(BlockType::F32, hidden);
        for (const size_t rows : {1, 2, 40}) {
            std::vector<float> values = pair.exactFloats(rows * columns);
            for (float& value : values) value /= 16;
            const auto in = pair.buffer(rows, columns, values), out = pair.randomBuffer(rows, hidden);
            pair.begin(rows);
            onBoth(
                pair, LinearArgs{},
                [&](LinearArgs& args, bool reference) {
                    args.in = all(in, reference);
                    args.parts = {{side(gate, reference), nullptr},
                                  {side(up, reference), side(upBias, reference)}};
                    args.gated = true;
                    args.activation = static_cast<Activation>(activation);
                    args.out = all(out, reference);
                },
                &Backend::linear);
            QVERIFY(pair.compare(out, rows).relative() < 2e-5);
        }
    }

    void normsBeforeProducts_data() {
        QTest::addColumn<int>("kind");
        for (const NormKind kind : {NormKind::Rms, NormKind::Layer, NormKind::UnitLength}) {
            QTest::addRow("%d", static_cast<int>(kind)) << static_cast<int>(kind);
        }
    }
    void normsBeforeProducts() {
        QFETCH(int, kind);
        BackendPair pair;
        const size_t columns = 200, rows = 13;
        const auto w = pair.weight(BlockType::F32, columns, 50), norm = pair.weight(BlockType::F32, columns),
                   bias = pair.weight(BlockType::F32, columns);
        const auto in = pair.randomBuffer(rows, columns), out = pair.randomBuffer(rows, 50),
                   plain = pair.randomBuffer(rows, columns);
        pair.begin(rows);
        const auto describe = [&](bool reference) {
            return Norm{static_cast<NormKind>(kind), side(norm, reference), side(bias, reference), 1e-5F};
        };
        onBoth(
            pair, LinearArgs{},
            [&](LinearArgs& args, bool reference) {
                args.in = all(in, reference);
                args.norm = describe(reference);
                args.parts = {{side(w, reference), nullptr}};
                args.softCap = 5;
                args.rows = RowSet::LogitRows;
                args.out = all(out, reference);
            },
            &Backend::linear);
        QVERIFY(pair.compare(out, 5).relative() < 2e-5);
        onBoth(
            pair, NormArgs{},
            [&](NormArgs& args, bool reference) {
                args.in = all(in, reference);
                args.norm = describe(reference);
                args.scale = 0.25F;
                args.accumulate = true;
                args.out = all(plain, reference);
            },
            &Backend::norm);
        QVERIFY(pair.compare(plain, rows).relative() < 1e-5);
    }

    void headLinear() {
        BackendPair pair;
        const size_t heads = 3, in = 64, out = 40, tail = 8, rows = 5;
        for (const BlockType type : {BlockType::F32, BlockType::F16, BlockType::BF16, BlockType::Q8_0}) {
            const auto w = pair.weight(type, in, out, heads);
            const auto from =
                pair.buffer(rows, heads * (in + 32), pair.exactFloats(rows * heads * (in + 32)));
            const auto to = pair.randomBuffer(rows, heads * (out + tail));
            pair.begin(rows);
            onBoth(
                pair, HeadLinearArgs{},
                [&](HeadLinearArgs& args, bool reference) {
                    args.in = all(from, reference);
                    args.inStride = in + 32;
                    args.weight = side(w, reference);
                    args.tail = tail;
                    args.out = all(to, reference);
                    args.outStride = out + tail;
                },
                &Backend::headLinear);
            QVERIFY(pair.compare(to, rows).relative() < 1e-5);
        }
    }

    void refusesMoreMatricesThanShareAnInput() {
        BackendPair pair;
        const auto weight = pair.weight(BlockType::F32, 32, 4);
        const auto in = pair.randomBuffer(1, 32), out = pair.randomBuffer(1, 32);
        pair.begin(1);
        for (const size_t count : {size_t{0}, mostLinearParts + 1}) {
            LinearArgs args;
            args.in = all(in, false);
            args.out = all(out, false);
            args.parts.assign(count, {side(weight, false), nullptr});
            QVERIFY_THROWS_EXCEPTION(Error, pair.cuda.linear(args));
        }
    }
};

HEARTH_KERNEL_TEST_MAIN(TestCudaLinear)
#include "tst_cuda_linear.moc"
