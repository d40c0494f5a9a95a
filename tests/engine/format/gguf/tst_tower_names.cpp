#include "format/gguf/tower_names.h"

#include <QtTest>

using namespace hearth;

class TestTowerNames : public QObject {
    Q_OBJECT
private slots:
    void weightsAreCalledAsInFiles() {
        QCOMPARE(towerWeightName("gemma3", {TowerRole::Query, 3}), std::string("v.blk.3.attn_q.weight"));
        QCOMPARE(towerWeightName("gemma3", {TowerRole::FeedForwardDown, 0, true}),
                 std::string("v.blk.0.ffn_down.bias"));
        QCOMPARE(towerWeightName("mlp", {TowerRole::LineEnd}), std::string("model.image_newline"));
        QCOMPARE(towerWeightName("internvl", {TowerRole::ClassEmbedding}), std::string("v.class_embd"));
        QCOMPARE(towerWeightName("internvl", {TowerRole::ProjectorNorm, TowerWeightId::noLayer, true}),
                 std::string("mm.model.mlp.0.bias"));
        QCOMPARE(towerWeightName("gemma3", {TowerRole::ProjectorIn}),
                 std::string("mm.input_projection.weight"));
    }
    void someFamiliesHaveNamesOfTheirOwn() {
        QCOMPARE(towerWeightName("pixtral", {TowerRole::PatchNorm}), std::string("mm.input_norm.weight"));
        QCOMPARE(towerWeightName("qwen3vl_merger", {TowerRole::OutputNorm}), std::string("v.post_ln.weight"));
        QCOMPARE(towerWeightName("glm4v", {TowerRole::ProjectorMerge, TowerWeightId::noLayer, true}),
                 std::string("mm.patch_merger.bias"));
        QCOMPARE(towerWeightName("qwen3vl_merger", {TowerRole::DeepIn, 5}),
                 std::string("v.deepstack.5.fc1.weight"));
        QCOMPARE(towerWeightName("qwen3vl_merger", {TowerRole::SecondPatchEmbedding}),
                 std::string("v.patch_embd.weight.1"));
    }
    void whatAFamilyLacksHasNoName() {
        QCOMPARE(towerWeightName("gemma3", {TowerRole::ProjectorOut}), std::string());
        QCOMPARE(towerWeightName("other", {TowerRole::ProjectorIn}), std::string());
    }
};

QTEST_GUILESS_MAIN(TestTowerNames)
#include "tst_tower_names.moc"
