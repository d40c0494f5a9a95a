#include <QtTest>

#include "command_line.h"
#include "engine/embedding/text_folder.h"

using namespace hearth;
using test::isOneLineFailure;
using test::runCommand;

class RerankCommandTest : public QObject {
    Q_OBJECT

    const test::TextFolder m_folder;
    QStringList command(const QStringList& more = {}) const {
        return QStringList{"rerank", "-m", QString::fromStdString(m_folder.path().string()), "-t", "1"} +
               more;
    }

private slots:
    void aLineIsAScore() {
        const std::vector<std::string> texts{"tree dog", "cat", ""};
        const auto expected = m_folder.load()->rerank("cats", texts);
        for (const auto& [options, input] :
             {std::pair(QStringList{"cats"}, "tree dog\ncat\n\n"),
              std::pair(QStringList{"--jsonl", "cats"}, "\"tree dog\"\n\"cat\"\n\"\"\n")}) {
            const auto result = runCommand(command(options), input);
            QVERIFY2(result.status == 0 && result.error.isEmpty(), result.error);
            const QList<QByteArray> lines = result.output.trimmed().split('\n');
            QCOMPARE(static_cast<size_t>(lines.size()), expected.size());
            for (qsizetype i = 0; i < lines.size(); ++i)
                QVERIFY(std::abs(lines[i].toFloat() - expected[static_cast<size_t>(i)].score) < 1e-5F);
        }
    }
    void failures() {
        QVERIFY(isOneLineFailure(runCommand(command(), "x"), 2));
        QVERIFY(isOneLineFailure(runCommand(command({"two", "words"}), "x"), 2));
        QVERIFY(isOneLineFailure(runCommand({"rerank", "cats"}, "x"), 2));
        QVERIFY(isOneLineFailure(runCommand(command({"cats", "--jsonl"}), "x\n"), 1));
    }
};

QTEST_GUILESS_MAIN(RerankCommandTest)
#include "tst_rerank_command.moc"
