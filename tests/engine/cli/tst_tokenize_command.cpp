#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "engine/text/sample_vocabulary.h"
#include "support/reference_pack.h"

using namespace hearth;
using test::isOneLineFailure;
using test::runCommand;
using test::SampleVocabulary;

class TokenizeCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_model = m_folder.filePath("vocabulary.gguf");
    SampleVocabulary m_sample = SampleVocabulary::byteLevel();

    QByteArray tokens(const QStringList& options, const QByteArray& text) const {
        const auto result = runCommand(QStringList{"tokenize", "-m", m_model} + options, text);
        return result.status == 0 ? result.output : "failed: " + result.error;
    }
    QByteArray id(const char* entry) const { return QByteArray::number(m_sample.idOf(entry)); }

private slots:
    void initTestCase() {
        auto writer = m_sample.writer();
        writer.u32("tokenizer.ggml.bos_token_id", static_cast<uint32_t>(m_sample.idOf("<|s|>")));
        writer.boolean("tokenizer.ggml.add_bos_token", true);
        writer.save(m_model.toStdString());
    }

    void idsOnOneLine() {
        QCOMPARE(tokens({}, "hello<|e|>x"), "[" + id("hello") + "," + id("<|e|>") + ",120]\n");
        QCOMPARE(tokens({"--ids"}, "x\n"), QByteArray("[120,10]\n"));
        QCOMPARE(tokens({}, ""), QByteArray("[]\n"));
        QCOMPARE(tokens({}, "\xFF\xC3"), QByteArray("[255,195]\n"));
    }
    void specialTextStaysText() {
        QCOMPARE(tokens({"--no-special"}, "<|e|>"), QByteArray("[60,124,101,124,62]\n"));
    }
    void bosOnRequest() { QCOMPARE(tokens({"--bos"}, "x"), "[" + id("<|s|>") + ",120]\n"); }
    void entries() { QCOMPARE(tokens({"--pieces"}, "hello wor"), QByteArray("[\"hello\",\"Ġwor\"]\n")); }

    void linesOfJson() {
        QCOMPARE(tokens({"--jsonl"}, "\"x\"\n\"a\\nb\"\n\"\"\n\"\\u00e4\"\n"),
                 QByteArray("[120]\n[97,10,98]\n[]\n[195,164]\n"));
        for (const char* bad : {"x\n", "[1]\n", "\n", "\"open\n"}) {
            QVERIFY2(isOneLineFailure(runCommand({"tokenize", "-m", m_model, "--jsonl"}, bad), 1), bad);
        }
    }

    void failures() {
        QVERIFY(isOneLineFailure(runCommand({"tokenize"}, "x"), 2));
        QVERIFY(isOneLineFailure(runCommand({"tokenize", "-m", m_model, "--wrong"}, "x"), 2));
        QVERIFY(isOneLineFailure(runCommand({"tokenize", "-m", m_folder.filePath("none.gguf")}, "x"), 1));
        auto strange = m_sample;
        strange.pre = "from-the-future";
        const QString file = m_folder.filePath("strange.gguf");
        strange.writer().save(file.toStdString());
        const auto result = runCommand({"tokenize", "-m", file}, "x");
        QVERIFY(isOneLineFailure(result, 1) && result.error.contains("from-the-future"));
    }

    void starterModel() {
        HEARTH_REQUIRE(pack, test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        HEARTH_REQUIRE(model, test::starterModel(), "the starter model ($HEARTH_STARTER_MODEL)");
        const auto tests = test::readJson(pack / "smollm2" / "tokenize.json")["tests"];
        QByteArray input, plain, special;
        for (const auto& one : tests) {
            input += QByteArray::fromStdString(one["text"].dump() + "\n");
            plain += QByteArray::fromStdString(one["ids_plain"].dump() + "\n");
            special += QByteArray::fromStdString(one["ids_special"].dump() + "\n");
        }
        const QStringList base{"tokenize", "-m", QString::fromStdString(model.string()), "--jsonl"};
        QCOMPARE(runCommand(base, input).output, special);
        QCOMPARE(runCommand(base + QStringList{"--no-special"}, input).output, plain);
    }
};

QTEST_GUILESS_MAIN(TokenizeCommandTest)
#include "tst_tokenize_command.moc"
