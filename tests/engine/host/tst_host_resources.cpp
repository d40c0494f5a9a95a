#include "hearth/host_resources.h"

#include <sched.h>

#include <QtTest/QtTest>

using namespace hearth;

class TestHostResources : public QObject {
    Q_OBJECT

private slots:
    void coresFollowTheAffinityMask() {
        cpu_set_t before;
        if (sched_getaffinity(0, sizeof before, &before) != 0)
            QSKIP("more processors than a cpu_set_t holds");
        QVERIFY(usableCores() >= 1);
        QVERIFY(usableCores() <= CPU_COUNT(&before));
        int first = 0;
        while (!CPU_ISSET(first, &before)) ++first;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(first, &one);
        QCOMPARE(sched_setaffinity(0, sizeof one, &one), 0);
        const int cores = usableCores();
        QCOMPARE(sched_setaffinity(0, sizeof before, &before), 0);
        QCOMPARE(cores, 1);
    }

    void memoryIsWithinTheMachine() {
        QVERIFY(availableMemoryBytes() > 1'000'000);
        QVERIFY(totalMemoryBytes() >= availableMemoryBytes());
    }
};

QTEST_APPLESS_MAIN(TestHostResources)
#include "tst_host_resources.moc"
