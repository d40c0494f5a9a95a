#include "reference_bench.h"

#include <cmath>

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

class TestReferenceExperts : public QObject {
    Q_OBJECT

    /// Three experts over one column: gate_e(x) = x, up_e(x) = x, down_e = 10 ^ e; the router prefers the
    /// last.
    struct Three : ReferenceBench {
        ExpertsArgs args;
        explicit Three(float x) {
            begin({0});
            args.in = buffer(1, 1, {x});
            args.router = weight(1, 3, {1, 2, 3});
            args.gate.weight = weight(1, 1, {1, 1, 1}, 3);
            args.up.weight = weight(1, 1, {1, 1, 1}, 3);
            args.down.weight = weight(1, 1, {1, 10, 100}, 3);
            args.activation = Activation::None;
            args.used = 2;
            args.out = buffer(1, 1, {1000});
        }
        double result() {
            backend.experts(args);
            return read(args.out)[0];
        }
    };
    static bool near(double a, double b) { return std::abs(a - b) <= 1e-4 * std::abs(b); }

private slots:
    void chosenExpertsAreWeighted() {
        // x = 1: the router's logits are 1, 2, 3; experts 2 and 1 are taken with their share of the softmax.
        const double e1 = std::exp(1.0), e2 = std::exp(2.0), e3 = std::exp(3.0), all = e1 + e2 + e3;
        QVERIFY(near(Three(1).result(), 1000 + (100 * e3 + 10 * e2) / all));
        Three replaced(1);
        replaced.args.accumulate = false;
        replaced.args.normalizeWeights = true;
        replaced.args.scale = 2;
        QVERIFY(near(replaced.result(), 2 * (100 * e3 + 10 * e2) / (e3 + e2)));
    }

    void theRouterMayReadSomethingElse() {
        Three three(2);
        three.args.routerIn = three.buffer(1, 1, {-1});  // turns the preference round
        three.args.used = 1;
        three.args.kind = RouterKind::SoftmaxAfterTopK;
        QVERIFY(near(three.result(), 1000 + 4));
    }

    void biasesAndScalesOfExperts() {
        Three three(1);
        three.args.used = 1;
        three.args.kind = RouterKind::SoftmaxAfterTopK;
        three.args.gate.bias = three.weight(1, 1, {0, 0, 1}, 3);
        three.args.up.bias = three.weight(1, 1, {0, 0, 2}, 3);
        three.args.down.bias = three.weight(1, 1, {0, 0, 5}, 3);
        three.args.expertScale = three.weight(3, 1, {1, 1, 0.5F});
        QVERIFY(near(three.result(), 1000 + 0.5 * (100 * 2 * 3 + 5)));
    }

    void gateAndUpMayBeOneMatrix() {
        Three three(3);
        three.args.used = 1;
        three.args.kind = RouterKind::SoftmaxAfterTopK;
        three.args.gate.weight =
            three.weight(1, 2, {0, 0, 0, 0, 2, 5}, 3);  // of the last expert: 2 x and 5 x
        three.args.up.weight = nullptr;
        QVERIFY(near(three.result(), 1000 + 100 * 6 * 15));
    }
};

QTEST_APPLESS_MAIN(TestReferenceExperts)
#include "tst_reference_experts.moc"
