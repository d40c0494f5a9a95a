#include "hub/quantization_files.h"

#include <QtTest>

using namespace hearth::app;

class TestQuantizationFiles : public QObject {
    Q_OBJECT

    static HubFile file(const QString& path, qint64 size) { return {path, size, QByteArray(64, 'a')}; }

private slots:
    void names_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("name");
        const auto row = [](const char* path, const char* name) {
            QTest::newRow(path) << QString(path) << QString(name);
        };
        row("Qwen3-14B-Q4_K_M.gguf", "Q4_K_M");
        row("gemma-3-1b-it-IQ4_XS.gguf", "IQ4_XS");
        row("Qwen3-8B-UD-Q4_K_XL.gguf", "UD-Q4_K_XL");
        row("model.f16.gguf", "F16");
        row("SmolLM2-135M-Instruct.Q4_1.gguf", "Q4_1");
        row("BF16/Big-BF16-00001-of-00002.gguf", "BF16");
        row("gpt-oss-20b-mxfp4.gguf", "MXFP4");
        row("qwen2.5-coder-7b-instruct-fp16.gguf", "F16");
        row("Q8_0/model.gguf", "Q8_0");
        row("plain.gguf", "");
        row("Q4-letters.gguf", "Q4");
    }
    void names() {
        QFETCH(QString, path);
        QFETCH(QString, name);
        QCOMPARE(quantizationOfName(path), name);
    }

    void groupsAndSuggests() {
        const auto variants = quantizationsOf({file("m-Q8_0.gguf", 800),
                                               file("m-Q4_K_M.gguf", 450),
                                               file("mmproj-m-f16.gguf", 90),
                                               file("BF16/m-BF16-00002-of-00002.gguf", 700),
                                               file("BF16/m-BF16-00001-of-00002.gguf", 900),
                                               file("m-F32-00001-of-00003.gguf", 1),
                                               file("README.md", 1),
                                               {"m-Q2_K.gguf", 200, {}},
                                               file("m.imatrix.gguf", 3)});
        QCOMPARE(variants.size(), size_t(3));
        QCOMPARE(variants[0].name, QString("Q4_K_M"));
        QCOMPARE(variants[2].name, QString("BF16"));
        QCOMPARE(variants[2].modelBytes(), 1600);
        QCOMPARE(variants[2].files.front().path, QString("BF16/m-BF16-00001-of-00002.gguf"));
        // One vision encoder for all of them, in whatever folder.
        for (const QuantizationFiles& variant : variants) {
            QCOMPARE(variant.vision.path, QString("mmproj-m-f16.gguf"));
            QVERIFY(variant.allFiles().back() == variant.vision);
            QCOMPARE(variant.sizeBytes(), variant.modelBytes() + 90);
        }
        QCOMPARE(suggestedQuantization(variants), 0);
        QCOMPARE(suggestedQuantization(quantizationsOf(
                     {file("a-Q2_K.gguf", 1), file("a-Q5_K_M.gguf", 2), file("a-Q8_0.gguf", 3)})),
                 1);
        const auto eight =
            quantizationsOf({file("a-Q2_K.gguf", 1), file("a-Q3_K_S.gguf", 2), file("a-F16.gguf", 4)});
        QCOMPARE(suggestedQuantization(eight, "Q8_0"), 2);
        QCOMPARE(suggestedQuantization(eight, "Q3_K_S"), 1);
        QCOMPARE(suggestedQuantization({}), -1);
    }

    void thePartThatSees_data() {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QString>("vision");
        QTest::newRow("half precision first")
            << QStringList{"m-Q4_K_M.gguf", "mmproj-F32.gguf", "mmproj-BF16.gguf", "mmproj-F16.gguf"}
            << "mmproj-F16.gguf";
        QTest::newRow("8 bits where there is nothing else")
            << QStringList{"m-Q4_K_M.gguf", "mmproj-m-Q8_0.gguf"} << "mmproj-m-Q8_0.gguf";
        QTest::newRow("in the folder of the model")
            << QStringList{"Q4/m-Q4_K_M.gguf", "Q4/mmproj-F16.gguf"} << "Q4/mmproj-F16.gguf";
        QTest::newRow("not in another folder") << QStringList{"m-Q4_K_M.gguf", "old/mmproj-F16.gguf"} << "";
        QTest::newRow("another model's") << QStringList{"m-Q4_K_M.gguf", "mmproj-n-F16.gguf"} << "";
        QTest::newRow("none") << QStringList{"m-Q4_K_M.gguf"} << "";
    }
    void thePartThatSees() {
        QFETCH(QStringList, files);
        QFETCH(QString, vision);
        std::vector<HubFile> listed;
        for (const QString& path : files) listed.push_back(file(path, 10));
        const auto variants = quantizationsOf(listed);
        QCOMPARE(variants.size(), size_t(1));
        QCOMPARE(variants[0].vision.path, vision);
        // Its own checksum or none.
        for (HubFile& one : listed)
            if (one.path == vision) one.sha256.clear();
        if (!vision.isEmpty()) QVERIFY(quantizationsOf(listed)[0].sees() == (files.size() > 2));
    }

    void titles_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("title");
        const auto row = [](const char* name, const char* title) {
            QTest::newRow(name) << QString(name) << QString(title);
        };
        row("Qwen/Qwen3-14B-GGUF", "Qwen3 14B");
        row("bartowski/Meta-Llama-3.1-8B-Instruct-GGUF", "Meta Llama 3.1 8B Instruct");
        row("SmolLM2-135M-Instruct.Q4_1.gguf", "SmolLM2 135M Instruct");
        row("Qwen2.5-Coder-7B-Instruct-Q4_K_M-00001-of-00002.gguf", "Qwen2.5 Coder 7B Instruct");
        row("/home/x/Mistral-7B-v0.3.Q8_0.gguf", "Mistral 7B v0.3");
        row("mradermacher/X-i1-GGUF", "X");
        row("Q4_K_M.gguf", "Q4 K M");
    }
    void titles() {
        QFETCH(QString, name);
        QFETCH(QString, title);
        QCOMPARE(modelTitle(name), title);
    }

    void parameters() {
        QCOMPARE(parametersOfName("Qwen3-14B-GGUF"), 14'000'000'000ULL);
        QCOMPARE(parametersOfName("SmolLM2-135M-Instruct"), 135'000'000ULL);
        QCOMPARE(parametersOfName("Mixtral-8x7B-v0.1"), 56'000'000'000ULL);
        QCOMPARE(parametersOfName("gemma-3-0.27b"), 270'000'000ULL);
        QCOMPARE(parametersOfName("phi-4"), 0ULL);
        QCOMPARE(parametersText(14'800'000'000ULL), QString("14.8 B"));
        QCOMPARE(parametersText(134'515'008ULL), QString("135 M"));
        QCOMPARE(parametersText(405'000'000'000ULL), QString("405 B"));
        QVERIFY(parametersText(0).isEmpty());
        QCOMPARE(parametersText(8'000'000'000ULL), QString("8 B"));
        QCOMPARE(parametersText(361'821'120ULL, "HuggingFaceTB/SmolLM2-360M-Instruct"), QString("360 M"));
        QCOMPARE(parametersText(0, "SmolLM2 360M"), QString("360 M"));
        QCOMPARE(parametersText(361'821'120ULL, "Plain"), QString("362 M"));
        QCOMPARE(parametersText(8'030'000'000ULL, "Llama-3.1-8B"), QString("8 B"));
        QCOMPARE(parametersText(46'700'000'000ULL, "Mixtral-8x7B"), QString("56 B"));
        QCOMPARE(parametersText(30'500'000'000ULL, "Thing-A3B"), QString("30.5 B"));
        QVERIFY(parametersText(0, "Plain").isEmpty());
        QCOMPARE(bitsPerWeight("UD-Q4_K_XL"), 4.95);
        QCOMPARE(bitsPerWeight("what"), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestQuantizationFiles)
#include "tst_quantization_files.moc"
