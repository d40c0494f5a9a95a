#include <QtTest>

#include "command_line.h"
#include "tiny_reference.h"

using namespace hearth::test;

/// Behaviour common to all commands.
class MainTest : public QObject {
    Q_OBJECT
private slots:
    void theOverviewNamesEveryCommand() {
        for (const char* word : {"--help", "-h", "help"}) {
            const auto result = runCommand({word});
            QCOMPARE(result.status, 0);
            QCOMPARE(result.error, QByteArray());
            for (const char* name : {"run", "chat", "tokenize", "detokenize", "template", "logits",
                                     "perplexity", "bench", "inspect", "dequantize", "doctor"})
                QVERIFY2(result.output.contains(QByteArray("\n  ") + name + " "), name);
        }
    }

    void everyCommandHasHelp() {
        for (const char* name : {"run", "chat", "tokenize", "detokenize", "template", "logits", "perplexity",
                                 "bench", "inspect", "dequantize", "doctor"}) {
            const auto result = runCommand({name, "--help"});
            QCOMPARE(result.status, 0);
            QVERIFY2(result.output.startsWith(QByteArray("usage: hearth-cli ") + name), name);
            QVERIFY2(result.output.contains("options:"), name);
            QCOMPARE(result.error, QByteArray());
        }
    }

    void wrongUseIsOneLineAndStatusTwo() {
        QVERIFY(isOneLineFailure(runCommand({}), 2));
        const auto result = runCommand({"fly"});
        QVERIFY(isOneLineFailure(result, 2));
        QVERIFY(result.error.contains("fly") && result.error.contains("--help"));
        // The message of a command says where its options are listed.
        QVERIFY(runCommand({"run", "--wrong"}).error.contains("hearth-cli run --help"));
    }

    void aMessageIsOneLineWhateverIsInIt() {
        QVERIFY(isOneLineFailure(runCommand({"fly\naway\r"}), 2));
        QVERIFY(isOneLineFailure(runCommand({"inspect", "no\nfile.gguf"}), 1));
    }

    void afterTwoDashesHelpIsAWord() {
        QVERIFY(isOneLineFailure(runCommand({"inspect", "--", "--help"}), 1));
    }

    void aFullDiskIsAnError() {
        if (!QFile::exists("/dev/full")) QSKIP("NOT TESTED: this needs /dev/full.");
        QProcess process;
        process.setStandardOutputFile("/dev/full");
        process.start(QCoreApplication::applicationDirPath() + "/../bin/hearth-cli",
                      {"tokenize", "-m", tinyModel()});
        process.write("some words");
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("disk"));
    }
};

QTEST_GUILESS_MAIN(MainTest)
#include "tst_main.moc"
