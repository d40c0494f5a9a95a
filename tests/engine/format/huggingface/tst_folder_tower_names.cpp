#include "format/huggingface/folder_tower_names.h"

#include <QtTest>

using namespace hearth::format;

namespace {

std::string nameOf(std::string_view modelType, std::string_view name,
                   const std::vector<uint64_t>& deepLayers = {}) {
    return visionTensorName(*findVisionKind(modelType), name, deepLayers);
}

}  // namespace

/// tst_folder_vision compares all names of the reference pack's folders with those of converted files.
class TestFolderTowerNames : public QObject {
    Q_OBJECT
private slots:
    void layersAndProjectorsAreFound() {
        QCOMPARE(nameOf("gemma3", "vision_tower.vision_model.encoder.layers.7.self_attn.q_proj.bias"),
                 std::string("v.blk.7.attn_q.bias"));
        QCOMPARE(nameOf("internvl", "vision_tower.encoder.layer.0.lambda_1"),
                 std::string("v.blk.0.ls1.weight"));
        QCOMPARE(nameOf("internvl", "multi_modal_projector.linear_1.weight"),
                 std::string("mm.model.mlp.1.weight"));
        QCOMPARE(nameOf("lfm2_vl", "multi_modal_projector.linear_1.weight"), std::string("mm.1.weight"));
        QCOMPARE(nameOf("llava_next", "image_newline"), std::string("model.image_newline"));
        QCOMPARE(nameOf("glm4v", "visual.downsample.bias"), std::string("mm.patch_merger.bias"));
    }
    void mergersAreNamedByTheirLayers() {
        QCOMPARE(nameOf("qwen3_vl", "visual.deepstack_merger_list.1.linear_fc1.weight", {8, 16}),
                 std::string("v.deepstack.16.fc1.weight"));
        QCOMPARE(nameOf("qwen3_vl", "visual.deepstack_merger_list.2.linear_fc1.weight", {8, 16}),
                 std::string());
    }
    void othersAreLeftOut() {
        QVERIFY(findVisionKind("llama") == nullptr);
        QCOMPARE(nameOf("gemma3", "language_model.model.layers.0.self_attn.q_proj.weight"), std::string());
        QCOMPARE(nameOf("gemma3", "vision_tower.vision_model.head.probe"), std::string());
    }
};

QTEST_GUILESS_MAIN(TestFolderTowerNames)
#include "tst_folder_tower_names.moc"
