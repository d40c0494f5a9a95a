#include "server/model_folder.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth::server;

class TestModelFolder : public QObject {
    Q_OBJECT

    static void write(const QString& path) {
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
    }

private slots:
    void findsModelsByName() {
        QTemporaryDir folder;
        for (const char* name :
             {"b.gguf", "a.gguf", "big-00001-of-00002.gguf", "big-00002-of-00002.gguf", "mmproj-a.gguf",
              "b.mmproj-f16.gguf", "notes.txt", ".hidden.gguf", "hf/config.json", "empty/x.txt"})
            write(folder.filePath(name));
        const auto models = modelsIn(folder.path().toStdString());
        std::vector<std::string> names;
        for (const FoundModel& model : models) names.push_back(model.name);
        QCOMPARE(names, (std::vector<std::string>{"a", "b", "big", "hf"}));
        QCOMPARE(models[2].path.filename().string(), std::string("big-00001-of-00002.gguf"));
    }
    void aPathHasAName() {
        QTemporaryDir folder;
        for (const char* name : {"a.b.gguf", "big-00001-of-00002.gguf", "hf.1/config.json"})
            write(folder.filePath(name));
        for (const auto& [path, name] :
             {std::pair("a.b.gguf", "a.b"), std::pair("big-00001-of-00002.gguf", "big"),
              std::pair("hf.1", "hf.1"), std::pair("hf.1/", "hf.1"), std::pair("none.gguf", "none")})
            QCOMPARE(modelNamed(folder.filePath(path).toStdString()).name, std::string(name));
    }
    void aFolderThatIsNotThereHasNone() { QVERIFY(modelsIn("/nowhere").empty()); }
};

QTEST_GUILESS_MAIN(TestModelFolder)
#include "tst_model_folder.moc"
