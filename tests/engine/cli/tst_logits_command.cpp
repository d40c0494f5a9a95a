#include <QTemporaryDir>
#include <QtTest>
#include <cstring>

#include "command_line.h"
#include "tiny_reference.h"

using namespace hearth::test;

class LogitsCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    const QString m_out = m_folder.filePath("out.f32");

    std::vector<float> written() const {
        const auto bytes = readBytes(m_out.toStdString());
        std::vector<float> values(bytes.size() / sizeof(float));
        std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
        return values;
    }
    static double largest(const std::vector<float>& a, const std::vector<float>& b) {
        double most = a.size() == b.size() ? 0 : 1e30;
        for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
            const double difference = std::abs(double{a[i]} - double{b[i]});
            most = difference <= most ? most : difference;
        }
        return most;
    }

private slots:
    void everyPosition_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"llama-f32", "llama-moe", "qwen3-f16", "gemma2-f16"})
            QTest::addRow("%s", name) << name;
    }
    void everyPosition() {
        QFETCH(QString, name);
        const auto expected = readNpy(tinyModelsFolder() / (name.toStdString() + ".npy"));
        const QString ids = joinedIds(tinyReference(qPrintable(name)).at("sequence"));
        const QStringList words{
            "logits", "-m", tinyModel(qPrintable(name)), "--tokens", ids, "--out", m_out, "--kv", "f32",
            "-t",     "2"};
        auto result = runCommand(words + QStringList{"--all"});
        QVERIFY2(result.status == 0, result.error);
        QCOMPARE(result.output, QByteArray());
        const double tolerance = name.startsWith("gemma") ? 5e-3 : 5e-4;
        QVERIFY(largest(written(), expected.values) <= tolerance);
        result = runCommand(words);
        QCOMPARE(result.status, 0);
        QVERIFY(largest(written(), expected.row(expected.shape[0] - 1)) <= tolerance);
    }

    /// Numbers need no vocabulary: these are what transformers saved and what a converter made of it.
    void needsNoVocabulary_data() {
        QTest::addColumn<QString>("model");
        QTest::addRow("folder") << "hugging_face/llama3";
        QTest::addRow("file") << "families/llama3.gguf";
    }
    void needsNoVocabulary() {
        QFETCH(QString, model);
        const QString reference = HEARTH_SOURCE_DIR "/tests/reference/";
        const auto folder = std::filesystem::path((reference + "families").toStdString());
        const auto expected = readNpy(folder / "llama3.npy");
        const auto result = runCommand({"logits", "-m", reference + model, "--tokens",
                                        joinedIds(readJson(folder / "llama3.json").at("tokens")), "--out",
                                        m_out, "--kv", "f32", "-t", "2"});
        QVERIFY2(result.status == 0, result.error);
        QVERIFY(largest(written(), expected.row(expected.shape[0] - 1)) <= 2e-3);
    }

    void wrongUseIsStatusTwo() {
        const QString model = tinyModel();
        for (const char* ids : {"1,,2", "1,2,", "", "a", "1 2", "99999999999"}) {
            QVERIFY2(
                isOneLineFailure(runCommand({"logits", "-m", model, "--tokens", ids, "--out", m_out}), 2),
                ids);
        }
        QVERIFY(isOneLineFailure(runCommand({"logits", "-m", model, "--tokens", "1"}), 2));
        QVERIFY(isOneLineFailure(runCommand({"logits", "-m", model, "--out", m_out}), 2));
        QVERIFY(isOneLineFailure(runCommand({"logits", "--tokens", "1", "--out", m_out}), 2));
    }

    void badInputIsStatusOne() {
        const QString model = tinyModel();
        QFile::remove(m_out);
        for (const char* ids : {"300", "-1", "1,2,2000000000"}) {
            QVERIFY2(
                isOneLineFailure(runCommand({"logits", "-m", model, "--tokens", ids, "--out", m_out}), 1),
                ids);
        }
        QVERIFY(!QFile::exists(m_out));
        QVERIFY(isOneLineFailure(
            runCommand({"logits", "-m", model, "--tokens", "1,2,3", "--ctx", "2", "--out", m_out}), 1));
        QVERIFY(isOneLineFailure(
            runCommand({"logits", "-m", model, "--tokens", "1", "--out", m_folder.path()}), 1));
        QVERIFY(isOneLineFailure(runCommand({"logits", "-m", "none", "--tokens", "1", "--out", m_out}), 1));
    }
};

QTEST_GUILESS_MAIN(LogitsCommandTest)
#include "tst_logits_command.moc"
