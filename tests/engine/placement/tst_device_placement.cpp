#include "placement/device_placement.h"

#include "backend/registry/built_in_backends.h"
#include "hearth/gguf.h"
#include "model/model.h"
#include "placement/backend_choice.h"
#include "placement/memory_plan.h"
#include "support/reference_pack.h"
#include "support/tiny_model.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

class TestDevicePlacement : public QObject {
    Q_OBJECT
    const BackendRegistry m_backends = builtInBackends();

private slots:
    /// The layers' shares of the cache sum up to the whole cache, residual blocks included.
    void layersCountTheirCache() {
        const auto file = GgufFile::open(test::tinyModelsFolder() / "llama-f32.gguf");
        EngineOptions options;
        options.backend = "cpu";
        const auto backend = chooseBackend(m_backends, options).backend;
        const ModelConfig config = ModelConfig::fromGguf(file);
        const auto without = Model::layerBytes(file, *backend, 512);
        for (const KvType type : {KvType::F16, KvType::Q8_0, KvType::Q4_0}) {
            const LayerSizes sizes = layerSizes(file, *backend, 512, type, 16U);
            uint64_t bytes = 0;
            for (size_t i = 0; i < sizes.layers.size(); ++i) bytes += sizes.layers[i] - without[i];
            QCOMPARE(bytes, kvBytes(config, type, 16U));
        }
    }

    void fallsBackStepByStep() {
        EngineOptions options;
        options.backend = "auto";
        BackendChoice failed;
        failed.deviceLayers = 32;
        std::vector<int> tried;
        while (options.backend != "cpu") {
            options = withFewerDeviceLayers(m_backends, options, failed);
            failed.deviceLayers = options.gpuLayers;
            tried.push_back(options.gpuLayers);
            QVERIFY(tried.size() < 20);
        }
        QCOMPARE(tried.front(), 24);
        QCOMPARE(tried.back(), 0);
        QVERIFY(std::is_sorted(tried.rbegin(), tried.rend()));
    }

    void withoutACardTheCpuSaysWhy() {
        const auto whyNone = m_backends.find("cuda")->findDevices().whyNone;
        if (!whyNone) QSKIP("there is a graphics card here");
        EngineOptions options;
        const BackendChoice choice = chooseBackend(m_backends, options);
        QCOMPARE(choice.title, std::string("CPU"));
        QVERIFY(choice.reason == whyNone->message());
        options.backend = "cpu";
        QVERIFY(chooseBackend(m_backends, options).reason.isEmpty());
        options.backend = "cuda";
        QVERIFY_THROWS_EXCEPTION(Error, (void)chooseBackend(m_backends, options));
    }
};

QTEST_GUILESS_MAIN(TestDevicePlacement)
#include "tst_device_placement.moc"
