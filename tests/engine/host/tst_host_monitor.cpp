#include "host/host_monitor.h"

#include <QtTest/QtTest>
#include <filesystem>
#include <fstream>

using namespace hearth;

class TestHostMonitor : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path root() const { return m_folder.path().toStdString(); }
    void put(const std::string& path, const std::string& text) {
        std::filesystem::create_directories((root() / path).parent_path());
        std::ofstream(root() / path) << text;
    }

private slots:
    void cleanup() {
        for (const auto& entry : std::filesystem::directory_iterator(root()))
            std::filesystem::remove_all(entry);
    }

    void whatIsNotToldIsAbsent() {
        HostMonitor monitor(root());
        QVERIFY(monitor.available());
        for (int i = 0; i < 2; ++i) {
            const auto readings = monitor.read();
            QCOMPARE(readings.size(), size_t{1});
            QCOMPARE(readings[0].type, DeviceType::Processor);
            QVERIFY(!readings[0].usedBytes && !readings[0].busyPercent && !readings[0].temperatureC);
        }
    }

    void processorsAreBusyBetweenTwoReadings() {
        HostMonitor monitor(root());
        put("proc/stat", "cpu  100 0 50 800 50 0 0 0 90 0\ncpu0 1 2 3 4\n");
        QVERIFY(!monitor.read()[0].busyPercent);
        // 75 more, of 100.
        put("proc/stat", "cpu  150 5 60 820 55 5 5 0 99 0\n");
        QCOMPARE(monitor.read()[0].busyPercent, std::optional(75));
        // Not a moment has passed.
        QVERIFY(!monitor.read()[0].busyPercent);
    }

    void memoryIsWhatProgramsHold() {
        HostMonitor monitor(root());
        put("proc/meminfo", "MemTotal: 1000 kB\nMemFree: 100 kB\nMemAvailable: 400 kB\n");
        const DeviceReading reading = monitor.read()[0];
        QCOMPARE(reading.totalBytes, std::optional<uint64_t>(1024000));
        QCOMPARE(reading.usedBytes, std::optional<uint64_t>(614400));
    }

    void theHottestSensorOfTheProcessorCounts() {
        HostMonitor monitor(root());
        put("sys/class/hwmon/hwmon0/name", "nvme\n");
        put("sys/class/hwmon/hwmon0/temp1_input", "99000\n");
        QVERIFY(!monitor.read()[0].temperatureC);
        put("sys/class/hwmon/hwmon1/name", "k10temp\n");
        put("sys/class/hwmon/hwmon1/temp1_input", "48250\n");
        put("sys/class/hwmon/hwmon1/temp3_input", "61875\n");
        put("sys/class/hwmon/hwmon1/temp3_crit", "95000\n");
        QCOMPARE(monitor.read()[0].temperatureC, std::optional(61));
    }

    void thisMachineIsRead() {
        HostMonitor monitor;
        const DeviceReading reading = monitor.read()[0];
        QVERIFY(reading.totalBytes && reading.usedBytes && *reading.usedBytes < *reading.totalBytes);
    }
};

QTEST_APPLESS_MAIN(TestHostMonitor)
#include "tst_host_monitor.moc"
