#include "machine/machine_watch.h"

#include <QSignalSpy>
#include <QtTest>
#include <atomic>

using namespace hearth;
using namespace hearth::app;

class TestMachineWatch : public QObject {
    Q_OBJECT

    std::atomic<int> m_readings = 0;
    std::atomic<bool> m_cardGone = false;

    /// A processor, and a card that is busier from second to second.
    DeviceReaderMaker reader() {
        return [this] {
            return [this] {
                const int number = ++m_readings;
                DeviceReading processor;
                processor.type = DeviceType::Processor;
                processor.usedBytes = 4ULL << 30U;
                processor.totalBytes = 16ULL << 30U;
                DeviceReading card;
                card.name = "NVIDIA L4";
                card.busId = "00000000:01:00.0";
                card.usedBytes = 6ULL << 30U;
                card.totalBytes = 24ULL << 30U;
                card.busyPercent = number;
                card.temperatureC = 61;
                card.powerW = 41.7;
                card.powerLimitW = 72;
                std::vector<DeviceReading> all{processor};
                if (!m_cardGone) all.push_back(card);
                return all;
            };
        };
    }
    static QVariant shown(const MachineWatch& watch, int role, int row) {
        return watch.data(watch.index(row), role);
    }

private slots:
    void init() {
        m_readings = 0;
        m_cardGone = false;
    }

    void devicesAreReadWhileSomebodyLooks() {
        MachineWatch watch(reader(), "Xeon", 20);
        QSignalSpy read(&watch, &MachineWatch::read);
        QVERIFY(!read.wait(100));
        QVERIFY(watch.lines().isEmpty());
        watch.setWatchedBy("page", true);
        watch.setWatchedBy("reply", true);
        QTRY_VERIFY(read.size() >= 3);
        QCOMPARE(watch.rowCount(), 2);
        QCOMPARE(shown(watch, MachineWatch::NameRole, 0).toString(), "Xeon");
        QCOMPARE(shown(watch, MachineWatch::MemoryRole, 0).toString(), "4.0 of 16.0 GB");
        QCOMPARE(shown(watch, MachineWatch::BusyRole, 0).toString(), "");
        QCOMPARE(shown(watch, MachineWatch::NameRole, 1).toString(), "NVIDIA L4");
        QCOMPARE(shown(watch, MachineWatch::TemperatureRole, 1).toString(), "61 °C");
        QCOMPARE(shown(watch, MachineWatch::PowerRole, 1).toString(), "42 of 72 W");
        QCOMPARE(watch.lines()[0], "Xeon: 4.0 of 16.0 GB");
        QVERIFY(watch.lines()[1].startsWith("NVIDIA L4: "));
        QVERIFY(watch.lines()[1].endsWith(" % · 6.0 of 24.0 GB · 61 °C · 42 of 72 W"));
        watch.setWatchedBy("page", false);
        QVERIFY(read.wait(1000));
        watch.setWatchedBy("reply", false);
        QTest::qWait(100);
        read.clear();
        QVERIFY(!read.wait(150));
    }

    void twoMinutesAreKept() {
        MachineWatch watch(reader(), {}, 2);
        QSignalSpy read(&watch, &MachineWatch::read);
        watch.setWatchedBy("page", true);
        QTRY_VERIFY_WITH_TIMEOUT(read.size() > MachineWatch::seconds + 20, 20000);
        const QVariantList busy = shown(watch, MachineWatch::BusyHistoryRole, 1).toList();
        QCOMPARE(busy.size(), qsizetype{MachineWatch::seconds});
        double last = -1;
        for (const QVariant& value : busy) {
            QVERIFY(value.toDouble() <= 1);
            if (value.toDouble() < 0) continue;
            QVERIFY(value.toDouble() >= last);
            last = value.toDouble();
        }
        QVERIFY(last > 0);
        QCOMPARE(shown(watch, MachineWatch::MemoryHistoryRole, 1).toList().last().toDouble(), 0.25);
        QCOMPARE(shown(watch, MachineWatch::BusyHistoryRole, 0).toList().last().toDouble(), -1.0);
        QCOMPARE(shown(watch, MachineWatch::NameRole, 0).toString(), "Processor");
    }

    void aCardThatGoesIsNoLongerShown() {
        MachineWatch watch(reader(), {}, 5);
        watch.setWatchedBy("page", true);
        QTRY_COMPARE(watch.rowCount(), 2);
        m_cardGone = true;
        QTRY_COMPARE(watch.rowCount(), 1);
        QVERIFY(shown(watch, MachineWatch::MemoryHistoryRole, 0).toList().last().toDouble() > 0);
        m_cardGone = false;
        QTRY_COMPARE(watch.rowCount(), 2);
    }
};

QTEST_GUILESS_MAIN(TestMachineWatch)
#include "tst_machine_watch.moc"
