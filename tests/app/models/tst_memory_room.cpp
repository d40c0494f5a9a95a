#include "models/memory_room.h"

#include <QtTest>

using namespace hearth::app;

class TestMemoryRoom : public QObject {
    Q_OBJECT

private slots:
    void readsMeminfo() {
        QCOMPARE(availableMemory("MemTotal:  9 kB\nMemAvailable:   16384 kB\nX: 1 kB\n"), 16384ULL * 1024);
        for (const char* bad :
             {"", "MemAvailable:", "MemAvailable: many kB", "MemAvailable: 5", "MemFree: 5 kB"})
            QCOMPARE(availableMemory(QByteArray(bad)), 0ULL);
        QVERIFY(availableMemory() > 1'000'000);
    }
};

QTEST_GUILESS_MAIN(TestMemoryRoom)
#include "tst_memory_room.moc"
