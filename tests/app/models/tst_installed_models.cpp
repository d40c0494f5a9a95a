#include "models/installed_models.h"

#include <sys/stat.h>

#include <QAbstractItemModelTester>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "models/model_probe.h"
#include "settings/app_settings.h"
#include "support/deep_json.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

namespace {
void touch(const QString& path) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QFile::WriteOnly));
}
/// A small real model in a folder of its own.
void copyModel(const char* name, const QString& folder) {
    QDir().mkpath(folder);
    for (const char* file : {"config.json", "model.safetensors"})
        QVERIFY(QFile::copy(QStringLiteral(HEARTH_SOURCE_DIR "/tests/reference/hugging_face/%1/%2")
                                .arg(QLatin1String(name), QLatin1String(file)),
                            folder + '/' + QLatin1String(file)));
    QVERIFY(QFile::copy(HEARTH_SOURCE_DIR "/tests/reference/tokenizers/llama3/tokenizer.json",
                        folder + "/tokenizer.json"));
}
}  // namespace

class TestInstalledModels : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store = store::Store::inMemory();
    AppSettings m_settings{*m_store};
    InferenceThread m_inference{test::scripted(std::make_shared<test::EngineScript>())};
    EngineStatus m_engine{m_inference, m_settings};

    static ModelFacts facts(const QString& path) {
        if (QThread::currentThread() == QCoreApplication::instance()->thread())
            qFatal("headers are read by the window");
        ModelFacts facts;
        facts.name = QFileInfo(path).completeBaseName();
        facts.sizeBytes = 92'000'000;
        facts.plan.weightsBytes = 1ULL << 30U;
        facts.plan.deviceFreeBytes = 2ULL << 30U;
        if (path.contains(QStringLiteral("means"))) facts.purpose = ModelPurpose::Embedding;
        if (path.contains(QStringLiteral("ranks"))) facts.purpose = ModelPurpose::Reranking;
        if (path.contains(QStringLiteral("broken"))) facts.problem = QStringLiteral("This file is cut off.");
        return facts;
    }
    static ModelFacts realFacts(const QString& path) {
        return probeModel(path, [](const QString&) {
            MemoryPlan plan;
            plan.weightsBytes = 1ULL << 30U;
            plan.deviceFreeBytes = 2ULL << 30U;
            return plan;
        });
    }
    static QStringList filesBelow(const QString& folder) {
        QStringList files;
        QDirIterator all(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (all.hasNext()) files += QDir(folder).relativeFilePath(all.next());
        files.sort();
        return files;
    }
    static QStringList names(const InstalledModels& models) {
        QStringList out;
        for (int row = 0; row < models.count(); ++row)
            out += models.data(models.index(row), InstalledModels::NameRole).toString();
        return out;
    }

private slots:
    void listsTheFolder() {
        QTemporaryDir folder;
        touch(folder.filePath("b.gguf"));
        touch(folder.filePath("sub/A.gguf"));
        touch(folder.filePath("broken.gguf"));
        touch(folder.filePath("notes.txt"));
        touch(folder.filePath("big-00001-of-00003.gguf"));
        touch(folder.filePath("big-00002-of-00003.gguf"));
        InstalledModels models(folder.path(), facts, m_engine);
        QAbstractItemModelTester tester(&models, QAbstractItemModelTester::FailureReportingMode::QtTest);
        models.refresh();
        QTRY_VERIFY(!models.isScanning());
        QCOMPARE(names(models), QStringList({"A", "b", "big-00001-of-00003", "broken"}));
        const auto data = [&](int row, int role) { return models.data(models.index(row), role); };
        QCOMPARE(data(0, InstalledModels::SizeTextRole).toString(), QStringLiteral("92 MB"));
        QCOMPARE(data(0, InstalledModels::FitsRole).toInt(), int(ModelFit::Fits));
        QCOMPARE(data(3, InstalledModels::FitsRole).toInt(), int(ModelFit::No));
        QCOMPARE(data(3, InstalledModels::FitTextRole).toString(), QStringLiteral("This file is cut off."));
        QFile::remove(folder.filePath("b.gguf"));
        models.refresh();
        QTRY_VERIFY(!models.isScanning());
        QCOMPARE(names(models), QStringList({"A", "big-00001-of-00003", "broken"}));
    }

    void thePartThatSeesIsNoEntryOfItsOwn() {
        QTemporaryDir folder;
        for (const char* name : {"gemma-3-4b-it-Q4_K_M.gguf", "gemma-3-4b-it-Q8_0.gguf", "mmproj-F16.gguf"})
            touch(folder.filePath(name));
        const QString vision = folder.filePath("mmproj-F16.gguf");
        InstalledModels models(
            folder.path(),
            [&](const QString& path) {
                ModelFacts read = facts(path);
                read.visionFile = vision;
                read.visionFileBytes = 8'000'000;
                read.plan.visionBytes = path.contains(QStringLiteral("Q8_0")) ? 8'000'000 : 0;
                read.lacksVision = read.plan.visionBytes == 0;
                return read;
            },
            m_engine);
        models.refresh();
        QTRY_VERIFY(!models.isScanning());
        QCOMPARE(names(models), QStringList({"gemma-3-4b-it-Q4_K_M", "gemma-3-4b-it-Q8_0"}));
        const auto data = [&](int row, int role) { return models.data(models.index(row), role); };
        QCOMPARE(data(0, InstalledModels::SizeTextRole).toString(), QStringLiteral("100 MB"));
        QVERIFY(!data(0, InstalledModels::SeesRole).toBool());
        QVERIFY(data(0, InstalledModels::LacksVisionRole).toBool());
        QVERIFY(data(1, InstalledModels::SeesRole).toBool());
        QVERIFY(!data(1, InstalledModels::LacksVisionRole).toBool());
        // Both have the same file.
        QCOMPARE(models.shareOf().bytes, 192'000'000);
        QVERIFY(!InstalledModels::takes(QUrl::fromLocalFile(vision)));
        QSignalSpy refused(&models, &InstalledModels::refused);
        models.addFile(QUrl::fromLocalFile(vision));
        QTRY_VERIFY(!models.isScanning());
        QCOMPARE(refused.count(), 1);
        QCOMPARE(
            refused[0][0].toString(),
            QString("mmproj-F16.gguf is the vision encoder of a model and not a model itself; keep it in "
                    "the folder of its model, where Hearth finds it."));
        QCOMPARE(models.count(), 2);
        // It goes with the last model that has it.
        QCOMPARE(models.remove(folder.filePath("gemma-3-4b-it-Q4_K_M.gguf")), QString());
        QVERIFY(QFile::exists(vision));
        QCOMPARE(models.remove(folder.filePath("gemma-3-4b-it-Q8_0.gguf")), QString());
        QVERIFY(!QFile::exists(vision));
    }

    void whatDoesNotChatStandsBehindWithItsPurpose() {
        QTemporaryDir folder;
        for (const char* name : {"a-ranks.gguf", "b-means.gguf", "c.gguf"}) touch(folder.filePath(name));
        InstalledModels models(folder.path(), facts, m_engine);
        QAbstractItemModelTester tester(&models, QAbstractItemModelTester::FailureReportingMode::QtTest);
        models.refresh();
        ModelFacts remote;
        remote.path = "endpoint:a/b";
        remote.name = "z";
        remote.remote = true;
        models.setRemote({remote});
        QTRY_VERIFY(!models.isScanning());
        QCOMPARE(names(models), QStringList({"c", "z", "b-means", "a-ranks"}));
        const auto data = [&](int row, int role) { return models.data(models.index(row), role).toString(); };
        QCOMPARE(data(0, InstalledModels::PurposeRole), QString("chat"));
        QCOMPARE(data(0, InstalledModels::PurposeTextRole), QString());
        QCOMPARE(data(2, InstalledModels::PurposeRole), QString("embedding"));
        QCOMPARE(data(2, InstalledModels::PurposeTextRole), QString("Finds documents by meaning"));
        QCOMPARE(data(3, InstalledModels::PurposeRole), QString("reranking"));
        QCOMPARE(models.chatModels()->rowCount(), 2);
        QVERIFY(!models.factsOf(folder.filePath("b-means.gguf"))->canChat());
        QVERIFY(models.factsOf(folder.filePath("c.gguf"))->canChat());
    }

    void aServersModelNamesItsServer() {
        QTemporaryDir folder;
        InstalledModels models(folder.path(), facts, m_engine);
        std::vector<ModelFacts> remote(2);
        for (size_t i = 0; i < 2; ++i) {
            remote[i].path = QStringLiteral("endpoint:%1/m").arg(i);
            remote[i].name = "m";
            remote[i].owner = i == 0 ? "Desk" : "Rack";
            remote[i].remote = true;
            remote[i].leaves = i == 1;
        }
        models.setRemote(remote);
        for (int row = 0; row < 2; ++row) {
            const auto data = [&](int role) { return models.data(models.index(row), role); };
            const QString owner = data(InstalledModels::OwnerRole).toString();
            QCOMPARE(data(InstalledModels::SizeTextRole).toString(), "on " + owner);
            QCOMPARE(data(InstalledModels::LeavesRole).toBool(), owner == "Rack");
            // The fit into this computer's memory has no meaning.
            QCOMPARE(data(InstalledModels::FitTextRole).toString(), QString());
        }
    }

    void whatDoesNotChatIsAddedAndNotLoaded() {
        QTemporaryDir folder, elsewhere;
        touch(elsewhere.filePath("means.gguf"));
        InstalledModels models(folder.path(), facts, m_engine);
        models.addFile(QUrl::fromLocalFile(elsewhere.filePath("means.gguf")));
        QTRY_COMPARE(names(models), QStringList({"means"}));
        QTRY_VERIFY(!models.isScanning());
        QVERIFY(!m_engine.isLoading());
        QVERIFY(m_engine.modelPath() != elsewhere.filePath("means.gguf"));
    }

    void aFileFromElsewhereIsLoaded() {
        QTemporaryDir folder, elsewhere;
        touch(elsewhere.filePath("mine.gguf"));
        InstalledModels models(folder.path(), facts, m_engine);
        QSignalSpy ready(&m_engine, &EngineStatus::becameReady);
        models.addFile(QUrl::fromLocalFile(elsewhere.filePath("mine.gguf")));
        QVERIFY(ready.wait());
        QTRY_COMPARE(models.count(), 1);
        QVERIFY(models.data(models.index(0), InstalledModels::CurrentRole).toBool());
        models.refresh();
        QTRY_VERIFY(!models.isScanning());
        QCOMPARE(models.count(), 1);
    }

    // One that is only added takes the place of nothing.
    void addingLeavesTheModelInUse() {
        QTemporaryDir folder, elsewhere;
        for (const char* name : {"first.gguf", "second.gguf"}) touch(elsewhere.filePath(name));
        const auto url = [&](const char* name) { return QUrl::fromLocalFile(elsewhere.filePath(name)); };
        m_engine.unload();
        QTRY_VERIFY(!m_engine.isReady());
        InstalledModels models(folder.path(), facts, m_engine);
        QSignalSpy ready(&m_engine, &EngineStatus::becameReady), added(&models, &InstalledModels::added);
        models.addFile(url("first.gguf"));
        QVERIFY(ready.wait());
        QCOMPARE(added.count(), 0);
        models.addFile(url("second.gguf"));
        QTRY_COMPARE(added.count(), 1);
        QCOMPARE(added[0][0].toString(), elsewhere.filePath("second.gguf"));
        QVERIFY(!m_engine.isLoading());
        QCOMPARE(m_engine.modelPath(), elsewhere.filePath("first.gguf"));
        models.openFile(url("second.gguf"));
        QVERIFY(ready.wait());
        QCOMPARE(m_engine.modelPath(), elsewhere.filePath("second.gguf"));
        m_engine.unload();
        QTRY_VERIFY(!m_engine.isReady());
    }

    /// Files in the folder must not prevent the window from starting, and are never waited for.
    void hostileFoldersAreRowsWithASentence() {
        QTemporaryDir folder;
        const QByteArray start = R"({"model_type": "llama", "hidden_size": 8, "num_attention_heads": 2, )";
        const auto put = [&](const char* name, const QByteArray& text) {
            QFile file(folder.filePath(QString::fromUtf8(name)));
            QVERIFY(file.open(QFile::WriteOnly) && file.write(text) == text.size());
        };
        for (const char* name : {"a-deep", "b-deep", "c-huge", "d-pipe", "e-weights", "f-good"})
            copyModel("llama3", folder.filePath(QString::fromUtf8(name)));
        put("a-deep/config.json", start + "\"text_config\": " + test::deepJson() + "}");
        put("b-deep/tokenizer.json", "{\"normalizer\": " + test::deepJson() + "}");
        put("c-huge/config.json",
            start + "\"head_dim\": 549755813888, \"rope_scaling\": {\"type\": \"llama3\"}}");
        for (const char* name : {"d-pipe/config.json", "e-weights/model.safetensors"}) {
            const QString path = folder.filePath(QString::fromUtf8(name));
            QVERIFY(QFile::remove(path));
            QCOMPARE(::mkfifo(QFile::encodeName(path).constData(), 0600), 0);
        }
        QCOMPARE(::mkfifo(QFile::encodeName(folder.filePath("pipe.gguf")).constData(), 0600), 0);
        InstalledModels models(folder.path(), realFacts, m_engine);
        models.refresh();
        QTRY_VERIFY(!models.isScanning());
        QStringList sound;
        for (int row = 0; row < models.count(); ++row) {
            const auto data = [&](int role) { return models.data(models.index(row), role).toString(); };
            if (data(InstalledModels::ProblemRole).isEmpty())
                sound += QFileInfo(data(InstalledModels::PathRole)).fileName();
        }
        QCOMPARE(sound, QStringList({"f-good"}));
        QVERIFY(models.count() >= 4);
    }

    /// Real folders through the real reader of headers.
    void listsFoldersOfPublishedModels() {
        QTemporaryDir folder;
        copyModel("llama3", folder.filePath("meta/Llama-3-Tiny"));
        for (const char* broken : {"a-noconfig", "b-noweights", "c-noshard", "d-notokenizer"})
            copyModel("llama3", folder.filePath(broken));
        const auto gone = [&](const char* name) { QVERIFY(QFile::remove(folder.filePath(name))); };
        gone("a-noconfig/config.json");
        gone("b-noweights/model.safetensors");
        gone("d-notokenizer/tokenizer.json");
        QFile index(folder.filePath("c-noshard/model.safetensors.index.json"));
        QVERIFY(index.open(QFile::WriteOnly));
        index.write(R"({"weight_map": {"lm_head.weight": "model-00002-of-00002.safetensors"}})");
        index.close();
        InstalledModels models(folder.path(), realFacts, m_engine);
        QAbstractItemModelTester tester(&models, QAbstractItemModelTester::FailureReportingMode::QtTest);
        models.refresh();
        QTRY_VERIFY(!models.isScanning());
        QCOMPARE(names(models),
                 QStringList({"a noconfig", "b noweights", "c noshard", "d notokenizer", "Llama 3 Tiny"}));
        const auto data = [&](int row, int role) { return models.data(models.index(row), role); };
        const auto problem = [&](int row) { return data(row, InstalledModels::ProblemRole).toString(); };
        QVERIFY2(problem(0).contains("\"config.json\" is missing"), qPrintable(problem(0)));
        QVERIFY2(problem(1).contains("no .safetensors file"), qPrintable(problem(1)));
        QVERIFY2(problem(2).contains("\"model-00002-of-00002.safetensors\" is missing"),
                 qPrintable(problem(2)));
        QVERIFY2(problem(3).contains("\"tokenizer.json\" is missing"), qPrintable(problem(3)));
        for (int row = 0; row < 4; ++row)
            QCOMPARE(data(row, InstalledModels::FitsRole).toInt(), int(ModelFit::No));
        QVERIFY2(problem(4).isEmpty(), qPrintable(problem(4)));
        const QString path = folder.filePath("meta/Llama-3-Tiny");
        QCOMPARE(data(4, InstalledModels::PathRole).toString(), path);
        QCOMPARE(data(4, InstalledModels::ArchitectureRole).toString(), QString("llama"));
        QCOMPARE(data(4, InstalledModels::QuantizationRole).toString(), QString("F16"));
        QCOMPARE(data(4, InstalledModels::FitsRole).toInt(), int(ModelFit::Fits));
        QCOMPARE(data(4, InstalledModels::RemovalRole).toString(), QString("delete"));
        qint64 bytes = 0;
        for (const QFileInfo& file : QDir(path).entryInfoList(QDir::Files)) bytes += file.size();
        QCOMPARE(data(4, InstalledModels::SizeBytesRole).toLongLong(), bytes);
        QVERIFY(models.factsOf(path)->parameters > 1000);
        // Choosing it loads it.
        QSignalSpy ready(&m_engine, &EngineStatus::becameReady);
        m_engine.load(path);
        QVERIFY(ready.wait());
        QVERIFY(data(4, InstalledModels::CurrentRole).toBool());
        m_engine.unload();
    }

    void deletesAFolderAndNothingElse() {
        QTemporaryDir folder;
        const QString model = folder.filePath("Qwen/Qwen3");
        copyModel("qwen3", model);
        for (const char* name :
             {"Qwen/Qwen3/.cache/huggingface/x.metadata", "Qwen/Qwen3/.gitattributes",
              "Qwen/Qwen3/small.gguf", "Qwen/Qwen3/draft/config.json", "Qwen/Qwen3/draft/model.safetensors",
              "Qwen/Qwen3/notes.txt", "Qwen/Qwen3/thesis/chapter.md", "Qwen/letters.txt", "other.gguf"})
            touch(folder.filePath(name));
        QVERIFY(QDir(model).mkpath("empty/empty"));
        QTemporaryDir elsewhere;
        touch(elsewhere.filePath("mine.safetensors"));
        touch(elsewhere.filePath("huggingface/hub/mine"));
        QVERIFY(QFile::link(elsewhere.filePath("mine.safetensors"), model + "/linked.safetensors"));
        QVERIFY(QFile::link(elsewhere.path(), model + "/draft/.cache"));
        InstalledModels models(folder.path(), facts, m_engine);
        models.refresh();
        QTRY_VERIFY(!models.isScanning());
        QCOMPARE(models.count(), 4);
        QCOMPARE(models.remove(model), QString());
        QCOMPARE(models.count(), 3);
        QCOMPARE(filesBelow(folder.path()),
                 QStringList({"Qwen/Qwen3/draft/config.json", "Qwen/Qwen3/draft/model.safetensors",
                              "Qwen/Qwen3/notes.txt", "Qwen/Qwen3/small.gguf", "Qwen/Qwen3/thesis/chapter.md",
                              "Qwen/letters.txt", "other.gguf"}));
        QVERIFY(!QFileInfo::exists(model + "/empty"));
        QVERIFY(QFileInfo::exists(elsewhere.filePath("mine.safetensors")));
        QCOMPARE(models.remove(model + "/draft"), QString());
        QCOMPARE(models.remove(model + "/small.gguf"), QString());
        // Other files next to a model are not part of it.
        QCOMPARE(filesBelow(folder.path()),
                 QStringList({"Qwen/Qwen3/notes.txt", "Qwen/Qwen3/thesis/chapter.md", "Qwen/letters.txt",
                              "other.gguf"}));
        QVERIFY(!QFileInfo::exists(model + "/draft/config.json"));
        QVERIFY(QFileInfo::exists(elsewhere.filePath("huggingface/hub/mine")));
    }

    void theModelsFolderMayBeOneItself() {
        QTemporaryDir folder;
        copyModel("qwen3", folder.path());
        touch(folder.filePath("letters.txt"));
        InstalledModels models(folder.path(), realFacts, m_engine);
        models.refresh();
        QTRY_VERIFY(!models.isScanning());
        QCOMPARE(models.count(), 1);
        QCOMPARE(models.shareOf().count, 1);
        QCOMPARE(models.remove(folder.path()), QString());
        QCOMPARE(filesBelow(folder.path()), QStringList({"letters.txt"}));
    }

    void aFolderFromElsewhereIsAdded() {
        QTemporaryDir folder, elsewhere;
        const QString model = elsewhere.filePath("Qwen3-Tiny");
        copyModel("qwen3", model);
        touch(model + "/letters.txt");
        touch(elsewhere.filePath("notes/letters.txt"));
        const auto url = [](const QString& path) { return QUrl::fromLocalFile(path); };
        for (const QString& path : {model, model + "/", model + "/model.safetensors", QString("/m/A.GGUF")})
            QVERIFY2(InstalledModels::takes(url(path)), qPrintable(path));
        for (const QString& path : {elsewhere.filePath("notes"), model + "/letters.txt", QString()})
            QVERIFY2(!InstalledModels::takes(url(path)), qPrintable(path));
        InstalledModels models(folder.path(), realFacts, m_engine);
        QSignalSpy ready(&m_engine, &EngineStatus::becameReady),
            extra(&models, &InstalledModels::extraChanged);
        // By a file of it, and by itself: one row.
        models.addFile(url(model + "/model.safetensors"));
        models.addFile(url(model + "/"));
        QVERIFY(ready.wait());
        QTRY_VERIFY(!models.isScanning());
        QCOMPARE(names(models), QStringList({"Qwen3 Tiny"}));
        QCOMPARE(extra.size(), 1);
        QVERIFY(models.data(models.index(0), InstalledModels::CurrentRole).toBool());
        QCOMPARE(models.data(models.index(0), InstalledModels::RemovalRole).toString(), QString("forget"));
        models.refresh();
        QTRY_VERIFY(!models.isScanning());
        QCOMPARE(models.count(), 1);
        QCOMPARE(models.remove(model), QString());
        QCOMPARE(models.count(), 0);
        QVERIFY(QFileInfo::exists(model + "/config.json") && QFileInfo::exists(model + "/letters.txt"));
        m_engine.unload();
    }

    void foldersOfOtherProgramsThatCannotBeReadAreLeftOut() {
        QTemporaryDir folder, cache;
        copyModel("qwen3", cache.filePath("good"));
        copyModel("qwen3", cache.filePath("bert"));
        QFile config(cache.filePath("bert/config.json"));
        QVERIFY(config.open(QFile::WriteOnly));
        config.write(R"({"model_type": "bert"})");
        config.close();
        InstalledModels models(folder.path(), realFacts, m_engine);
        models.setForeignFinder([&cache] {
            return std::vector<ForeignModel>{{cache.filePath("good"), {}, "Hugging Face"},
                                             {cache.filePath("bert"), {}, "Hugging Face"}};
        });
        models.refresh();
        QTRY_VERIFY(!models.isScanning());
        QCOMPARE(names(models), QStringList({"good"}));
        QCOMPARE(models.shareOf("Hugging Face").count, 1);
        QVERIFY(models.data(models.index(0), InstalledModels::RemovalRole).toString().isEmpty());
        QVERIFY(!models.remove(cache.filePath("good")).isEmpty());
        QVERIFY(QFileInfo::exists(cache.filePath("good/config.json")));
    }

    void goesAwayWhileItReads() {
        QTemporaryDir folder;
        for (int i = 0; i < 30; ++i) touch(folder.filePath(QStringLiteral("%1.gguf").arg(i)));
        InstalledModels models(
            folder.path(),
            [](const QString& path) {
                QThread::msleep(5);
                return facts(path);
            },
            m_engine);
        models.refresh();
    }
};

QTEST_GUILESS_MAIN(TestInstalledModels)
#include "tst_installed_models.moc"
