#include "model_files/model_files.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth::app;

class TestModelFiles : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QStringList relative(const QStringList& paths) const {
        QStringList names;
        for (const QString& path : paths) names += QDir(m_folder.path()).relativeFilePath(path);
        return names;
    }

private slots:
    void initTestCase() {
        for (const char* name :
             {"b.gguf", "owner/a.gguf", "owner/a.gguf.origin.json", "owner/big-00001-of-00002.gguf",
              "owner/big-00002-of-00002.gguf", ".downloads/half.gguf", ".downloads/half/config.json",
              ".downloads/half/model.safetensors", "notes.txt", "Qwen/Qwen3/config.json",
              "Qwen/Qwen3/model.safetensors", "Qwen/Qwen3/tokenizer.json", "Qwen/Qwen3/.gitattributes",
              "Qwen/Qwen3/original/config.json", "Qwen/Qwen3/original/x.safetensors", "owner/config.json",
              "somebody/config.json", "somebody/readme.md", "alone.gguf.origin.json"}) {
            const QString path = m_folder.filePath(QString::fromLatin1(name));
            QVERIFY(QDir().mkpath(QFileInfo(path).path()));
            QFile file(path);
            QVERIFY(file.open(QFile::WriteOnly));
        }
    }

    void modelsAreFoundInAllFolders() {
        QCOMPARE(relative(ggufFilesIn(m_folder.path())),
                 QStringList({"b.gguf", "owner/a.gguf", "owner/big-00001-of-00002.gguf",
                              "owner/big-00002-of-00002.gguf"}));
        QCOMPARE(ggufFilesIn(m_folder.filePath("nowhere")), QStringList());
        // A folder of models below one of that name has models all the same.
        QCOMPARE(ggufFilesIn(m_folder.filePath(".downloads")).size(), 1);
    }

    /// As some programs for Windows name them.
    void namesInCapitalsAreModelsToo() {
        QTemporaryDir folder;
        for (const char* name : {"A.GGUF", "big-00001-of-00002.GGUF", "big-00002-of-00002.GGUF"}) {
            QFile file(folder.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QFile::WriteOnly));
        }
        QCOMPARE(modelsIn(folder.path()),
                 QStringList({folder.filePath("A.GGUF"), folder.filePath("big-00001-of-00002.GGUF")}));
        QCOMPARE(ggufFilesIn(folder.path()).size(), 3);
        QCOMPARE(ggufFilesIn(folder.path(), 2).size(), 2);
    }

    void laterPartsBelongToTheFirst() {
        QVERIFY(!isLaterPart("/m/a.gguf") && !isLaterPart("/m/big-00001-of-00002.gguf"));
        QVERIFY(isLaterPart("/m/big-00002-of-00002.gguf"));
    }

    void publishedModelsAreFolders() {
        QCOMPARE(relative(publishedFoldersIn(m_folder.path())),
                 QStringList({"Qwen/Qwen3", "Qwen/Qwen3/original"}));
        QCOMPARE(publishedFoldersIn(m_folder.filePath("Qwen/Qwen3")),
                 QStringList({m_folder.filePath("Qwen/Qwen3"), m_folder.filePath("Qwen/Qwen3/original")}));
        QVERIFY(isPublishedFolder(m_folder.filePath("Qwen/Qwen3")));
        for (const char* other : {"Qwen", "somebody", "nowhere", "b.gguf"})
            QVERIFY2(!isPublishedFolder(m_folder.filePath(other)), other);
        QVERIFY(hasWeights(m_folder.filePath("Qwen/Qwen3")));
        for (const char* without : {"owner", "somebody", "nowhere"})
            QVERIFY2(!hasWeights(m_folder.filePath(without)), without);
        QVERIFY(!isPublishedFolder({}));
    }

    void brokenOnesAreFoldersToo() {
        QTemporaryDir folder;
        const QStringList models = {"index/model.safetensors.index.json", "index/config.json",
                                    "noconfig/model-00002-of-00002.safetensors", "noweights/config.json",
                                    "noweights/tokenizer.json"};
        for (const QString& name : models + QStringList({"adapter/adapter_config.json", "tool/config.json",
                                                         "adapter/adapter_model.safetensors"})) {
            QVERIFY(QDir(folder.path()).mkpath(QFileInfo(name).path()));
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QFile::WriteOnly));
        }
        QStringList names;
        for (const QString& path : publishedFoldersIn(folder.path())) names += QFileInfo(path).fileName();
        QCOMPARE(names, QStringList({"index", "noconfig", "noweights"}));
    }

    void whatCanBeChosen() {
        QCOMPARE(relative(modelsIn(m_folder.path())),
                 QStringList({"b.gguf", "owner/a.gguf", "owner/big-00001-of-00002.gguf", "Qwen/Qwen3",
                              "Qwen/Qwen3/original"}));
        const QString model = m_folder.filePath("Qwen/Qwen3");
        for (const char* end :
             {"", "/", "/config.json", "/model.safetensors", "/../Qwen3", "/model.safetensors.index.json"})
            QCOMPARE(modelPathOf(model + QLatin1String(end)), model);
        QCOMPARE(modelPathOf(model + "/tokenizer.json"), model + "/tokenizer.json");
        QCOMPARE(modelPathOf(m_folder.filePath("b.gguf")), m_folder.filePath("b.gguf"));
        QVERIFY(QDir(m_folder.path()).mkpath("x.safetensors"));
        QCOMPARE(modelPathOf(m_folder.filePath("x.safetensors")), m_folder.filePath("x.safetensors"));
    }

    void whatBelongsToOne() {
        const auto of = [&](const char* name) { return relative(filesOfModel(m_folder.filePath(name))); };
        QCOMPARE(of("owner/a.gguf"), QStringList({"owner/a.gguf", "owner/a.gguf.origin.json"}));
        QCOMPARE(of("owner/big-00001-of-00002.gguf"),
                 QStringList({"owner/big-00001-of-00002.gguf", "owner/big-00002-of-00002.gguf"}));
        const QStringList own = {"Qwen/Qwen3/.gitattributes", "Qwen/Qwen3/config.json",
                                 "Qwen/Qwen3/model.safetensors", "Qwen/Qwen3/tokenizer.json"};
        QCOMPARE(of("Qwen/Qwen3"), own);
        QCOMPARE(of("Qwen/Qwen3/original"),
                 QStringList({"Qwen/Qwen3/original/config.json", "Qwen/Qwen3/original/x.safetensors"}));
        // Anything else may lie beside it.
        for (const char* name : {"Qwen/Qwen3/q.gguf", "Qwen/Qwen3/notes.txt"}) {
            QFile file(m_folder.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QFile::WriteOnly));
            QCOMPARE(of("Qwen/Qwen3"), own);
            QVERIFY(file.remove());
        }
    }

    void thePartThatSeesBelongsToItsModel() {
        QTemporaryDir folder;
        const auto write = [&](const char* name) {
            QFile file(folder.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QFile::WriteOnly));
        };
        const auto of = [&](const char* name) {
            QStringList names;
            for (const QString& path : filesOfModel(folder.filePath(QString::fromLatin1(name))))
                names += QFileInfo(path).fileName();
            return names;
        };
        for (const char* name : {"gemma-3-4b-it-Q4_K_M.gguf", "gemma-3-4b-it-Q8_0.gguf", "mmproj-F16.gguf",
                                 "mmproj-F16.gguf.origin.json", "mmproj-BF16.gguf"})
            write(name);
        QCOMPARE(modelsIn(folder.path()), QStringList({folder.filePath("gemma-3-4b-it-Q4_K_M.gguf"),
                                                       folder.filePath("gemma-3-4b-it-Q8_0.gguf")}));
        QVERIFY(isVisionFile(folder.filePath("mmproj-F16.gguf")));
        QCOMPARE(visionFileBeside(folder.filePath("gemma-3-4b-it-Q8_0.gguf")),
                 folder.filePath("mmproj-F16.gguf"));
        QCOMPARE(visionFileBeside(folder.filePath("mmproj-F16.gguf")), QString());
        // The other one needs them.
        QCOMPARE(of("gemma-3-4b-it-Q8_0.gguf"), QStringList({"gemma-3-4b-it-Q8_0.gguf"}));
        QVERIFY(QFile::remove(folder.filePath("gemma-3-4b-it-Q8_0.gguf")));
        QCOMPARE(of("gemma-3-4b-it-Q4_K_M.gguf"),
                 QStringList({"gemma-3-4b-it-Q4_K_M.gguf", "mmproj-F16.gguf", "mmproj-F16.gguf.origin.json",
                              "mmproj-BF16.gguf"}));
        // All of them move with the models.
        QCOMPARE(filesOfModelsIn(folder.path()).size(), 4);
    }

    void whatBelongsToModels() {
        const QStringList all = relative(filesOfModelsIn(m_folder.path()));
        QCOMPARE(all, QStringList({"b.gguf", "owner/a.gguf", "owner/a.gguf.origin.json",
                                   "owner/big-00001-of-00002.gguf", "owner/big-00002-of-00002.gguf",
                                   "Qwen/Qwen3/.gitattributes", "Qwen/Qwen3/config.json",
                                   "Qwen/Qwen3/model.safetensors", "Qwen/Qwen3/original/config.json",
                                   "Qwen/Qwen3/original/x.safetensors", "Qwen/Qwen3/tokenizer.json"}));
    }

    void aModelRightInTheFolderLeavesItsNeighboursAlone() {
        QTemporaryDir folder;
        for (const char* name : {"config.json", "model.safetensors", "tokenizer.json",
                                 "tokenizer_config.json", "my letters.txt", "letters/config.json"}) {
            QVERIFY(QDir(folder.path()).mkpath("letters"));
            QFile file(folder.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QFile::WriteOnly));
        }
        QStringList names;
        for (const QString& path : filesOfModelsIn(folder.path()))
            names += QDir(folder.path()).relativeFilePath(path);
        QCOMPARE(names, QStringList(
                            {"config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"}));
    }
};

QTEST_GUILESS_MAIN(TestModelFiles)
#include "tst_model_files.moc"
