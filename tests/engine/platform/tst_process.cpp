#include "hearth/platform/process.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <QFile>
#include <QFileInfo>
#include <QtTest>
#include <thread>

#include "engine/platform/in_child.h"

using namespace hearth::platform;
using hearth::test::inChild;

class TestProcess : public QObject {
    Q_OBJECT
private slots:
    void theProgramIsKnown() {
        QCOMPARE(processId(), ::getpid());
        QCOMPARE(QString::fromStdString(ownProgramFile().string()),
                 QFileInfo(QStringLiteral("/proc/self/exe")).canonicalFilePath());
    }
    void theNameIsSeen() {
        QCOMPARE(inChild([] {
                     setProcessName("hearth-test");
                     QFile name(QStringLiteral("/proc/self/comm"));
                     return name.open(QFile::ReadOnly) && name.readAll() == "hearth-test\n" ? 0 : 1;
                 }),
                 0);
    }
    void itEndsAsItIsTold() {
        QCOMPARE(inChild([] {
                     endNow(7);
                     return 0;
                 }),
                 7);
        QCOMPARE(inChild([] {
                     char shell[] = "sh", option[] = "-c", script[] = "exit 9";
                     char* const arguments[] = {shell, option, script, nullptr};
                     becomeProgram("/nowhere/program", arguments);
                     becomeProgram("/bin/sh", arguments);
                     return 1;
                 }),
                 9);
    }
    void limitsHold() {
        QCOMPARE(inChild([] {
                     ignoreBrokenPipes();
                     writeNoCoreDump();
                     giveWayWhenMemoryIsFull();
                     rlimit core{};
                     ::getrlimit(RLIMIT_CORE, &core);
                     ::raise(SIGPIPE);
                     QFile score(QStringLiteral("/proc/self/oom_score_adj"));
                     return core.rlim_max == 0 && score.open(QFile::ReadOnly) && score.readAll() == "500\n"
                                ? 0
                                : 1;
                 }),
                 0);
    }
    void workIsCounted() {
        const ProcessWork before = processWork();
        volatile double sum = 0;
        while (processWork().computedUs < before.computedUs + 2000)
            for (int i = 0; i < 10'000; ++i) sum = sum + 1;
        QVERIFY(processWork().blocksRead >= before.blocksRead);
    }
};

QTEST_APPLESS_MAIN(TestProcess)
#include "tst_process.moc"
