#include "hearth/device_description.h"

#include <QtTest>

using namespace hearth;

class TestDeviceDescription : public QObject {
    Q_OBJECT

private slots:
    void theEnglishTextNamesCardAndThreads() {
        QCOMPARE(DeviceDescription({.name = "", .threads = 1, .instructions = "AVX2"}).text(),
                 std::string("1 thread, AVX2"));
        QCOMPARE(DeviceDescription({.name = "GeForce", .threads = 8, .instructions = ""}).text(),
                 std::string("GeForce and 8 threads"));
        QCOMPARE(DeviceDescription({.name = "vLLM"}).text(), std::string("vLLM"));
        QCOMPARE(DeviceDescription().text(), std::string());
    }
};

QTEST_APPLESS_MAIN(TestDeviceDescription)
#include "tst_device_description.moc"
