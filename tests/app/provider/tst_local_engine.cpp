#include "provider/local_engine.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "hearth/error.h"
#include "provider/placed_models.h"

using namespace hearth;
using namespace hearth::app;

namespace {

const char* const tiny = HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf";

EngineOptions tinyOptions() {
    EngineOptions options;
    options.model = tiny;
    options.backend = "cpu";
    options.contextLength = 256;
    options.threads = 1;
    return options;
}

}  // namespace

class TestLocalEngine : public QObject {
    Q_OBJECT

private slots:
    void aModelIsReadAndLoadedHere() {
        const LocalEngine engine;
        QVERIFY(!engine.header(tiny).tensors.empty());
        QVERIFY(engine.work(tiny).isKnown());
        QVERIFY(engine.plan(tinyOptions()).weightsBytes > 0);
        QVERIFY(!engine.makesEmbeddings(tiny));
        QVERIFY(!engine.reranks(tiny));
        const auto loaded = engine.load(tinyOptions(), {}, {});
        QCOMPARE(loaded->info().architecture, std::string("llama"));
        const KvTypes types{KvType::Q8_0, KvType::Q8_0};
        QCOMPARE(engine.measureKvTypes(*loaded, std::span(&types, 1), {}).size(), size_t{1});
    }

    void whatIsNoModelIsRefused() {
        const LocalEngine engine;
        EngineOptions options = tinyOptions();
        options.model = "/nonexistent.gguf";
        EmbedderOptions embedding;
        embedding.model = options.model;
        QVERIFY_THROWS_EXCEPTION(Error, (void)engine.load(options, {}, {}));
        QVERIFY_THROWS_EXCEPTION(Error, (void)engine.loadEmbedder(embedding, {}));
        QVERIFY_THROWS_EXCEPTION(Error, (void)engine.plan(options));
        QVERIFY_THROWS_EXCEPTION(Error, (void)engine.checkDraft(options));
        QVERIFY_THROWS_EXCEPTION(Error, (void)engine.header("/nonexistent.gguf"));
        QVERIFY_THROWS_EXCEPTION(Error, (void)engine.work("/nonexistent.gguf"));
    }

    void theMachineIsRead() {
        const LocalEngine engine;
        const std::vector<BackendLabel> backends = engine.backends();
        QVERIFY(!backends.empty());
        QCOMPARE(backends.back().name, std::string("cpu"));
        QVERIFY(!engine.makeDeviceReader()().empty());
    }

    void itsServerListens() {
        const LocalEngine engine;
        LocalServer::Options options;
        options.port = 0;
        QVERIFY(QString::fromStdString(engine.listen(options)->url()).startsWith("http://"));
    }

    void itsModelsAreReadInWorkers() {
        const QTemporaryDir cache;
        const LocalEngine engine;
        for (const ModelPlace place : {ModelPlace::Automatic, ModelPlace::Sandbox})
            QVERIFY(dynamic_cast<const PlacedModels*>(engine.models(place, cache.path()).get()) != nullptr);
    }

    void itsModelsStayHereWhereThatIsAsked() {
        const QTemporaryDir cache;
        const LocalEngine engine(ModelPlace::InProcess);
        for (const ModelPlace place : {ModelPlace::Automatic, ModelPlace::Sandbox}) {
            const auto models = engine.models(place, cache.path());
            // This program would not answer as a worker.
            QVERIFY(!models->header(tiny).tensors.empty());
            QVERIFY(!models->load(tinyOptions(), {}, {})->info().inWorker);
            const auto out = std::filesystem::path(cache.filePath("copy.gguf").toStdString());
            QVERIFY(
                engine.quantize(place, tiny, out, BlockType::Q8_0, {}, {}, {}, Existing::Replace).converted >
                0);
        }
    }
};

QTEST_GUILESS_MAIN(TestLocalEngine)
#include "tst_local_engine.moc"
