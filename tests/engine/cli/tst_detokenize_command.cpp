#include <QTemporaryDir>
#include <QtTest>

#include "command_line.h"
#include "engine/text/sample_vocabulary.h"

using namespace hearth;
using test::isOneLineFailure;
using test::runCommand;
using test::SampleVocabulary;

class DetokenizeCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_model = m_folder.filePath("vocabulary.gguf");
    SampleVocabulary m_sample = SampleVocabulary::byteLevel();

    test::CommandResult run(const QStringList& options, const QByteArray& input) const {
        return runCommand(QStringList{"detokenize", "-m", m_model} + options, input);
    }

private slots:
    void initTestCase() { m_sample.writer().save(m_model.toStdString()); }

    void textAsItIs() {
        const QByteArray hello = QByteArray::number(m_sample.idOf("hello"));
        const QByteArray end = QByteArray::number(m_sample.idOf("<|e|>"));
        QCOMPARE(run({}, "[" + hello + ", 32, 120, 10," + end + "]\n").output, QByteArray("hello x\n<|e|>"));
        QCOMPARE(run({}, "[]").output, QByteArray());
        QCOMPARE(run({}, "[240,159,152,128]").output, QByteArray("\xF0\x9F\x98\x80"));
    }
    void linesOfJson() {
        QCOMPARE(run({"--jsonl"}, "[120]\n[]\n[97,10,34]\n").output,
                 QByteArray("\"x\"\n\"\"\n\"a\\n\\\"\"\n"));
    }
    void thereAndBack() {
        const QByteArray text = "Hello wor <|s|>\n\ttab  two \xC3\xA4 hello ";
        const QByteArray ids = runCommand({"tokenize", "-m", m_model}, text).output;
        QCOMPARE(run({}, ids).output, text);
    }
    void failures() {
        for (const char* bad :
             {"", "1", "{}", "[1.5]", "[\"a\"]", "[-1]", "[1", "[99999999999]", "[100000]"}) {
            QVERIFY2(isOneLineFailure(run({}, bad), 1), bad);
        }
        QVERIFY(isOneLineFailure(runCommand({"detokenize"}, "[1]"), 2));
    }
};

QTEST_GUILESS_MAIN(DetokenizeCommandTest)
#include "tst_detokenize_command.moc"
