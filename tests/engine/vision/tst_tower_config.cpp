#include "vision/tower_config.h"

#include <QtTest>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "model/model_errors.h"
#include "support/gguf_writer.h"
#include "vision/vision_errors.h"

using namespace hearth;
using namespace hearth::test;

namespace {

GgufWriter tower(const char* projector, uint32_t heads, size_t positionValues) {
    GgufWriter writer;
    writer.text("general.architecture", "clip")
        .text("clip.projector_type", projector)
        .u32("clip.vision.embedding_length", 8)
        .u32("clip.vision.block_count", 2)
        .u32("clip.vision.attention.head_count", heads)
        .u32("clip.vision.feed_forward_length", 16)
        .u32("clip.vision.projection_dim", 4);
    if (positionValues != 0)
        writer.tensorF32("v.position_embd.weight", {positionValues}, std::vector<float>(positionValues));
    return writer;
}

TowerConfig read(const GgufWriter& writer) {
    return TowerConfig::fromGguf(GgufFile::parse(writer.image()));
}

bool fails(const GgufWriter& writer, const ErrorKind& kind) {
    try {
        (void)read(writer);
    } catch (const Error& error) {
        return error.is(kind);
    }
    return false;
}

}  // namespace

class TestTowerConfig : public QObject {
    Q_OBJECT
private slots:
    void numbersAreRead() {
        const TowerConfig config = read(tower("gemma3", 2, 8 * 16));
        QCOMPARE(config.headDim(), 4U);
        QCOMPARE(config.positions, 16U);
        QCOMPARE(config.layers, 2U);
        QVERIFY(config.family == findTowerFamily("gemma3"));
    }
    void windowsAreReadInEitherForm() {
        const TowerConfig all = read(tower("qwen3vl_merger", 2, 8 * 16));
        QCOMPARE(all.window, 0U);
        QCOMPARE(all.seesAll, (std::vector<bool>{true, true}));
        const TowerConfig pattern = read(tower("qwen2.5vl_merger", 2, 0).u32("clip.vision.n_wa_pattern", 2));
        QCOMPARE(pattern.window, 112U);
        QCOMPARE(pattern.seesAll, (std::vector<bool>{false, true}));
        const std::vector<int32_t> flags{1, 0};
        const TowerConfig listed = read(tower("qwen2.5vl_merger", 2, 0)
                                            .integers("clip.vision.full_attention_layers", flags)
                                            .u32("clip.vision.window_size", 56));
        QCOMPARE(listed.window, 56U);
        QCOMPARE(listed.seesAll, (std::vector<bool>{true, false}));
    }
    void limitsOfValuesAreFound() {
        const auto limited = [](const char* projector) {
            const std::vector<float> limit{-1.5F};
            return tower(projector, 2, 8 * 16).tensorF32("v.blk.0.attn_q.input_min", {1}, limit);
        };
        QVERIFY(read(limited("gemma4v")).limitsValues);
        QVERIFY(!read(tower("gemma4v", 2, 8 * 16)).limitsValues);
        QVERIFY(fails(limited("gemma3"), errors::unknownProcessor));
    }
    void activationsAreNamedByFoldersAndByFamilies() {
        const auto nameOf = [](const GgufWriter& writer) {
            return std::string(read(writer).activation->name);
        };
        QCOMPARE(nameOf(tower("gemma3", 2, 128)), std::string("gelu_pytorch_tanh"));
        QCOMPARE(nameOf(tower("gemma3", 2, 128).text("clip.hidden_act", "gelu")), std::string("gelu"));
        // The flags of llama.cpp's files stand for other activations in most families.
        QCOMPARE(nameOf(tower("gemma3", 2, 128).boolean("clip.use_gelu", true)),
                 std::string("gelu_pytorch_tanh"));
        QCOMPARE(nameOf(tower("pixtral", 2, 0)), std::string("silu"));
        QCOMPARE(nameOf(tower("pixtral", 2, 0).boolean("clip.use_gelu", true)), std::string("gelu"));
        QCOMPARE(read(tower("qwen2vl_merger", 2, 0)).activation->scale, 1.702F);
        QVERIFY(fails(tower("gemma3", 2, 128).text("clip.hidden_act", "relu6"), errors::unknownActivation));
        // Both halves of a gated part would be scaled.
        QVERIFY(
            fails(tower("pixtral", 2, 0).text("clip.hidden_act", "quick_gelu"), errors::unknownActivation));
    }
    /// Its files have the width of CLIP's text model, or 0.
    void llavaHasTheWidthOfItsProjector() {
        const std::vector<float> matrix(24), row(8);
        const auto llava = [&] { return tower("mlp", 2, 128).tensorF32("mm.2.weight", {4, 6}, matrix); };
        const TowerConfig siglip = read(llava());
        QCOMPARE(siglip.outWidth, 6U);
        QVERIFY(!siglip.hasClass);
        QCOMPARE(std::string(siglip.activation->name), std::string("gelu_pytorch_tanh"));
        const TowerConfig clip = read(llava().tensorF32("v.class_embd", {8}, row));
        QVERIFY(clip.hasClass);
        QCOMPARE(std::string(clip.activation->name), std::string("quick_gelu"));
        QCOMPARE(std::string(read(llava().tensorF32("v.class_embd", {8}, row).boolean("clip.use_gelu", true))
                                 .activation->name),
                 std::string("gelu"));
        QVERIFY(fails(tower("mlp", 2, 128), errors::missingTensor));
    }
    void layersThatTheProjectorReadsAreFound() {
        const auto features = [](const std::vector<int32_t>& layers) {
            return tower("gemma3", 2, 128).integers("clip.vision.feature_layer", layers);
        };
        const TowerConfig several = read(features({2, 1}));
        QCOMPARE(several.featureLayers, (std::vector<uint32_t>{2, 1}));
        QCOMPARE(several.featureWidth(), 16U);
        const TowerConfig one = read(features({1}));
        QVERIFY(one.featureLayers.empty());
        QCOMPARE(one.layers, 1U);
        QCOMPARE(one.featureWidth(), 8U);
        QVERIFY_THROWS_EXCEPTION(Error, read(features({3})));
        QVERIFY_THROWS_EXCEPTION(Error, read(features({-1})));
    }
    void whatCannotBeIsRefused() {
        QVERIFY(fails(tower("other", 2, 128), errors::unknownProcessor));
        QVERIFY(fails(tower("gemma3", 3, 128), errors::badPictureSetting));
        QVERIFY(fails(tower("gemma3", 2, 0), errors::missingTensor));
        QVERIFY(fails(tower("gemma3", 2, 13), errors::badPictureSetting));
    }
};

QTEST_GUILESS_MAIN(TestTowerConfig)
#include "tst_tower_config.moc"
