#include "vision/tower_weights.h"

#include <QtTest>

#include "backend/reference/reference_backend.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "model/model_errors.h"
#include "support/gguf_writer.h"

using namespace hearth;
using namespace hearth::test;

namespace {

constexpr uint64_t width = 4, inner = 6, patch = 12, outWidth = 2;

/// A tower of one layer; the tensor of a name is left out or has another shape.
GgufWriter tower(const std::string& without = {}, const std::string& longer = {}) {
    GgufWriter writer;
    writer.text("general.architecture", "clip")
        .text("clip.projector_type", "idefics3")
        .u32("clip.vision.embedding_length", width)
        .u32("clip.vision.block_count", 1)
        .u32("clip.vision.attention.head_count", 2)
        .u32("clip.vision.feed_forward_length", inner)
        .u32("clip.vision.projection_dim", outWidth);
    const auto add = [&](const std::string& name, std::vector<uint64_t> shape) {
        if (name == without) return;
        if (name == longer) ++shape[0];
        uint64_t elements = 1;
        for (const uint64_t extent : shape) elements *= extent;
        writer.tensorF32(name, shape, std::vector<float>(elements, 0.5F));
    };
    add("v.patch_embd.weight", {2, 2, 3, width});
    add("v.position_embd.weight", {width, 9});
    const bool areExchanged = without == "exchanged";
    for (const char* name : {"attn_q", "attn_k", "attn_v", "attn_out"})
        add(std::string("v.blk.0.") + name + ".weight", {width, width});
    add("v.blk.0.ln1.weight", {width});
    add("v.blk.0.ln2.weight", {width});
    add("v.blk.0.ffn_up.weight", areExchanged ? std::vector{inner, width} : std::vector{width, inner});
    add("v.blk.0.ffn_down.weight", areExchanged ? std::vector{width, inner} : std::vector{inner, width});
    add("mm.model.fc.weight", {width, outWidth});
    return writer;
}

TowerWeights load(const GgufWriter& writer, Backend& backend) {
    const GgufFile file = GgufFile::parse(writer.image());
    return TowerWeights::load(file, TowerConfig::fromGguf(file), backend, patch, width);
}

bool fails(const GgufWriter& writer, const ErrorKind& kind) {
    ReferenceBackend backend;
    try {
        (void)load(writer, backend);
    } catch (const Error& error) {
        return error.is(kind);
    }
    return false;
}

}  // namespace

class TestTowerWeights : public QObject {
    Q_OBJECT
private slots:
    void whatIsThereIsLoaded() {
        ReferenceBackend backend;
        const TowerWeights weights = load(tower(), backend);
        QCOMPARE(weights.layers.size(), size_t{1});
        QCOMPARE(weights.patches.weight->columns, patch);
        QVERIFY(weights.patches.bias == nullptr && weights.outputNorm.weight == nullptr);
        QCOMPARE(weights.positions.size(), size_t{9 * width});
        QCOMPARE(weights.projector.in.weight->rows, outWidth);
    }
    /// Files of llama.cpp's former converters have the names of the two matrices the other way round.
    void exchangedMatricesAreFound() {
        ReferenceBackend backend;
        const TowerWeights weights = load(tower("exchanged"), backend);
        QCOMPARE(weights.layers[0].up.weight->columns, width);
        QCOMPARE(weights.layers[0].down.weight->columns, inner);
    }
    void whatIsMissingIsNamed() {
        QVERIFY(fails(tower("v.blk.0.attn_k.weight"), errors::missingTensor));
        QVERIFY(fails(tower("mm.model.fc.weight"), errors::missingTensor));
    }
    void otherShapesAreRefused() {
        QVERIFY(fails(tower({}, "v.blk.0.ffn_up.weight"), errors::wrongShape));
        QVERIFY(fails(tower({}, "v.patch_embd.weight"), errors::wrongShape));
        QVERIFY(fails(tower({}, "v.blk.0.ln1.weight"), errors::wrongShape));
    }
};

QTEST_GUILESS_MAIN(TestTowerWeights)
#include "tst_tower_weights.moc"
