#include <cmath>

#include "backend/cpu/cpu_kind.h"
#include "backend/registry/backend_registry.h"
#include "hearth/probe.h"
#include "machine/machine_check.h"
#include "session/loaded_engine.h"
#include "support/generate.h"
#include "support/reference_pack.h"
#include "toy_kind.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

/// A backend is added by whoever registers it: a model runs on it, and it is in every list.
class TestToyBackend : public QObject {
    Q_OBJECT

    std::shared_ptr<const ToyKind> m_toy;
    BackendRegistry m_backends = BackendRegistry(std::make_shared<CpuKind>());

    static EngineOptions tinyModel(int layers = -1) {
        EngineOptions options;
        options.model = tinyModelsFolder() / "llama-f32.gguf";
        options.threads = 1;
        options.kvType = KvType::F32;
        options.gpuLayers = layers;
        return options;
    }

private slots:
    void init() {
        m_toy = std::make_shared<const ToyKind>();
        m_backends = BackendRegistry(std::make_shared<CpuKind>());
        m_backends.add(m_toy);
    }

    void aModelRunsOnIt_data() {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<int>("layers");
        QTest::newRow("chosen by itself") << "auto" << -1;
        QTest::newRow("by name") << "toy" << -1;
        QTest::newRow("beside the processor") << "toy" << 1;
    }
    void aModelRunsOnIt() {
        QFETCH(QString, backend);
        QFETCH(int, layers);
        EngineOptions options = tinyModel(layers);
        options.backend = backend.toStdString();
        LoadedEngine engine(m_backends, options, {}, {});
        const EngineInfo info = engine.info();
        QCOMPARE(info.backend, std::string("Toy"));
        QCOMPARE(info.backendName, std::string("toy"));
        QVERIFY(info.onDevice);
        QCOMPARE(info.memory.layersOnDevice, layers < 0 ? info.layers : layers);

        const auto tokens = readJson(tinyModelsFolder() / "llama-f32.json").at("sequence");
        const NpyArray expected = readNpy(tinyModelsFolder() / "llama-f32.npy");
        const std::vector<float> logits =
            engine.probe()->logits(tokens.get<std::vector<TokenId>>(), true, {});
        QCOMPARE(logits.size(), expected.values.size());
        float worst = 0;
        for (size_t i = 0; i < logits.size(); ++i)
            worst =
                std::max(worst, std::isfinite(logits[i]) ? std::abs(logits[i] - expected.values[i]) : 1e9F);
        QVERIFY2(worst < 1e-3F, qPrintable(QString::number(worst)));
        QVERIFY(m_toy->products() > 0);
    }

    void repliesAreThoseOfTheReference() {
        LoadedEngine engine(m_backends, tinyModel(), {}, {});
        const auto greedy = readJson(tinyModelsFolder() / "llama-f32.json").at("greedy");
        GenerationRequest request;
        request.rawTokens = greedy.at("prompt").get<std::vector<TokenId>>();
        const auto expected = greedy.at("ids").get<std::vector<TokenId>>();
        request.sampling.temperature = 0;
        request.sampling.maxTokens = static_cast<int>(expected.size());
        request.ignoreEndOfText = true;
        GenerationListener listener;
        std::vector<TokenId> made;
        for (const GeneratedToken& one : test::generate(engine, request, listener).tokens)
            made.push_back(one.token);
        QVERIFY(made == expected);
    }

    void withoutADeviceTheProcessorSaysWhy() {
        BackendRegistry backends(std::make_shared<CpuKind>());
        backends.add(std::make_shared<ToyKind>(false));
        const EngineInfo info = LoadedEngine(backends, tinyModel(), {}, {}).info();
        QCOMPARE(info.backend, std::string("CPU"));
        QVERIFY(!info.onDevice);
        QCOMPARE(textOf(info.backendReason), std::string("There is no abacus on the desk."));
        const MachineReport report = checkDevices(backends);
        QCOMPARE(report.devices.size(), size_t{1});
        QCOMPARE(report.missing.size(), size_t{1});
        QCOMPARE(report.missing.front().title, std::string("Toy"));
        QVERIFY(std::vector{report.missing.front().reason.message()} == info.backendReason);
    }

    void itIsInEveryList() {
        const MachineReport report = checkDevices(m_backends);
        QVERIFY(report.healthy() && report.missing.empty());
        QCOMPARE(report.devices.size(), size_t{2});
        const DeviceCheck& toy = report.devices.back();
        QCOMPARE(toy.title, std::string("Toy"));
        QCOMPARE(toy.type, DeviceType::Accelerator);
        QCOMPARE(toy.info.name, std::string("Wooden abacus"));
        QCOMPARE(toy.info.details.front().value, std::string("100"));
        QCOMPARE(toy.bandwidth.read, 1e9);
        QVERIFY(toy.operations.size() > 50);

        const std::vector<BackendLabel> labels = backendLabels(m_backends);
        QCOMPARE(labels.front().name, std::string("toy"));
        const auto monitors = makeDeviceMonitors(m_backends);
        // Beside that of the processor.
        QCOMPARE(monitors.size(), size_t{2});
        QCOMPARE(monitors.back()->read().front().name, std::string("Wooden abacus"));
    }
};

QTEST_GUILESS_MAIN(TestToyBackend)
#include "tst_toy_backend.moc"
