#include "models/foreign_models.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth::app;

class TestForeignModels : public QObject {
    Q_OBJECT

    static void put(const QString& path, const QByteArray& content = "GGUF....") {
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(content);
    }
    static ForeignFolders find(const QString& home, const QHash<QString, QString>& environment = {}) {
        ForeignFolders folders =
            ForeignFolders::find(home, [&](const char* name) { return environment.value(name); });
        folders.ollama.resize(1);
        return folders;
    }
    static QStringList found(const ForeignFolders& folders) {
        QStringList out;
        for (const ForeignModel& model : findForeignModels(folders))
            out += model.owner + '|' + (model.name.isEmpty() ? QFileInfo(model.path).fileName() : model.name);
        return out;
    }

private slots:
    void findsWhatEachProgramKeeps() {
        QTemporaryDir home;
        const QString h = home.path();
        put(h + "/.lmstudio/models/pub/repo/a-Q4_K_M.gguf");
        put(h + "/.lmstudio/models/pub/repo/mmproj-a.gguf");
        put(h + "/.lmstudio/models/pub/big/b-00001-of-00002.gguf");
        put(h + "/.lmstudio/models/pub/big/b-00002-of-00002.gguf");
        put(h + "/.lmstudio/models/pub/repo/no.gguf", "PK..");
        const QByteArray digest(64, 'd');
        put(h + "/.ollama/models/blobs/sha256-" + digest);
        const QByteArray manifest =
            "{\"layers\":[{\"mediaType\":\"application/vnd.ollama.image.template\",\"digest\":\"sha256:x\"},"
            "{\"mediaType\":\"application/vnd.ollama.image.model\",\"digest\":\"sha256:" +
            digest + "\"}]}";
        put(h + "/.ollama/models/manifests/registry.ollama.ai/library/llama3.2/3b", manifest);
        // A second name for the same file, a model of the cloud, and a way out of the folder.
        put(h + "/.ollama/models/manifests/registry.ollama.ai/library/llama3.2/latest", manifest);
        put(h + "/.ollama/models/manifests/registry.ollama.ai/library/cloud/x", "{\"layers\":[]}");
        put(h + "/.ollama/models/manifests/registry.ollama.ai/library/evil/x",
            "{\"layers\":[{\"mediaType\":\"application/vnd.ollama.image.model\",\"digest\":\"sha256:../../"
            "x\"}]}");
        const QString cache = h + "/.cache/huggingface/hub/models--o--n";
        put(cache + "/refs/main", QByteArray(40, 'c'));
        put(cache + "/blobs/" + QByteArray(64, 'b'));
        QDir().mkpath(cache + "/snapshots/" + QString(40, u'c'));
        QVERIFY(QFile::link("../../blobs/" + QString(64, u'b'),
                            cache + "/snapshots/" + QString(40, u'c') + "/m-Q8_0.gguf"));
        put(cache + "/blobs/x.incomplete");
        put(h + "/.local/share/nomic.ai/GPT4All/g.gguf");
        put(h + "/.local/share/nomic.ai/GPT4All/incomplete-h.gguf");
        QStringList all = found(find(h));
        all.sort();
        QVERIFY2(all.size() == 5, qPrintable(all.join(", ")));
        QCOMPARE(all[0], QString("GPT4All|g.gguf"));
        QCOMPARE(all[1], QString("Hugging Face|m-Q8_0.gguf"));
        QCOMPARE(all[2], QString("LM Studio|a-Q4_K_M.gguf"));
        QCOMPARE(all[3], QString("LM Studio|b-00001-of-00002.gguf"));
        QVERIFY(all[4].startsWith("Ollama|llama3.2:"));
    }

    void foldersOfTheHubsCache() {
        QTemporaryDir home;
        const QString cache = home.path() + "/.cache/huggingface/hub/models--o--n";
        const auto snapshot = [&](char letter) {
            return cache + "/snapshots/" + QString(40, QLatin1Char(letter));
        };
        put(cache + "/refs/main", QByteArray(40, 'c'));
        put(cache + "/blobs/weights");
        put(cache + "/blobs/earlier");
        // The one that "main" names, an earlier one with the same weights, one with others, a half one.
        for (const char letter : {'b', 'c', 'd', 'e'}) {
            put(snapshot(letter) + "/config.json", "{}");
            if (letter != 'e')
                QVERIFY(QFile::link(letter == 'd' ? "../../blobs/earlier" : "../../blobs/weights",
                                    snapshot(letter) + "/model.safetensors"));
        }
        put(home.path() + "/.cache/huggingface/hub/models--o--vae/snapshots/1/vae/model.safetensors");
        QStringList paths;
        for (const ForeignModel& model : findForeignModels(find(home.path()))) {
            QCOMPARE(model.owner, QString("Hugging Face"));
            paths += model.path;
        }
        QCOMPARE(paths, QStringList({snapshot('c'), snapshot('d')}));
    }

    void foldersMoveWithSettings() {
        QTemporaryDir home;
        const QString h = home.path();
        put(h + "/.lmstudio-home-pointer", (h + "/elsewhere\n").toUtf8());
        put(h + "/elsewhere/settings.json", "{\"downloadsFolder\":\"/big/disk\"}");
        put(h + "/.config/nomic.ai/GPT4All.ini", "[General]\nmodelPath=/big/gpt4all\n");
        const ForeignFolders folders = find(h, {{"OLLAMA_MODELS", "/big/ollama"}, {"HF_HOME", "/big/hf"}});
        QCOMPARE(folders.lmStudio, QString("/big/disk"));
        QCOMPARE(folders.gpt4All, QString("/big/gpt4all"));
        QCOMPARE(folders.ollama.front(), QString("/big/ollama"));
        QCOMPARE(folders.huggingFace, QString("/big/hf/hub"));
        QCOMPARE(find(h, {{"HF_HUB_CACHE", "/c"}}).huggingFace, QString("/c"));
        QTemporaryDir empty;
        QVERIFY(found(find(empty.path())).isEmpty());
    }

    void namesOfManifests() {
        QCOMPARE(ollamaName("registry.ollama.ai/library/llama3.2/3b"), QString("llama3.2:3b"));
        QCOMPARE(ollamaName("registry.ollama.ai/user/x/latest"), QString("user/x:latest"));
        QCOMPARE(ollamaName("hf.co/bartowski/Llama-GGUF/Q4_K_M"),
                 QString("hf.co/bartowski/Llama-GGUF:Q4_K_M"));
        QVERIFY(ollamaName("a/b").isEmpty() && ollamaName("a//b/c").isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestForeignModels)
#include "tst_foreign_models.moc"
