#include "window/orderly_end.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QSignalSpy>
#include <QtTest>
#include <chrono>
#include <csignal>
#include <thread>

using hearth::app::OrderlyEnd;

namespace {

/// Body of the child process; the test starts itself with its name.
int runChild(const QByteArray& name, int argc, char** argv) {
    OrderlyEnd end(500);
    const QCoreApplication application(argc, argv);
    if (name == "busy") {
        puts("ready");
        fflush(stdout);
        for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    }
    if (name == "closing") end.begin();
    if (name == "staying") {
        end.begin();
        end.cancel();
        QTimer::singleShot(1000, &application, [] { QCoreApplication::exit(7); });
    }
    if (name == "obedient") QObject::connect(&end, &OrderlyEnd::requested, [] { QCoreApplication::exit(7); });
    QTimer::singleShot(0, &application, [] {
        puts("ready");
        fflush(stdout);
    });
    return QCoreApplication::exec();
}

}  // namespace

class TestOrderlyEnd : public QObject {
    Q_OBJECT

    /// Starts a child, sends the signal if any, and waits for its end; its exit status, -1 while it goes on.
    static int statusOf(const char* child, int signal) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("HEARTH_END_CHILD", child);
        process.setProcessEnvironment(environment);
        process.start(QCoreApplication::applicationFilePath(), QStringList());
        if (!process.waitForReadyRead(10000)) return -2;
        if (signal != 0) ::kill(static_cast<pid_t>(process.processId()), signal);
        if (!process.waitForFinished(3000)) return -1;
        return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -3;
    }

private slots:
    void aSignalAsksForTheEnd_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("TERM") << SIGTERM;
        QTest::newRow("INT") << SIGINT;
        QTest::newRow("HUP") << SIGHUP;
    }
    void aSignalAsksForTheEnd() {
        QFETCH(const int, signal);
        QCOMPARE(statusOf("obedient", signal), 7);
    }

    void whoDoesNotEndIsEnded() { QCOMPARE(statusOf("deaf", SIGTERM), 0); }
    void whoDoesNotEvenListenIsEnded() { QCOMPARE(statusOf("busy", SIGTERM), 0); }
    void closingIsBounded() { QCOMPARE(statusOf("closing", 0), 0); }
    void whoStaysIsNotEnded() { QCOMPARE(statusOf("staying", 0), 7); }

    void isHeardAgainLater() {
        for (int i = 0; i < 2; ++i) {
            OrderlyEnd end;
            QSignalSpy requested(&end, &OrderlyEnd::requested);
            ::raise(SIGTERM);
            QTRY_COMPARE(requested.count(), 1);
        }
    }
};

int main(int argc, char** argv) {
    if (const QByteArray child = qgetenv("HEARTH_END_CHILD"); !child.isEmpty())
        return runChild(child, argc, argv);
    QCoreApplication application(argc, argv);
    TestOrderlyEnd test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_orderly_end.moc"
