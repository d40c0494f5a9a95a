// Placement of a model on several emulated GPUs: two equal ones and a smaller one.
#include "backend/registry/built_in_backends.h"
#include "hearth/gguf.h"
#include "placement/backend_choice.h"
#include "support/reference_pack.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

class SeveralCardsTest : public QObject {
    Q_OBJECT

    static BackendChoice choose(std::vector<int> devices, GpuSplit split = GpuSplit::Auto,
                                const char* model = "llama-f32", int layers = -1) {
        EngineOptions options;
        options.model = test::tinyModelsFolder() / (std::string(model) + ".gguf");
        options.backend = "cuda";
        options.devices = std::move(devices);
        options.cardSplit = split;
        options.gpuLayers = layers;
        const GgufFile file = GgufFile::open(options.model);
        return chooseBackend(builtInBackends(), options, &file);
    }
    static std::vector<int> layersOf(const BackendChoice& choice) {
        std::vector<int> layers;
        for (const GpuShare& card : choice.cards) layers.push_back(card.layers);
        return layers;
    }

private slots:
    void initTestCase() {
        qputenv("HEARTH_CUDA_PLUGIN", HEARTH_BINARY_DIR "/tests/emulated_card/libhearth-cuda.so");
        qputenv("HEARTH_EMULATED_CARDS", "4096,4096,2048");
    }

    void equalCardsShareLayers() {
        const BackendChoice choice = choose({0, 1});
        QVERIFY(choice.sharesLayers && choice.reason.isEmpty());
        QCOMPARE(layersOf(choice), (std::vector<int>{2, 2}));
        QCOMPARE(choice.deviceLayers, 2);
        // Each of them keeps half of the cache of every layer.
        QVERIFY(roomForCache(choice, 2) > 0);
    }

    void layersAreSpreadWhereThatIsAskedFor() {
        const BackendChoice choice = choose({0, 1}, GpuSplit::Layers);
        QVERIFY(!choice.sharesLayers && choice.reason.isEmpty());
        QCOMPARE(layersOf(choice), (std::vector<int>{1, 1}));
    }

    void unequalCardsSaySoWhereTheyAreToShare() {
        QVERIFY(choose({0, 2}).reason.isEmpty());
        const BackendChoice choice = choose({0, 2}, GpuSplit::TensorParallel);
        QVERIFY(!choice.sharesLayers);
        QCOMPARE(choice.reason.text(),
                 std::string("only 2, 4 or 8 equal cards share layers, so these are spread over the cards"));
        QCOMPARE(layersOf(choice), (std::vector<int>{1, 1}));
    }

    /// Its experts are narrower than the blocks of their type.
    void aModelThatDoesNotDivideSaysSo() {
        const BackendChoice choice = choose({0, 1}, GpuSplit::Auto, "llama-moe");
        QVERIFY(!choice.sharesLayers);
        QCOMPARE(choice.reason.text(),
                 std::string("the model does not divide into 2 equal parts, so its layers are "
                             "spread over the cards"));
        QCOMPARE(layersOf(choice), (std::vector<int>{1, 1}));
    }

    void layersThatStayOnTheHostAreNotShared() {
        const BackendChoice choice = choose({0, 1}, GpuSplit::Auto, "llama-f32", 1);
        QVERIFY(!choice.sharesLayers);
        QCOMPARE(layersOf(choice), std::vector<int>{1});
        QCOMPARE(choice.reason.text(), std::string("1 of 2 layers run on the CPU"));
    }
};

QTEST_GUILESS_MAIN(SeveralCardsTest)
#include "tst_several_cards.moc"
