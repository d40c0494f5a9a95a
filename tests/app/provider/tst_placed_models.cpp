#include "provider/placed_models.h"

#include <QCoreApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <random>

#include "../../engine/worker/worker_process.h"
#include "hearth/error.h"
#include "models/model_quantizer.h"

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

    void smallerTypesOfAHostileHeaderAreReadThere() {
        const PlacedModels models = builtModels();
        const auto open = [&models](const QString& path) { return models.header(path); };
        QCOMPARE(smallerTypes(tiny, open).size(), smallerTypes(tiny, headerHere).size());
        QCOMPARE(test::childrenNamed("hearth-reader").size(), size_t(1));
        // Sizes whose product is more than 64 bits hold, arrays in arrays, and counts without end.
        QFile file(tiny);
        QVERIFY(file.open(QFile::ReadOnly));
        const QByteArray good = file.readAll();
        const QTemporaryDir folder;
        std::mt19937 random(7);
        for (int round = 0; round < 12; ++round) {
            QByteArray bad = good;
            for (int byte = 0; byte < 6; ++byte)
                bad[static_cast<qsizetype>(random() % 8000)] =
                    static_cast<char>(random() % 4 == 0 ? random() : 0xff);
            const QString path = folder.filePath(QString::number(round) + ".gguf");
            QFile out(path);
            QVERIFY(out.open(QFile::WriteOnly) && out.write(bad) == bad.size());
            out.close();
            QVERIFY(smallerTypes(path, open).size() <= 7);
            QVERIFY2(!test::childrenNamed("hearth-reader").empty(), "It was read in this process.");
        }
    }

    void aReaderThatEndsLeavesNoTypes() {
        // It leaves at once, as one that a header has broken.
        const PlacedModels models(ModelPlace::Sandbox, {.command = {"/bin/false"}, .cacheFolder = {}});
        QVERIFY(smallerTypes(tiny, [&models](const QString& path) { return models.header(path); }).empty());
    }

    void theProgramItselfIsTheProcessWhereThereIsNoCommandLine() {
        // No command line lies beside the tests.
        QCOMPARE(workerOfProgram().command, WorkerProcess().command);
    }
};

QTEST_GUILESS_MAIN(TestPlacedModels)
#include "tst_placed_models.moc"
