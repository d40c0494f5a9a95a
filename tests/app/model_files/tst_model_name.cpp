#include "model_files/model_name.h"

#include <QtTest>

using namespace hearth::app;

class TestModelName : public QObject {
    Q_OBJECT

private slots:
    void names_data() {
        QTest::addColumn<QString>("general");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("shown");
        const auto row = [](const char* general, const char* path, const char* shown) {
            QTest::newRow(path) << QString(general) << QString(path) << QString(shown);
        };
        // The starter model's own name is that of a training run.
        row("Smollm2 135M 8k Lc100K Mix1 Ep2", "/m/SmolLM2-135M-Instruct.Q4_1.gguf", "SmolLM2 135M Instruct");
        row("Qwen3 14B", "/m/Qwen3-14B-Q4_K_M.gguf", "Qwen3 14B");
        row("Meta Llama 3.1 8B Instruct", "/m/llama-3.1-8b-q4_k_m.gguf", "Meta Llama 3.1 8B Instruct");
        row("Checkpoint 1200", "/m/My-Model-3B.Q8_0.gguf", "My Model 3B");
        row("", "/m/My-Model-3B.Q8_0.gguf", "My Model 3B");
        row("Gemma 3 4B", "/b/sha256-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
            "Gemma 3 4B");
        row("Gemma 3 4B", "/m/model.gguf", "Gemma 3 4B");
        row("", "/m/model.gguf", "model");
        // Folders of published models, and what the hub's cache calls them.
        row("Qwen3-0.6B", "/m/Qwen/Qwen3-0.6B", "Qwen3 0.6B");
        row("", "/m/Llama-3.2-1B-Instruct-BF16", "Llama 3.2 1B Instruct");
        const QByteArray snapshot(40, 'c');
        row(snapshot, "/h/models--Qwen--Qwen3-0.6B/snapshots/" + snapshot, "Qwen3 0.6B");
        row("", "/h/models--gpt2/snapshots/" + snapshot, "gpt2");
        row("", "/h/snapshots/" + snapshot, snapshot);
        row(" two\n lines ", "/m/two-lines.gguf", "two lines");
    }
    void names() {
        QFETCH(QString, general);
        QFETCH(QString, path);
        QFETCH(QString, shown);
        QCOMPARE(modelName(general, path), shown);
    }
};

QTEST_GUILESS_MAIN(TestModelName)
#include "tst_model_name.moc"
