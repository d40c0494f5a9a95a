#include <QtTest>

#include "hearth/gguf.h"
#include "model/cache_shapes.h"
#include "model/family_table.h"

using namespace hearth;

namespace {

ModelConfig configOf(const char* family) {
    return ModelConfig::fromGguf(
        GgufFile::open(std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families" /
                       (std::string(family) + ".gguf")));
}

}  // namespace

class TestCacheShapes : public QObject {
    Q_OBJECT
private slots:
    void everythingIsOneGroupWithoutWindows() {
        const ModelConfig config = configOf("llama3");
        QCOMPARE(kvWindows(config), std::vector<uint32_t>{0});
        const auto layers = kvLayers(config);
        QCOMPARE(layers.size(), size_t{config.layerCount});
        for (const KvLayerShape& layer : layers) {
            QCOMPARE(layer.group, 0U);
            QVERIFY(layer.kvHeads > 0);
        }
    }

    void windowsAreGroupsOfTheirOwn() {
        // Hugging Face's configurations of these: window 8, every sixth or fourth layer sees everything.
        for (const auto& [family, period] : {std::pair{"gemma3", 6U}, {"cohere2", 4U}}) {
            const ModelConfig config = configOf(family);
            QCOMPARE(kvWindows(config), (std::vector<uint32_t>{0, 8}));
            const auto layers = kvLayers(config);
            for (uint32_t i = 0; i < layers.size(); ++i)
                QCOMPARE(layers[i].group, (i + 1) % period == 0 ? 0U : 1U);
        }
    }

    void eachWidthHasItsGroup() {
        ModelConfig config = configOf("llama3");
        config.layers.resize(4, config.layers.front());
        config.layers[0].window = 16;
        config.layers[1].window = 8;
        config.layers[3].window = 16;
        QCOMPARE(kvWindows(config), (std::vector<uint32_t>{0, 16, 8}));
        const auto layers = kvLayers(config);
        QCOMPARE(layers[0].group, 1U);
        QCOMPARE(layers[1].group, 2U);
        QCOMPARE(layers[2].group, 0U);
        QCOMPARE(layers[3].group, 1U);
    }

    void aCacheKeepsWhatItsFurthestReaderSees() {
        ModelConfig config = configOf("llama3");
        config.layers.resize(4, config.layers.front());
        config.layers[0].window = 8;
        config.layers[1].window = 8;
        for (const size_t reader : {2U, 3U}) config.layers[reader].cacheOf = static_cast<int32_t>(reader - 2);
        config.layers[2].window = 16;
        config.layers[3].window = 0;
        QCOMPARE(kvWindows(config), (std::vector<uint32_t>{0, 16}));
        const auto layers = kvLayers(config);
        QCOMPARE(layers[0].group, 1U);
        QCOMPARE(layers[1].group, 0U);
        QCOMPARE(layers[2].kvHeads, 0U);
    }

    void statesAreOfRecurrentLayersOnly() {
        for (const uint64_t floats : stateFloats(configOf("gemma3"))) QCOMPARE(floats, uint64_t{0});
        const ModelConfig config = configOf("lfm2");
        const auto states = stateFloats(config);
        const auto layers = kvLayers(config);
        QCOMPARE(states.size(), size_t{config.layerCount});
        // Each layer has either a state (the inputs before the row) or a cache.
        for (uint32_t i = 0; i < config.layerCount; ++i) {
            QVERIFY((states[i] != 0) != (layers[i].kvHeads != 0));
            if (states[i] != 0) QCOMPARE(states[i], uint64_t{config.convolutionTaps - 1} * config.embedding);
        }
    }
};

QTEST_GUILESS_MAIN(TestCacheShapes)
#include "tst_cache_shapes.moc"
