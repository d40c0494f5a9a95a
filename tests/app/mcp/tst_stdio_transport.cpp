#include "mcp/stdio_transport.h"

#include <QFile>
#include <QSignalSpy>
#include <QtTest>
#include <csignal>

using namespace hearth::app;

class TestStdioTransport : public QObject {
    Q_OBJECT

    static StdioTransport::Program shell(const QString& script) {
        return {.command = "/bin/sh", .arguments = {"-c", script}};
    }
    static bool lives(qint64 process) {
        QFile status(QStringLiteral("/proc/%1/stat").arg(process));
        return status.open(QFile::ReadOnly) && !status.readAll().contains(") Z ");
    }

private slots:
    void linesGoBothWays() {
        StdioTransport transport(shell("read a; echo \"$a\"; echo; read b; printf '%s\\n%s\\n' \"$b\" end"));
        QSignalSpy received(&transport, &StdioTransport::received);
        transport.start();
        transport.send(1, "{\"one\": 1}");
        transport.send(2, "{\"two\": 2}");
        QTRY_COMPARE(received.count(), 3);
        QCOMPARE(received.at(0).at(0).toByteArray(), QByteArray("{\"one\": 1}"));
        QCOMPARE(received.at(2).at(0).toByteArray(), QByteArray("end"));
    }
    void oneThatEndsSaysWhy() {
        StdioTransport transport(shell("echo first; echo 'no such table' >&2; exit 3"));
        QSignalSpy ended(&transport, &StdioTransport::ended), received(&transport, &StdioTransport::received);
        transport.start();
        QTRY_COMPARE(ended.count(), 1);
        QCOMPARE(received.count(), 1);
        const QString why = ended.at(0).at(0).toString();
        QVERIFY2(why.contains("3") && why.contains("no such table"), qPrintable(why));
    }
    void aProgramThatIsNotThere() {
        StdioTransport transport({.command = "/no/such/program"});
        QSignalSpy ended(&transport, &StdioTransport::ended);
        transport.start();
        QTRY_COMPARE(ended.count(), 1);
        QCOMPARE(ended.at(0).at(0).toString(),
                 QString("There is no program \"/no/such/program\". Install it, or correct the command."));
        transport.send(1, "{}");
        // One that is there, and no program.
        StdioTransport file({.command = "/etc/passwd"});
        QSignalSpy fileEnded(&file, &StdioTransport::ended);
        file.start();
        QTRY_COMPARE(fileEnded.count(), 1);
        const QString why = fileEnded.at(0).at(0).toString();
        QVERIFY2(why.startsWith("\"/etc/passwd\" cannot be started.") && !why.contains("execve"),
                 qPrintable(why));
    }
    void aLineWithoutEnd() {
        StdioTransport transport(shell("exec yes '' | tr '\\n' x"));
        QSignalSpy ended(&transport, &StdioTransport::ended);
        transport.start();
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 20000);
        QVERIFY(ended.at(0).at(0).toString().contains("8 MB"));
    }
    void oneThatDoesNotRead() {
        StdioTransport transport(shell("exec sleep 1000"));
        QSignalSpy ended(&transport, &StdioTransport::ended);
        transport.start();
        const QByteArray message(1 << 20, 'x');
        for (int i = 0; i < 40 && ended.isEmpty(); ++i) transport.send(1, message);
        QCOMPARE(ended.count(), 1);
    }
    void itEndsWithItsChildren() {
        qint64 process = 0, child = 0;
        {
            StdioTransport transport(shell("trap '' TERM; sleep 1000 & echo $!; cat > /dev/null; wait"));
            QSignalSpy received(&transport, &StdioTransport::received);
            transport.start();
            QTRY_COMPARE(received.count(), 1);
            process = transport.processId();
            child = received.at(0).at(0).toByteArray().toLongLong();
            QVERIFY(lives(process) && lives(child));
        }
        QTRY_VERIFY(!lives(process) && !lives(child));
    }
    void ourVariablesAreNotTheirs() {
        qputenv("HEARTH_TEST_SECRET", "x");
        StdioTransport::Program program = shell("echo \"[$HEARTH_TEST_SECRET][$GIVEN][${PATH:+path}]\"");
        program.environment = {{"GIVEN", "y"}};
        StdioTransport transport(program);
        QSignalSpy received(&transport, &StdioTransport::received);
        transport.start();
        QTRY_COMPARE(received.count(), 1);
        QCOMPARE(received.at(0).at(0).toByteArray(), QByteArray("[][y][path]"));
    }
};

QTEST_GUILESS_MAIN(TestStdioTransport)
#include "tst_stdio_transport.moc"
