#include "backend/cpu/cpu_kind.h"

#include "backend/cpu/cpu_backend.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

class TestCpuKind : public QObject {
    Q_OBJECT

    const CpuKind m_kind;

private slots:
    void theProcessorIsAlwaysThere() {
        QVERIFY(m_kind.isInstalled());
        const DeviceSearch search = m_kind.findDevices();
        QCOMPARE(search.devices.size(), size_t{1});
        QVERIFY(!search.whyNone);
        QVERIFY(m_kind.traits().automatic && !m_kind.traits().ownMemory);
        const auto backend = m_kind.make({.threads = 1});
        QCOMPARE(backend->info().kind, m_kind.traits().name);
        QVERIFY(QString::fromStdString(backend->info().device.text())
                    .endsWith(QString::fromStdString(search.devices.front().name)));
    }

    void backendsThatTakeTurnsShareThreads() {
        const auto first = m_kind.make({.threads = 2});
        const auto second = m_kind.make({.threads = 2, .beside = first.get()});
        QCOMPARE(static_cast<const CpuBackend&>(*second).pool().get(),
                 static_cast<const CpuBackend&>(*first).pool().get());
    }

    void memoryIsMeasured() {
        const DeviceBandwidth rates = m_kind.measureBandwidth({.threads = 1});
        QVERIFY(rates.read > 0);
        QCOMPARE(rates.toDevice, 0.0);
        QCOMPARE(m_kind.makeMonitor()->read().front().type, DeviceType::Processor);
    }
};

QTEST_GUILESS_MAIN(TestCpuKind)
#include "tst_cpu_kind.moc"
