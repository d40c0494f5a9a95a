#include "backend/tensor_parallel/shard_plan.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using enum WeightCut::Kind;

class TestShardPlan : public QObject {
    Q_OBJECT

private slots:
    void whatComesInIsCutByRowsAndWhatGoesOutByColumns() {
        const ShardPlan plan{.parts = 2, .layers = {{.queryKeyValue = {8, 4, 4}, .gateUp = {6, 6}}}};
        const auto cut = [&](WeightRole role, WeightPart part = WeightPart::Weight) {
            return plan.cutOf({.role = role, .layer = 0, .part = part});
        };
        for (const WeightRole role :
             {WeightRole::Query, WeightRole::Key, WeightRole::Value, WeightRole::FeedForwardGate,
              WeightRole::FeedForwardUp, WeightRole::ExpertUp, WeightRole::SharedExpertGate,
              WeightRole::AttentionSinks}) {
            QCOMPARE(cut(role).kind, Rows);
            QCOMPARE(cut(role, WeightPart::Bias).kind, Rows);
        }
        for (const WeightRole role : {WeightRole::AttentionOutput, WeightRole::FeedForwardDown,
                                      WeightRole::ExpertDown, WeightRole::SharedExpertDown}) {
            QCOMPARE(cut(role).kind, Columns);
            // Added to a sum once.
            QCOMPARE(cut(role, WeightPart::Bias).kind, First);
        }
        for (const WeightRole role : {WeightRole::Router, WeightRole::AttentionNorm, WeightRole::QueryNorm,
                                      WeightRole::TokenEmbedding, WeightRole::RotaryFrequencies})
            QCOMPARE(plan.cutOf({.role = role}).kind, Whole);
        QCOMPARE(cut(WeightRole::ExpertDown, WeightPart::Scale).kind, Whole);
    }

    void joinedMatricesAreCutInTheirRuns() {
        const ShardPlan plan{.parts = 2, .layers = {{}, {.queryKeyValue = {8, 4, 4}, .gateUp = {6, 6}}}};
        QCOMPARE(plan.cutOf({.role = WeightRole::QueryKeyValue, .layer = 1}).runs,
                 (std::vector<uint64_t>{8, 4, 4}));
        QCOMPARE(plan.cutOf({.role = WeightRole::ExpertGateUp, .layer = 1, .part = WeightPart::Bias}).runs,
                 (std::vector<uint64_t>{6, 6}));
    }

    void theHeadIsCutWhereItHasRowsOfItsOwn() {
        QCOMPARE(ShardPlan{.parts = 2}.cutOf({.role = WeightRole::Output}).kind, Whole);
        QCOMPARE((ShardPlan{.parts = 2, .cutsHead = true}.cutOf({.role = WeightRole::Output}).kind), Rows);
    }
};

QTEST_APPLESS_MAIN(TestShardPlan)
#include "tst_shard_plan.moc"
