#include "models/seeing_families.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestSeeingFamilies : public QObject {
    Q_OBJECT

    static ModelHeader header(const QString& architecture, const QString& name, uint64_t layers = 0) {
        ModelHeader made;
        made.metadata.emplace_back("general.architecture", GgufValue(architecture.toStdString()));
        made.metadata.emplace_back("general.name", GgufValue(name.toStdString()));
        made.metadata.emplace_back(architecture.toStdString() + ".block_count", GgufValue(layers));
        return made;
    }

private slots:
    void families_data() {
        QTest::addColumn<QString>("architecture");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("layers");
        QTest::addColumn<bool>("sees");
        const auto row = [](const char* architecture, const char* name, int layers, bool sees) {
            QTest::newRow(name) << QString(architecture) << QString(name) << layers << sees;
        };
        row("qwen2vl", "Qwen2.5 VL 7B Instruct", 28, true);
        row("qwen3vl", "Qwen3 VL 4B Instruct", 36, true);
        row("qwen35", "Qwen3.5 4B", 32, true);
        row("gemma4", "Gemma 4 E2B", 35, true);
        row("gemma3", "Gemma 3 4B It", 34, true);
        row("gemma3", "Gemma 3 1B It", 26, false);
        row("gemma3", "Gemma 3 270M It", 18, false);
        row("llama", "SmolVLM2 2.2B Instruct", 24, true);
        row("llama", "SmolLM2 1.7B Instruct", 24, false);
        row("llama", "pixtral-12b", 40, true);
        row("llama", "Mistral Small 3.2 24B Instruct 2506", 40, true);
        row("llama", "Mistral Small 24B Instruct 2501", 40, false);
        row("llama", "Llama 3.2 3B Instruct", 28, false);
        row("llama", "llava-v1.6-mistral-7b", 32, true);
        row("lfm2", "LFM2-VL-450M", 16, true);
        row("lfm2", "LFM2 1.2B", 16, false);
        row("qwen2", "InternVL3-8B", 28, true);
        row("qwen2", "InternVL3_5-8B", 36, true);
        row("qwen2", "Qwen2.5 7B Instruct", 28, false);
        row("glm4", "GLM-4.1V-9B-Thinking", 40, true);
        row("glm4", "GLM-4-9B-0414", 40, false);
        row("deepseek2", "Kimi-VL-A3B-Thinking-2506", 27, true);
    }
    void families() {
        QFETCH(QString, architecture);
        QFETCH(QString, name);
        QFETCH(int, layers);
        QFETCH(bool, sees);
        QCOMPARE(usuallySees(header(architecture, name, static_cast<uint64_t>(layers)), "/models/x.gguf"),
                 sees);
        // The metadata may hold the name of a training run.
        if (architecture == "llama" && sees)
            QVERIFY(usuallySees(header(architecture, "run 7"),
                                "/m/" + QString(name).replace(' ', '-') + ".gguf"));
    }
    void aHeaderWithoutAnythingDoesNot() { QVERIFY(!usuallySees({}, "/models/vision/x.gguf")); }
};

QTEST_GUILESS_MAIN(TestSeeingFamilies)
#include "tst_seeing_families.moc"
