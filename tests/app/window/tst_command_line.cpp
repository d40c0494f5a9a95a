#include "window/command_line.h"

#include <QtTest>

using namespace hearth::app;

class TestCommandLine : public QObject {
    Q_OBJECT

private slots:
    void readsWhatIsSaid() {
        CommandLine line;
        line.read(
            {"hearth", "--software", "--data-dir", "/d", "--model", "/m.gguf", "--screenshot", "/s.png"});
        QVERIFY(line.software() && !line.inProcess());
        QVERIFY(!line.isQuestion());
        QCOMPARE(line.dataFolder(), QStringLiteral("/d"));
        QCOMPARE(line.model(), QStringLiteral("/m.gguf"));
        QCOMPARE(line.screenshot(), QStringLiteral("/s.png"));
    }

    void aFileAloneIsTheModel() {
        CommandLine line;
        line.read({"hearth", "--in-process", "/other.gguf"});
        QVERIFY(line.inProcess());
        QCOMPARE(line.model(), QStringLiteral("/other.gguf"));
        QVERIFY(!line.software());
    }

    void nothingSaid() {
        CommandLine line;
        line.read({"hearth"});
        QCOMPARE(line.model(), QString());
        QCOMPARE(line.screenshot(), QString());
        QVERIFY2(line.dataFolder().endsWith(QStringLiteral("/hearth")), qPrintable(line.dataFolder()));
    }

    void questionsAndMistakesDoNotEndItHere() {
        for (const char* question : {"--help", "-h", "--version", "-v"}) {
            CommandLine line;
            line.read({"hearth", question});
            QVERIFY2(line.isQuestion(), question);
        }
        CommandLine line;
        line.read({"hearth", "--nonsense", "--data-dir", "/d"});
        QVERIFY(!line.isQuestion());
        QCOMPARE(line.dataFolder(), QStringLiteral("/d"));
    }
};

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
