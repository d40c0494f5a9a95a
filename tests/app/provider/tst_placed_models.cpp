#include "provider/placed_models.h"

#include <QCoreApplication>
#include <QtTest>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::app;

namespace {

const char* const tiny = HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf";

/// Models in processes of the built command line.
PlacedModels builtModels() {
    const QString program = QCoreApplication::applicationDirPath() + "/../bin/hearth-cli";
    return PlacedModels(ModelPlace::Sandbox,
                        {.command = {program.toStdString(), WorkerProcess::argument}, .cacheFolder = {}});
}

}  // namespace

class TestPlacedModels : public QObject {
    Q_OBJECT

private slots:
    void aModelIsReadAndLoadedInAProcessOfItsOwn() {
        const PlacedModels models = builtModels();
        EngineOptions options;
        options.model = tiny;
        options.backend = "cpu";
        options.contextLength = 256;
        options.threads = 1;
        QVERIFY(!models.header(tiny).tensors.empty());
        QVERIFY(models.work(tiny).isKnown());
        QVERIFY(models.plan(options).weightsBytes > 0);
        QVERIFY(!models.makesEmbeddings(tiny));
        QVERIFY(!models.reranks(tiny));
        QCOMPARE(models.load(options, {}, {})->info().architecture, std::string("llama"));
    }

    void whatIsNoModelIsRefused() {
        const PlacedModels models = builtModels();
        EngineOptions options;
        options.model = "/nonexistent.gguf";
        EmbedderOptions embedding;
        embedding.model = options.model;
        QVERIFY_THROWS_EXCEPTION(Error, (void)models.load(options, {}, {}));
        QVERIFY_THROWS_EXCEPTION(Error, (void)models.loadEmbedder(embedding, {}));
        QVERIFY_THROWS_EXCEPTION(Error, (void)models.checkDraft(options));
        QVERIFY_THROWS_EXCEPTION(Error, (void)models.header("/nonexistent.gguf"));
    }

    void theProgramItselfIsTheProcessWhereThereIsNoCommandLine() {
        // No command line lies beside the tests.
        QCOMPARE(workerOfProgram().command, WorkerProcess().command);
    }
};

QTEST_GUILESS_MAIN(TestPlacedModels)
#include "tst_placed_models.moc"
