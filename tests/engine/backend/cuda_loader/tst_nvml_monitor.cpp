#include "backend/cuda_loader/nvml_monitor.h"

#include <QtTest>

using namespace hearth;

class TestNvmlMonitor : public QObject {
    Q_OBJECT

private slots:
    void withoutADriverThereAreNoReadings() {
        NvmlMonitor monitor("/nowhere/libnvidia-ml.so.1");
        QVERIFY(!monitor.available());
        QVERIFY(monitor.read().empty());
    }

    void readsWhatTheDriverTells() {
        NvmlMonitor monitor(HEARTH_BINARY_DIR "/tests/pretended_nvml/libpretended-nvml.so");
        QVERIFY(monitor.available());
        const auto readings = monitor.read();
        QCOMPARE(readings.size(), size_t{2});
        const DeviceReading& first = readings[0];
        QCOMPARE(first.name, std::string("Card 0"));
        QCOMPARE(first.busId, std::string("00000000:01:00.0"));
        QCOMPARE(first.usedBytes.value(), uint64_t{4} << 30U);
        QCOMPARE(first.totalBytes.value(), uint64_t{24} << 30U);
        QCOMPARE(first.busyPercent.value(), 87);
        QCOMPARE(first.temperatureC.value(), 64);
        QCOMPARE(first.powerW.value(), 275.5);
        QVERIFY(!first.powerLimitW);
        QVERIFY(!readings[1].usedBytes && !readings[1].busyPercent);
        QCOMPARE(readings[1].temperatureC.value(), 64);
    }
};

QTEST_GUILESS_MAIN(TestNvmlMonitor)
#include "tst_nvml_monitor.moc"
