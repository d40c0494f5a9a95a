#include "models/model_probe.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestModelProbe : public QObject {
    Q_OBJECT

    static MemoryPlan plan(const QString&) {
        MemoryPlan plan;
        plan.weightsBytes = 5;
        return plan;
    }

private slots:
    void aBrokenFileHasASentence() {
        QTemporaryDir folder;
        QFile file(folder.filePath("broken.gguf"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("GGUF\3\0\0\0garbage");
        file.close();
        const ModelFacts facts = probeModel(file.fileName(), plan);
        QVERIFY(!facts.problem.isEmpty());
        QCOMPARE(facts.name, QStringLiteral("broken"));
        QVERIFY(!probeModel(folder.filePath("missing.gguf"), plan).problem.isEmpty());
    }

    void readsAPublishedFolder() {
        const ModelFacts facts = probeModel(HEARTH_SOURCE_DIR "/tests/reference/tokenizers/qwen2", plan);
        QVERIFY2(facts.problem.isEmpty(), qPrintable(facts.problem));
        QCOMPARE(facts.name, QStringLiteral("qwen2"));
        QCOMPARE(facts.architecture, QStringLiteral("llama"));
        QCOMPARE(facts.quantization, QStringLiteral("F32"));
        QCOMPARE(facts.parameters, 8ULL);
        QCOMPARE(facts.plan.weightsBytes, 5ULL);
        const ModelFacts mute = probeModel(HEARTH_SOURCE_DIR "/tests/reference/hugging_face/qwen3", plan);
        QVERIFY2(mute.problem.contains("\"tokenizer.json\" is missing"), qPrintable(mute.problem));
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("Qwen3-0.6B"));
        const ModelFacts broken = probeModel(folder.filePath("Qwen3-0.6B"), plan);
        QCOMPARE(broken.name, QStringLiteral("Qwen3 0.6B"));
        QVERIFY2(broken.problem.contains("\"config.json\" is missing"), qPrintable(broken.problem));
    }

    /// Such a folder in the models folder must not keep the window from starting.
    void deepAndHugeFoldersHaveASentence() {
        const QByteArray deep = QByteArray(80'000, '[') + QByteArray(80'000, ']');
        const QByteArray start = R"({"model_type": "llama", "hidden_size": 8, "num_attention_heads": 2, )";
        QTemporaryDir folder;
        const auto problem = [&](const QByteArray& config, const QByteArray& tokenizer = {}) {
            for (const auto& [name, text] :
                 {std::pair{"config.json", config}, std::pair{"tokenizer.json", tokenizer}}) {
                QFile file(folder.filePath(name));
                if (!file.open(QFile::WriteOnly)) qFatal("cannot write");
                file.write(text);
            }
            return probeModel(folder.path(), plan).problem;
        };
        for (const char* key : {"text_config", "rope_scaling"})
            QVERIFY(problem(start + '"' + key + "\": " + deep + '}').contains("config.json"));
        for (const char* key : {"model", "normalizer", "pre_tokenizer", "post_processor"}) {
            const QByteArray tokenizer = QByteArray("{\"") + key + "\": " + deep + '}';
            QVERIFY(problem(start + "\"x\": 1}", tokenizer).contains("tokenizer.json"));
        }
        for (const char* huge : {"\"head_dim\": 549755813888", "\"num_hidden_layers\": 4000000000"})
            QVERIFY(problem(start + huge + R"(, "rope_scaling": {"rope_type": "llama3"}})")
                        .contains("Hearth supports at most"));
    }

    void aModelKnowsWhetherThePartThatSeesIsThere() {
        QTemporaryDir folder;
        const QString model = folder.filePath("tiny-VL-F32.gguf");
        QVERIFY(QFile::copy(HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf", model));
        const ModelFacts without = probeModel(model, plan);
        QVERIFY(without.visionFile.isEmpty() && without.lacksVision && !without.sees());
        QFile vision(folder.filePath("mmproj-F16.gguf"));
        QVERIFY(vision.open(QFile::WriteOnly));
        vision.write("four");
        vision.close();
        const ModelFacts with = probeModel(model, [](const QString& path) {
            MemoryPlan read = plan(path);
            read.visionBytes = 3;
            return read;
        });
        QCOMPARE(with.visionFile, vision.fileName());
        QCOMPARE(with.visionFileBytes, 4);
        QVERIFY(!with.lacksVision && with.sees());
        // One whose family does not see lacks nothing.
        const QString text = folder.filePath("text-F32.gguf");
        QVERIFY(QFile::copy(HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf", text));
        QVERIFY(!probeModel(text, plan).lacksVision);
    }

    void aPlannerThatThrowsIsAProblem() {
        const QString model = starterModel();
        if (model.isEmpty()) QSKIP("The starter model is not here; ./run fetches it.");
        const ModelFacts facts = probeModel(
            model, [](const QString&) -> MemoryPlan { throw std::runtime_error("no memory figures"); });
        QCOMPARE(facts.problem, QStringLiteral("no memory figures"));
    }

    void readsTheStarterModel() {
        const QString model = starterModel();
        if (model.isEmpty()) QSKIP("The starter model is not here; ./run fetches it.");
        const ModelFacts facts = probeModel(model, plan);
        QVERIFY2(facts.problem.isEmpty(), qPrintable(facts.problem));
        QCOMPARE(facts.architecture, QStringLiteral("llama"));
        QCOMPARE(facts.quantization, QStringLiteral("Q4_1"));
        QCOMPARE(facts.parameters, 134515008ULL);
        QCOMPARE(facts.plan.weightsBytes, 5ULL);
        QCOMPARE(facts.sizeBytes, QFileInfo(model).size());
    }

private:
    static QString starterModel() {
        QString path = qEnvironmentVariable("HEARTH_STARTER_MODEL");
        if (path.isEmpty())
            path = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
                   QStringLiteral("/hearth/models/SmolLM2-135M-Instruct.Q4_1.gguf");
        return QFile::exists(path) ? path : QString();
    }
};

QTEST_GUILESS_MAIN(TestModelProbe)
#include "tst_model_probe.moc"
