#include "backend_pair.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

/// Products of weights that are floats of 16 or 8 bits with float32 activations.
class TestGemmF16 : public QObject {
    Q_OBJECT

private slots:
    void halves_data() {
        QTest::addColumn<int>("type");
        QTest::newRow("f16") << static_cast<int>(BlockType::F16);
        QTest::newRow("bf16") << static_cast<int>(BlockType::BF16);
        QTest::newRow("e4m3") << static_cast<int>(BlockType::FP8_E4M3);
        QTest::newRow("e5m2") << static_cast<int>(BlockType::FP8_E5M2);
    }
    /// Such weights against activations of any size: next to float32's own error in every row, the same
    /// bits whatever else is in the batch, gated or not, with shapes that fill no tile.
    void halves() {
        QFETCH(int, type);
        BackendPair pair;
        const auto blockType = static_cast<BlockType>(type);
        // Of 8-bit floats the runs of columns end within those that share a scale.
        const size_t columns = blockTypeInfo(blockType).blockElements == 1 ? 712 : 896, most = 67,
                     hidden = 139;
        const auto first = pair.weight(blockType, columns, hidden),
                   second = pair.weight(blockType, columns, hidden);
        const auto bias = pair.weight(BlockType::F32, hidden);
        auto values = pair.randomFloats(most * columns);
        for (size_t i = 0; i < values.size(); ++i)
            values[i] *= std::ldexp(1.0F, static_cast<int>(i / columns % 60) - 40);
        for (const bool gated : {false, true}) {
            std::vector<float> whole;
            for (const size_t rows : {most, size_t{40}, size_t{9}, size_t{7}, size_t{2}, size_t{1}}) {
                const size_t width = gated ? hidden : 2 * hidden;
                const auto in = pair.buffer(most, columns, values),
                           out = pair.buffer(most, width, std::vector<float>(most * width, 0.0F));
                pair.begin(rows);
                onBoth(
                    pair, LinearArgs{},
                    [&](LinearArgs& args, bool reference) {
                        args.in = all(in, reference);
                        args.parts = {{side(first, reference), nullptr}, {side(second, reference), nullptr}};
                        if (gated) {
                            args.norm = {NormKind::Rms, nullptr, nullptr, 1e-30F};
                            args.parts[1].bias = side(bias, reference);
                            args.activation = Activation::Silu;
                        }
                        args.gated = gated;
                        args.out = all(out, reference);
                    },
                    &Backend::linear);
                const auto expected = pair.values(pair.reference, out.reference, rows),
                           result = pair.cudaValues(out, rows);
                for (size_t row = 0; row < rows; ++row) {
                    double largest = 0, scale = 0;
                    for (size_t i = row * width; i < (row + 1) * width; ++i) {
                        largest = std::max(largest, std::abs(double{expected[i]} - result[i]));
                        scale = std::max(scale, std::abs(double{expected[i]}));
                    }
                    QVERIFY2(largest <= 2e-6 * scale, qPrintable(QString::number(largest / scale)));
                }
                if (whole.empty()) whole = result;
                QVERIFY(std::equal(result.begin(), result.end(), whole.begin()));
            }
        }
    }

    /// Rows too long for tiles and shared memory: more columns than two rows' activations have room for.
    void longRowsOfHalves() {
        BackendPair pair;
        const size_t columns = 14336, rows = 4;
        const auto w = pair.weight(BlockType::BF16, columns, 32);
        const auto in = pair.randomBuffer(rows, columns), out = pair.randomBuffer(rows, 32);
        pair.begin(rows);
        onBoth(
            pair, LinearArgs{},
            [&](LinearArgs& args, bool reference) {
                args.in = all(in, reference);
                args.parts = {{side(w, reference), nullptr}};
                args.out = all(out, reference);
            },
            &Backend::linear);
        QVERIFY(pair.compare(out, rows).relative() < 2e-5);
    }
};

HEARTH_KERNEL_TEST_MAIN(TestGemmF16)
#include "tst_gemm_f16.moc"
