#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "command_line.h"
#include "tiny_reference.h"

using namespace hearth::test;
using Json = nlohmann::json;

class PerplexityCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const std::string& text) const {
        QFile file(m_folder.filePath("text.txt"));
        if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
        file.write(QByteArray::fromStdString(text));
        return file.fileName();
    }

private slots:
    void asLlamaCppScoresIt_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("tolerance");  // of the nll; gemma's GELU is a table of halves there
        QTest::addRow("llama-f32") << "llama-f32" << 0.01;
        QTest::addRow("llama-moe") << "llama-moe" << 0.01;
        QTest::addRow("qwen3-f16") << "qwen3-f16" << 0.01;
        QTest::addRow("gemma2-f16") << "gemma2-f16" << 0.1;
    }
    void asLlamaCppScoresIt() {
        QFETCH(QString, name);
        QFETCH(double, tolerance);
        const Json expected = tinyReference(qPrintable(name)).at("perplexity");
        const auto result = runCommand({"perplexity", "-m", tinyModel(qPrintable(name)), "-f",
                                        file(expected.at("text")), "--kv", "f32"});
        QVERIFY2(result.status == 0, result.error);
        const Json json = Json::parse(result.output.toStdString());
        QCOMPARE(json.at("tokens"), expected.at("tokens"));
        const double nll = json.at("nll"), wanted = expected.at("nll");
        QVERIFY2(std::abs(nll - wanted) <= tolerance, qPrintable(QString("%1 and %2").arg(nll).arg(wanted)));
        QVERIFY(
            std::abs(json.at("perplexity").get<double>() / std::exp(nll / json.at("tokens").get<double>()) -
                     1) < 1e-9);
    }

    void longTextsAreScoredInWindows() {
        const Json reference = tinyReference().at("perplexity");
        const auto whole =
            Json::parse(runCommand({"perplexity", "-m", tinyModel(), "-f", file(reference.at("text"))})
                            .output.toStdString());
        const auto windows = Json::parse(
            runCommand({"perplexity", "-m", tinyModel(), "-f", file(reference.at("text")), "--ctx", "16"})
                .output.toStdString());
        const size_t tokens = whole.at("tokens").get<size_t>() + 1;
        // The first token of each window is not scored.
        QCOMPARE(windows.at("tokens").get<size_t>(), tokens - (tokens + 15) / 16);
        QVERIFY(windows.at("nll") != whole.at("nll"));
    }

    void wrongUseIsStatusTwo() {
        QVERIFY(isOneLineFailure(runCommand({"perplexity", "-m", tinyModel()}), 2));
        QVERIFY(isOneLineFailure(runCommand({"perplexity", "-f", file("some words")}), 2));
        QVERIFY(isOneLineFailure(runCommand({"perplexity", "-m", tinyModel(), "-f", file("x"), "--no"}), 2));
    }

    void badInputIsStatusOne() {
        QVERIFY(isOneLineFailure(runCommand({"perplexity", "-m", tinyModel(), "-f", file("")}), 1));
        QVERIFY(isOneLineFailure(
            runCommand({"perplexity", "-m", tinyModel(), "-f", m_folder.filePath("none")}), 1));
        QVERIFY(isOneLineFailure(runCommand({"perplexity", "-m", "none", "-f", file("some words")}), 1));
    }
};

QTEST_GUILESS_MAIN(PerplexityCommandTest)
#include "tst_perplexity_command.moc"
