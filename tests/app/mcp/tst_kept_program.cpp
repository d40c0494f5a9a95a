#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QtTest>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string_view>

#include "hearth/platform/program_keeper.h"
#include "mcp/stdio_transport.h"

using namespace hearth::app;

class TestKeptProgram : public QObject {
    Q_OBJECT

    static StdioTransport::Program kept(const QString& script) {
        return {.command = "/bin/sh", .arguments = {"-c", script}, .keeper = "/proc/self/exe"};
    }
    static bool lives(qint64 process) {
        QFile status(QStringLiteral("/proc/%1/stat").arg(process));
        return status.open(QFile::ReadOnly) && !status.readAll().contains(") Z ");
    }
    static QList<qint64> processesIn(const QSignalSpy& received) {
        QList<qint64> all;
        for (const auto& one : received) all += one.at(0).toByteArray().toLongLong();
        return all;
    }
    static bool anyLives(const QList<qint64>& processes) {
        return std::any_of(processes.begin(), processes.end(), lives);
    }
    /// Leaves a child, one in a session of its own, and one of that whose parent has gone; all deaf to
    /// SIGTERM. Says their numbers and its own.
    static QString deafFamily() {
        return "trap '' TERM; sleep 1000 & echo $!; "
               "setsid sh -c 'trap \"\" TERM; echo $$; sleep 1000 & echo $!; wait' & "
               "setsid sh -c '(setsid sh -c \"trap \\\"\\\" TERM; echo \\$\\$; exec sleep 1000\" &)'; "
               "echo $$; ";
    }

private slots:
    void linesGoBothWaysAndTheStatusComesBack() {
        StdioTransport transport(kept("read a; echo \"$a\"; echo 'no such table' >&2; exit 3"));
        QSignalSpy received(&transport, &StdioTransport::received), ended(&transport, &StdioTransport::ended);
        transport.start();
        transport.send(1, "{\"one\": 1}");
        QTRY_COMPARE(ended.count(), 1);
        QCOMPARE(received.count(), 1);
        QCOMPARE(received.at(0).at(0).toByteArray(), QByteArray("{\"one\": 1}"));
        const QString why = ended.at(0).at(0).toString();
        QVERIFY2(why.contains("3") && why.contains("no such table"), qPrintable(why));
    }
    void aCrashIsOne() {
        StdioTransport transport(kept("kill -SEGV $$"));
        QSignalSpy ended(&transport, &StdioTransport::ended);
        transport.start();
        QTRY_COMPARE(ended.count(), 1);
        QVERIFY(ended.at(0).at(0).toString().contains("crashed"));
    }
    void aProgramThatIsNotThere() {
        for (const char* command : {"/no/such/program", "no-such-program-anywhere"}) {
            StdioTransport transport({.command = command, .keeper = "/proc/self/exe"});
            QSignalSpy ended(&transport, &StdioTransport::ended);
            transport.start();
            QTRY_COMPARE(ended.count(), 1);
            QVERIFY(ended.at(0).at(0).toString().contains(command));
        }
    }

    /// When the transport goes, when it is stopped, and when the server ends by itself.
    void allEndThatItHasStarted_data() {
        QTest::addColumn<QString>("how");
        for (const char* how : {"destroyed", "stopped", "ends"}) QTest::newRow(how) << how;
    }
    void allEndThatItHasStarted() {
        QFETCH(QString, how);
        auto transport = std::make_unique<StdioTransport>(
            kept(deafFamily() + (how == "ends" ? "read a; exit 0" : "cat > /dev/null; wait")));
        QSignalSpy received(transport.get(), &StdioTransport::received);
        transport->start();
        QTRY_COMPARE(received.count(), 5);
        const QList<qint64> all = processesIn(received) + QList<qint64>{transport->processId()};
        QVERIFY(std::all_of(all.begin(), all.end(), lives));
        if (how == "destroyed")
            transport.reset();
        else if (how == "stopped")
            transport->stop();
        else
            transport->send(1, "{}");
        QTRY_VERIFY_WITH_TIMEOUT(!anyLives(all), 10000);
    }

    /// A process like the window's, which is killed: nothing of its own runs any more.
    void allEndWithAWindowThatIsKilled() {
        QProcess window;
        window.start("/proc/self/exe", {playWindow});
        QByteArray said;
        while (said.count('\n') < 6 && window.waitForReadyRead(10000)) said += window.readAllStandardOutput();
        QList<qint64> all;
        for (const QByteArray& line : said.trimmed().split('\n')) all += line.toLongLong();
        QCOMPARE(all.size(), 6);
        QVERIFY(std::all_of(all.begin(), all.end(), lives));
        window.kill();
        QVERIFY(window.waitForFinished());
        QTRY_VERIFY_WITH_TIMEOUT(!anyLives(all), 10000);
    }

public:
    static constexpr const char* playWindow = "--play-window";
    /// Has a server, and says which processes there are.
    static int beWindow() {
        StdioTransport transport(kept(deafFamily() + "cat > /dev/null; wait"));
        QObject::connect(&transport, &StdioTransport::received, qApp, [](const QByteArray& line) {
            std::printf("%s\n", line.constData());
            std::fflush(stdout);
        });
        transport.start();
        std::printf("%lld\n", static_cast<long long>(transport.processId()));
        std::fflush(stdout);
        return QCoreApplication::exec();
    }
};

int main(int argc, char* argv[]) {
    if (hearth::platform::isProgramKeeper(argc, argv)) return hearth::platform::keepProgram(argc, argv);
    QCoreApplication application(argc, argv);
    if (argc > 1 && std::string_view(argv[1]) == TestKeptProgram::playWindow)
        return TestKeptProgram::beWindow();
    TestKeptProgram test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_kept_program.moc"
