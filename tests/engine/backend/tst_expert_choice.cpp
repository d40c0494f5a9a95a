#include "backend/expert_choice.h"

#include <cmath>

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

class TestExpertChoice : public QObject {
    Q_OBJECT

    ExpertChooser m_chooser;
    ExpertChoice choose(const ExpertsArgs& args, const std::vector<float>& logits,
                        const float* bias = nullptr) {
        return m_chooser.choose(args, logits, bias);
    }

private slots:
    void softmaxOverAll() {
        ExpertsArgs args;
        args.used = 2;
        const auto choice = choose(args, {1, 3, 2, 0});
        QCOMPARE(choice.experts, (std::vector<uint32_t>{1, 2}));
        const double total = std::exp(1.0) + std::exp(3.0) + std::exp(2.0) + 1;
        QVERIFY(std::abs(double(choice.weights[0]) - std::exp(3.0) / total) < 1e-6);
        QVERIFY(std::abs(double(choice.weights[1]) - std::exp(2.0) / total) < 1e-6);
    }
    void softmaxOverTheChosen() {
        ExpertsArgs args;
        args.kind = RouterKind::SoftmaxAfterTopK;
        args.used = 2;
        const auto choice = choose(args, {1, 3, 2, 0});
        QVERIFY(std::abs(double(choice.weights[0]) - 1 / (1 + std::exp(-1.0))) < 1e-6);
    }
    void sumOfOne() {
        ExpertsArgs args;
        args.kind = RouterKind::Sigmoid;
        args.normalizeWeights = true;
        args.used = 3;
        const auto choice = choose(args, {1, 3, 2, 0});
        QVERIFY(std::abs(choice.weights[0] + choice.weights[1] + choice.weights[2] - 1) < 1e-6F);
        QVERIFY(choice.weights[0] > choice.weights[1]);
    }
    void selectionBiasChoosesButDoesNotWeigh() {
        ExpertsArgs args;
        args.kind = RouterKind::Sigmoid;
        args.used = 1;
        const float bias[] = {0, 0, 0, 5};
        const auto choice = choose(args, {1, 3, 2, 0}, bias);
        QCOMPARE(choice.experts, (std::vector<uint32_t>{3}));
        QCOMPARE(choice.weights[0], 0.5F);
    }
    void onlyTheBestGroups() {
        ExpertsArgs args;
        args.kind = RouterKind::Sigmoid;
        args.used = 2;
        args.groups = 2;
        args.usedGroups = 1;
        // The single best expert is in the first group, the best two together are in the second.
        const auto choice = choose(args, {4, -9, 2, 2.5F});
        QCOMPARE(choice.experts, (std::vector<uint32_t>{3, 2}));
        args.kind = RouterKind::Softmax;  // the best expert alone decides
        QCOMPARE(choose(args, {4, -9, 2, 3.9F}).experts, (std::vector<uint32_t>{0, 1}));
    }
    void equalScoresGoToTheLowerNumber() {
        ExpertsArgs args;
        args.used = 2;
        QCOMPARE(choose(args, {1, 1, 1, 1}).experts, (std::vector<uint32_t>{0, 1}));
    }
};

QTEST_APPLESS_MAIN(TestExpertChoice)
#include "tst_expert_choice.moc"
