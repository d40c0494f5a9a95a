#include "hearth/platform/process_handle.h"

#include <QtTest>

#include "hearth/platform/child_process.h"

using namespace hearth::platform;

class TestProcessHandle : public QObject {
    Q_OBJECT
private slots:
    void aProcessIsWaitedForAndEnded() {
        for (const bool killed : {false, true}) {
            ChildProcess child;
            QCOMPARE(child.start({"/bin/sleep", "1000"}, {}, {}), 0);
            const ProcessHandle handle(child.id());
            if (!handle.isOpen()) QSKIP("the kernel has no handles of processes");
            QVERIFY(!handle.waitForEnd(20));
            killed ? handle.kill() : handle.end();
            QVERIFY(handle.waitForEnd(10'000));
            QVERIFY(child.waitFor(std::chrono::seconds(10)));
            QVERIFY(child.status().signalled);
            QCOMPARE(child.status().wasKilled(), killed);
        }
    }
    void noProcessHasNoHandle() {
        QVERIFY(!ProcessHandle(-1).isOpen());
        QVERIFY(!ProcessHandle(-1).waitForEnd(0));
    }
};

QTEST_APPLESS_MAIN(TestProcessHandle)
#include "tst_process_handle.moc"
