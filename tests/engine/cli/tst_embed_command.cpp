#include <QtTest>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "engine/embedding/text_folder.h"

using namespace hearth;
using test::isOneLineFailure;
using test::runCommand;

class EmbedCommandTest : public QObject {
    Q_OBJECT

    const test::TextFolder m_folder;
    QStringList command(const QStringList& more = {}) const {
        return QStringList{"embed", "-m", QString::fromStdString(m_folder.path().string()), "-t", "1"} + more;
    }
    static std::vector<std::vector<float>> vectorsOf(const QByteArray& output) {
        std::vector<std::vector<float>> vectors;
        for (const QByteArray& line : output.split('\n'))
            if (!line.isEmpty())
                vectors.push_back(nlohmann::json::parse(line.toStdString()).get<std::vector<float>>());
        return vectors;
    }
    void compare(const QStringList& options, const QByteArray& input, const std::vector<std::string>& texts,
                 EmbeddingKind kind) const {
        const auto result = runCommand(command(options), input);
        QVERIFY2(result.status == 0 && result.error.isEmpty(), result.error);
        const auto vectors = vectorsOf(result.output);
        const auto expected = m_folder.load()->embed(texts, kind);
        QCOMPARE(vectors.size(), expected.size());
        for (size_t i = 0; i < vectors.size(); ++i) {
            QCOMPARE(vectors[i].size(), expected[i].values.size());
            for (size_t j = 0; j < vectors[i].size(); ++j)
                QVERIFY(std::abs(vectors[i][j] - expected[i].values[j]) < 1e-6);
        }
    }

private slots:
    void aLineIsAnArray() {
        const std::vector<std::string> texts{"cats", "", "a dog tree"};
        compare({}, "cats\n\na dog tree\n", texts, EmbeddingKind::Plain);
        compare({"--query"}, "cats\n\na dog tree", texts, EmbeddingKind::Query);
        compare({"--passage"}, "cats\n\na dog tree", texts, EmbeddingKind::Passage);
        compare({"--jsonl"}, "\"cats\"\n\"\"\n\"a\\ndog tree\"\n", {"cats", "", "a\ndog tree"},
                EmbeddingKind::Plain);
        compare({}, "", {}, EmbeddingKind::Plain);
        compare({"--own-process"}, "cats\n\na dog tree\n", texts, EmbeddingKind::Plain);
    }
    void manyLinesKeepTheirOrder() {
        QByteArray input;
        std::vector<std::string> texts;
        for (int i = 0; i < 700; ++i) {
            const QByteArray text = QByteArray(i % 3 == 0 ? "cat " : "dog a ").repeated(1 + i % 9);
            input += text + '\n';
            texts.push_back(text.toStdString());
        }
        compare({}, input, texts, EmbeddingKind::Plain);
    }
    void saysThatTextsWereCut() {
        const auto result = runCommand(command({"--max-tokens", "4"}), "a a a a a a\na\n");
        QCOMPARE(result.status, 0);
        QCOMPARE(vectorsOf(result.output).size(), size_t{2});
        QVERIFY2(result.error.contains("The model read only the first 4 tokens of 1 text."), result.error);
        const auto both = runCommand(command({"--max-tokens", "4"}), "a a a a a a\na a a a a\n");
        QVERIFY2(both.error.contains("The model read only the first 4 tokens of 2 texts."), both.error);
    }
    void failures() {
        QVERIFY(isOneLineFailure(runCommand({"embed"}, "x"), 2));
        QVERIFY(isOneLineFailure(runCommand(command({"--query", "--passage"}), "x"), 2));
        QVERIFY(isOneLineFailure(runCommand(command({"word"}), "x"), 2));
        QVERIFY(isOneLineFailure(runCommand(command({"--jsonl"}), "x\n"), 1));
        const QString chat = QString::fromStdString((test::tinyModelsFolder() / "llama-f32.gguf").string());
        const auto result = runCommand({"embed", "-m", chat}, "x");
        QVERIFY(isOneLineFailure(result, 1) && result.error.contains("makes no embeddings"));
    }
};

QTEST_GUILESS_MAIN(EmbedCommandTest)
#include "tst_embed_command.moc"
