#include "backend/reference/reference_math.h"

#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::reference;

namespace {

bool near(double a, double b) {
    return std::abs(a - b) <= 2e-6 * std::max(1.0, std::abs(b));
}

}  // namespace

/// The formulas against the same ones in Python's float64.
class TestReferenceMath : public QObject {
    Q_OBJECT

private slots:
    void dotProducts() {
        std::vector<float> a(19), b(19);
        std::iota(a.begin(), a.end(), 1.0F);
        std::iota(b.begin(), b.end(), -3.0F);
        for (size_t count = 0; count <= 19; ++count) {
            double sum = 0;
            for (size_t i = 0; i < count; ++i) sum += double{a[i]} * b[i];
            QCOMPARE(double{dot(a.data(), b.data(), count)}, sum);  // integers: no rounding
        }
    }

    void activations() {
        const float x = 0.75F;
        QVERIFY(near(activate(Activation::Silu, x), 0.5093840243815447));
        QVERIFY(near(activate(Activation::GeluTanh, x), 0.5799605551656203));
        QVERIFY(near(activate(Activation::GeluErf, x), 0.5800294857173488));
        QVERIFY(near(activate(Activation::Softplus, x), 1.1368710061148999));
        QVERIFY(near(activate(Activation::Sigmoid, x), 0.679178699175393));
        QCOMPARE(activate(Activation::Relu, -x), 0.0F);
        QCOMPARE(activate(Activation::ReluSquared, 3.0F), 9.0F);
        QCOMPARE(activate(Activation::ReluSquared, -3.0F), 0.0F);
        QCOMPARE(activate(Activation::None, x), x);
        QCOMPARE(activate(Activation::Softplus, 100.0F), 100.0F);
    }

    void gates() {
        QVERIFY(near(gate(Activation::Silu, 0.75F, -2.0F), -2 * 0.5093840243815447));
        QVERIFY(near(gate(Activation::SwigluOai, 1.5F, 0.5F), 2.0874932976706146));
        // Both halves are limited to seven.
        QVERIFY(near(gate(Activation::SwigluOai, 9.0F, -20.0F), -41.99971876981991));
    }

    void norms() {
        const std::vector<float> in = {1, -2, 3, 0.5F}, two(4, 2.0F), one(4, 1.0F);
        const auto check = [&](NormKind kind, const std::vector<double>& expected) {
            std::vector<float> out(4);
            normalize(kind, nullptr, nullptr, 1e-5F, in.data(), out.data(), 4);
            for (size_t i = 0; i < 4; ++i) QVERIFY(near(out[i], expected[i]));
            normalize(kind, two.data(), one.data(), 1e-5F, in.data(), out.data(), 4);
            for (size_t i = 0; i < 4; ++i) QVERIFY(near(out[i], 2 * expected[i] + 1));
        };
        check(NormKind::Rms,
              {0.5298121992304703, -1.0596243984609406, 1.5894365976914109, 0.26490609961523515});
        check(NormKind::Layer,
              {0.2105583899886371, -1.4739087299204596, 1.333536469928035, -0.07018612999621236});
        check(NormKind::UnitLength,
              {0.26490647141300877, -0.5298129428260175, 0.7947194142390263, 0.13245323570650439});
        check(NormKind::None, {1, -2, 3, 0.5});
        std::vector<float> zeros(4);
        normalize(NormKind::UnitLength, nullptr, nullptr, 1e-5F, zeros.data(), zeros.data(), 4);
        QCOMPARE(zeros, std::vector<float>(4));
    }

    void storedValues() {
        std::vector<float> values = {1.0F, 0.1F, -65504.0F, 1e-9F};
        roundAsStored(KvType::F16, values);
        QCOMPARE(values, (std::vector<float>{1.0F, 0.0999755859375F, -65504.0F, 0.0F}));
        // 127 steps of the largest: 0.3 is 38.1 steps of 1/127.
        values = {1.0F, 0.3F, -0.5F};
        roundAsStored(KvType::Q8_0, values);
        const double step = 0.0078735351562;  // 1/127 as a half
        QVERIFY(near(values[0], 127 * step) && near(values[1], 38 * step) && near(values[2], -64 * step));
        // Fifteen steps from the least to the largest.
        values = {-8.0F, 3.2F, 7.0F, 0.4F};
        roundAsStored(KvType::Q4_0, values);
        QCOMPARE(values, (std::vector<float>{-8.0F, 3.0F, 7.0F, 0.0F}));
        // A group of 64 and one of six.
        values.assign(70, 100.0F);
        values[64] = 1.0F;
        std::fill(values.begin() + 65, values.end(), -14.0F);
        roundAsStored(KvType::Q4_0, values);
        QCOMPARE(values[0], 100.0F);
        QCOMPARE(values[64], 1.0F);
        QCOMPARE(values[69], -14.0F);
        std::vector<float> zeros(40);
        roundAsStored(KvType::Q4_0, zeros);
        QCOMPARE(zeros, std::vector<float>(40));
    }

    /// A column that is large everywhere costs no other one its precision.
    void keysByColumn() {
        for (const KvType type : {KvType::Q8_0, KvType::Q4_0}) {
            constexpr size_t stride = 3;
            std::vector<float> keys(32 * stride, 7.5F);
            for (size_t slot = 0; slot < 32; ++slot) {
                keys[slot * stride] = 200.0F + float(slot % 16);
                keys[slot * stride + 1] = 0.001F * float(slot % 16);
            }
            roundKeyBlock(type, keys.data(), stride, 2);
            for (size_t slot = 0; slot < 32; ++slot) {
                // Half of a step, which is an eighth larger at most.
                const float step = type == KvType::Q8_0 ? 200.0F / 1016 * 1.125F : 1.125F;
                QVERIFY(std::abs(keys[slot * stride] - (200.0F + float(slot % 16))) <= step / 2 + 1e-3F);
                QVERIFY(std::abs(keys[slot * stride + 1] - 0.001F * float(slot % 16)) <= 0.00057F);
                QCOMPARE(keys[slot * stride + 2], 7.5F);
            }
        }
    }

    /// Each pair turns by the position that its section says (Qwen2.5-VL: one after the other; Qwen3-VL:
    /// alternating).
    void sections() {
        const auto axes = [](const RopeSections& sections, uint32_t pairs) {
            std::string text;
            for (uint32_t pair = 0; pair < pairs; ++pair) {
                const auto of = sections.positionOf(pair);
                text += of == &RowPositions::time ? 't' : of == &RowPositions::height ? 'h' : 'w';
            }
            return text;
        };
        QCOMPARE(axes({}, 4), std::string("tttt"));
        QCOMPARE(axes({4, 6, 6}, 16), std::string("tttthhhhhhwwwwww"));
        QCOMPARE(axes({6, 5, 5, true}, 16), std::string("thwthwthwthwthwt"));
        QCOMPARE(axes({4, 2, 2, true}, 8), std::string("thwthwtt"));

        const std::vector<float> frequencies{1.0F, 0.5F, 0.25F, 0.125F};
        const RowPositions at{5, 7, 11};
        for (const RopePairing pairing : {RopePairing::Interleaved, RopePairing::Halves})
            for (const RopeSections& sections : {RopeSections{1, 1, 2}, RopeSections{2, 1, 1, true}}) {
                const Rope rope{.pairing = pairing, .dims = 8, .sections = sections};
                std::vector<float> head{1, 2, 3, 4, 5, 6, 7, 8}, turned = head;
                rotate(rope, frequencies.data(), at, turned.data());
                for (uint32_t pair = 0; pair < 4; ++pair) {
                    const bool neighbours = pairing == RopePairing::Interleaved;
                    const size_t a = neighbours ? 2 * pair : pair, b = neighbours ? a + 1 : pair + 4;
                    const double angle = double(at.*sections.positionOf(pair)) * double(frequencies[pair]);
                    const double x = double(head[a]), y = double(head[b]);
                    QVERIFY(near(turned[a], x * std::cos(angle) - y * std::sin(angle)));
                    QVERIFY(near(turned[b], x * std::sin(angle) + y * std::cos(angle)));
                }
                // Text turns as it does without sections, to the bit.
                std::vector<float> text = head, plain = head;
                rotate(rope, frequencies.data(), {9, 9, 9}, text.data());
                rotate({.pairing = pairing, .dims = 8}, frequencies.data(), {9, 9, 9}, plain.data());
                QCOMPARE(text, plain);
            }
    }

    void rotations() {
        const float frequencies[] = {1.0F, 0.1F};
        Rope rope;
        rope.dims = 4;
        const auto turned = [&](RopePairing pairing) {
            rope.pairing = pairing;
            std::vector<float> head = {1, 2, 3, 4};
            rotate(rope, frequencies, {3, 3, 3}, head.data());
            return head;
        };
        const std::vector<double> pairs = {-1.27223251272018, -1.8388649851410237, 1.6839286407314598,
                                           4.707906576486443};
        const std::vector<double> halves = {-1.413352520780047, 0.7285921516058536, -2.828857481741469,
                                            4.412386369825104};
        for (size_t i = 0; i < 4; ++i) {
            QVERIFY(near(turned(RopePairing::Interleaved)[i], pairs[i]));
            QVERIFY(near(turned(RopePairing::Halves)[i], halves[i]));
        }
        QCOMPARE(turned(RopePairing::None), (std::vector<float>{1, 2, 3, 4}));
        // Only the tail turns, and its length follows the magnitude.
        rope.firstDim = 2;
        rope.dims = 2;
        rope.magnitude = 2.0F;
        const auto tail = turned(RopePairing::Interleaved);
        QCOMPARE(tail[0], 1.0F);
        QVERIFY(near(tail[2], 2 * (3 * std::cos(3.0) - 4 * std::sin(3.0))));
    }

    void everyItemOnceWhateverTheThreads() {
        for (const int threads : {-1, 1, 2, 7}) {
            std::vector<std::atomic<int>> seen(1000);
            parallel(seen.size(), 100'000, threads, [&](size_t first, size_t last) {
                for (size_t i = first; i < last; ++i) ++seen[i];
            });
            QVERIFY(std::all_of(seen.begin(), seen.end(), [](const auto& count) { return count == 1; }));
        }
        bool called = false;
        parallel(0, 1, 4, [&](size_t first, size_t last) { called = first == 0 && last == 0; });
        QVERIFY(called);
    }
};

QTEST_APPLESS_MAIN(TestReferenceMath)
#include "tst_reference_math.moc"
