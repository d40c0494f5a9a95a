#include "hearth/vision_file.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "hearth/engine_options.h"

using namespace hearth;

using Names = std::vector<std::string>;

class TestVisionFile : public QObject {
    Q_OBJECT

    static void write(const QString& path, const QByteArray& text = {}) {
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(text);
    }

private slots:
    void aVisionFileIsKnownByItsName() {
        for (const char* name :
             {"mmproj-F16.gguf", "mmproj-model-f16.gguf", "Qwen2-VL-2B-Instruct.mmproj-Q8_0.gguf",
              "MMPROJ-x.GGUF", "owner/name/mmproj-BF16.gguf"})
            QVERIFY2(isVisionFileName(name), name);
        for (const char* name : {"model.gguf", "mmproj.txt", "mmproj-models/a.gguf", ""})
            QVERIFY2(!isVisionFileName(name), name);
    }

    // Names as the repositories of ggml-org, unsloth, bartowski, lmstudio-community, Qwen, LiquidAI, google,
    // mradermacher and others have them.
    void theFileOfAModel_data() {
        QTest::addColumn<Names>("names");
        QTest::addColumn<std::string>("model");
        QTest::addColumn<Names>("expected");
        const auto row = [](const char* title, Names names, std::string model, Names expected) {
            names.push_back(model);
            QTest::newRow(title) << names << model << expected;
        };
        row("ggml-org, by its name", {"mmproj-Qwen2.5-VL-3B-Instruct-f16.gguf"},
            "Qwen2.5-VL-3B-Instruct-Q4_K_M.gguf", {"mmproj-Qwen2.5-VL-3B-Instruct-f16.gguf"});
        row("ggml-org, several types",
            {"mmproj-SmolVLM2-2.2B-Instruct-Q8_0.gguf", "mmproj-SmolVLM2-2.2B-Instruct-f16.gguf",
             "SmolVLM2-2.2B-Instruct-f16.gguf"},
            "SmolVLM2-2.2B-Instruct-Q4_K_M.gguf",
            {"mmproj-SmolVLM2-2.2B-Instruct-f16.gguf", "mmproj-SmolVLM2-2.2B-Instruct-Q8_0.gguf"});
        row("ggml-org, without a name", {"mmproj-model-f16.gguf", "gemma-3-4b-it-f16.gguf"},
            "gemma-3-4b-it-Q4_K_M.gguf", {"mmproj-model-f16.gguf"});
        row("unsloth",
            {"mmproj-F32.gguf", "mmproj-BF16.gguf", "mmproj-F16.gguf", "gemma-3-4b-it-IQ4_XS.gguf"},
            "gemma-3-4b-it-UD-Q4_K_XL.gguf", {"mmproj-F16.gguf", "mmproj-BF16.gguf", "mmproj-F32.gguf"});
        row("bartowski", {"mmproj-google_gemma-3-12b-it-bf16.gguf", "mmproj-google_gemma-3-12b-it-f16.gguf"},
            "google_gemma-3-12b-it-Q6_K_L.gguf",
            {"mmproj-google_gemma-3-12b-it-f16.gguf", "mmproj-google_gemma-3-12b-it-bf16.gguf"});
        row("lmstudio-community", {"mmproj-Qwen3-VL-4B-Instruct-F16.gguf"}, "Qwen3-VL-4B-Instruct-Q8_0.gguf",
            {"mmproj-Qwen3-VL-4B-Instruct-F16.gguf"});
        row("Qwen", {"mmproj-Qwen3VL-8B-Instruct-F16.gguf", "mmproj-Qwen3VL-8B-Instruct-Q8_0.gguf"},
            "Qwen3VL-8B-Instruct-Q4_K_M.gguf",
            {"mmproj-Qwen3VL-8B-Instruct-F16.gguf", "mmproj-Qwen3VL-8B-Instruct-Q8_0.gguf"});
        row("LiquidAI", {"mmproj-LFM2-VL-450M-F16.gguf", "mmproj-LFM2-VL-450M-Q8_0.gguf"},
            "LFM2-VL-450M-Q4_0.gguf", {"mmproj-LFM2-VL-450M-F16.gguf", "mmproj-LFM2-VL-450M-Q8_0.gguf"});
        row("Mistral AI", {"Ministral-3-3B-Instruct-2512-BF16-mmproj.gguf"},
            "Ministral-3-3B-Instruct-2512-Q4_K_M.gguf", {"Ministral-3-3B-Instruct-2512-BF16-mmproj.gguf"});
        row("google", {"mmproj-model-f16-4B.gguf"}, "gemma-3-4b-it-q4_0.gguf", {"mmproj-model-f16-4B.gguf"});
        row("mradermacher", {"SmolVLM2.mmproj-Q8_0.gguf", "SmolVLM2.mmproj-f16.gguf"},
            "SmolVLM2.i1-Q4_K_M.gguf", {"SmolVLM2.mmproj-f16.gguf", "SmolVLM2.mmproj-Q8_0.gguf"});
        row("old LLaVA", {"mmproj-model-f16.gguf", "ggml-model-q5_k.gguf"}, "ggml-model-q4_k.gguf",
            {"mmproj-model-f16.gguf"});
        row("a model of parts", {"mmproj-F16.gguf", "Qwen3-VL-235B-A22B-Instruct-Q4_K_M-00002-of-00003.gguf"},
            "Qwen3-VL-235B-A22B-Instruct-Q4_K_M-00001-of-00003.gguf", {"mmproj-F16.gguf"});
        row("an importance matrix is no model", {"mmproj-F16.gguf", "imatrix_unsloth.gguf"},
            "gemma-3-4b-it-Q4_K_M.gguf", {"mmproj-F16.gguf"});
        row("two models, each its own",
            {"mmproj-gemma-3-4b-it-f16.gguf", "mmproj-gemma-3-12b-it-f16.gguf", "gemma-3-12b-it-Q4_K_M.gguf"},
            "gemma-3-4b-it-Q4_K_M.gguf", {"mmproj-gemma-3-4b-it-f16.gguf"});
        row("two models, a file without a name", {"mmproj-F16.gguf", "Qwen3-8B-Q4_K_M.gguf"},
            "gemma-3-4b-it-Q4_K_M.gguf", {});
        row("two models, half a name", {"mmproj-model-f16-4B.gguf", "Qwen3-8B-Q4_K_M.gguf"},
            "gemma-3-4b-it-Q4_K_M.gguf", {});
        row("its name goes before F16", {"mmproj-F16.gguf", "mmproj-gemma-3-4b-it-Q8_0.gguf"},
            "gemma-3-4b-it-Q4_K_M.gguf", {"mmproj-gemma-3-4b-it-Q8_0.gguf", "mmproj-F16.gguf"});
        row("another model's", {"mmproj-Qwen2.5-VL-3B-Instruct-f16.gguf"}, "gemma-3-4b-it-Q4_K_M.gguf", {});
        row("another size", {"mmproj-Qwen2.5-VL-7B-Instruct-f16.gguf"}, "Qwen2.5-VL-3B-Instruct-Q4_K_M.gguf",
            {});
        row("none", {"notes.txt"}, "gemma-3-4b-it-Q4_K_M.gguf", {});
        row("the file itself", {"gemma-3-4b-it-Q4_K_M.gguf"}, "mmproj-F16.gguf", {});
    }
    void theFileOfAModel() {
        QFETCH(Names, names);
        QFETCH(std::string, model);
        QFETCH(Names, expected);
        QCOMPARE(visionFilesAmong(names, model), expected);
    }

    void itIsFoundBesideTheModel() {
        QTemporaryDir folder;
        for (const char* name : {"gemma-3-4b-it-Q4_K_M.gguf", "mmproj-BF16.gguf", "other/mmproj-F16.gguf"})
            write(folder.filePath(name));
        // A folder of that name is no file.
        QVERIFY(QDir(folder.path()).mkpath("mmproj-F16.gguf"));
        const auto model = folder.filePath("gemma-3-4b-it-Q4_K_M.gguf").toStdString();
        QCOMPARE(visionFileOf(model)->string(), folder.filePath("mmproj-BF16.gguf").toStdString());
        QVERIFY(!visionFileOf(folder.filePath("mmproj-BF16.gguf").toStdString()));
        QVERIFY(!visionFileOf("/nowhere/model.gguf"));
        QVERIFY(!visionFileOf(""));
    }

    void quantisationsInFoldersOfTheirOwnShareIt() {
        QTemporaryDir folder;
        for (const char* name :
             {"big/BF16/big-BF16-00001-of-00002.gguf", "big/mmproj-F16.gguf", "big/Q4_K_M/big-Q4_K_M.gguf",
              "small/model/small.gguf", "small/mmproj-F16.gguf"})
            write(folder.filePath(name));
        const auto of = [&](const char* model) {
            const auto found = visionFilesOf(folder.filePath(model).toStdString());
            return found.size() == 1 ? QString::fromStdString(found.front().string()) : QString();
        };
        const QString shared = folder.filePath("big/mmproj-F16.gguf");
        QCOMPARE(of("big/BF16/big-BF16-00001-of-00002.gguf"), shared);
        QCOMPARE(of("big/Q4_K_M/big-Q4_K_M.gguf"), shared);
        // Any other folder around the model may be that of many models.
        QCOMPARE(of("small/model/small.gguf"), QString());
        QCOMPARE(visionFolders("UD-Q4_K_XL/m.gguf").size(), size_t(2));
        QCOMPARE(visionFolders("models/m.gguf").size(), size_t(1));
        QCOMPARE(visionFolders("m.gguf").size(), size_t(1));
        // Its own first.
        write(folder.filePath("big/BF16/mmproj-BF16.gguf"));
        QCOMPARE(of("big/BF16/big-BF16-00001-of-00002.gguf"), folder.filePath("big/BF16/mmproj-BF16.gguf"));
    }

    void oneThatIsAskedForStays() {
        QTemporaryDir folder;
        for (const char* name : {"gemma-3-4b-it-Q4_K_M.gguf", "mmproj-BF16.gguf"})
            write(folder.filePath(name));
        EngineOptions options;
        options.model = folder.filePath("gemma-3-4b-it-Q4_K_M.gguf").toStdString();
        EngineOptions asked = options;
        findVisionFile(options);
        QCOMPARE(options.visionFile.string(), folder.filePath("mmproj-BF16.gguf").toStdString());
        asked.visionFile = "/elsewhere/mmproj.gguf";
        findVisionFile(asked);
        QCOMPARE(asked.visionFile.string(), std::string("/elsewhere/mmproj.gguf"));
        EngineOptions none;
        none.model = "/nowhere/model.gguf";
        findVisionFile(none);
        QVERIFY(none.visionFile.empty());
    }

    void aFolderSeesIfItsConfigSaysSo() {
        QTemporaryDir folder;
        const auto seen = [&](const QByteArray& config) {
            write(folder.filePath("config.json"), config);
            return visionFileOf(folder.path().toStdString());
        };
        QCOMPARE(seen(R"({"model_type": "gemma3", "vision_config" : {"hidden_size": 4}})")->string(),
                 folder.path().toStdString());
        QCOMPARE(visionFileOf(folder.filePath("config.json").toStdString())->string(),
                 folder.path().toStdString());
        QVERIFY(!seen(R"({"model_type": "qwen3"})"));
        QVERIFY(!seen(R"({"model_type": "qwen3", "vision_config": null})"));
        QVERIFY(!seen(""));
        QVERIFY(!seen(R"({"vision_config")"));
    }
};

QTEST_GUILESS_MAIN(TestVisionFile)
#include "tst_vision_file.moc"
