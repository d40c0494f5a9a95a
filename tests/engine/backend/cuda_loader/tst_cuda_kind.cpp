#include "backend/cuda_loader/cuda_kind.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

class TestCudaKind : public QObject {
    Q_OBJECT

    const CudaKind m_cards{HEARTH_BINARY_DIR "/tests/two_cards"};

private slots:
    void withoutAPluginItSaysWhyThereIsNone() {
        QTemporaryDir folder;
        const CudaKind kind(folder.path().toStdString());
        QVERIFY(!kind.isInstalled());
        const DeviceSearch search = kind.findDevices();
        QVERIFY(search.devices.empty());
        QVERIFY(search.whyNone);
        QCOMPARE(search.whyNone->code(), ErrorCode::Device);
        QVERIFY(QString(search.whyNone->what()).contains("without its GPU engine"));
    }

    void describesEachCard() {
        QVERIFY(m_cards.isInstalled());
        const DeviceSearch search = m_cards.findDevices();
        QVERIFY(!search.whyNone);
        QCOMPARE(search.devices.size(), size_t{2});
        const DeviceInfo& first = search.devices.front();
        QCOMPARE(first.name, std::string("First card"));
        QCOMPARE(first.memoryBytes, uint64_t{12} << 30U);
        QCOMPARE(first.memoryBytesPerS, 504e9);
        QCOMPARE(first.busId, std::string("0000:01:00.0"));
        QVERIFY(first.details ==
                (std::vector<DeviceDetail>{{"compute_capability", "8.9", "compute capability"},
                                           {"driver_cuda_version", "12.4", "driver for CUDA"},
                                           {"runtime_cuda_version", "13.0", ""},
                                           {"multiprocessors", "46", ""}}));
    }

    void asksForTheCardThatIsMeant() {
        try {
            (void)m_cards.make({.device = 1});
            QFAIL("it was made");
        } catch (const Error& error) {
            QCOMPARE(QString(error.what()), QString("Card 1 does not answer."));
        }
        const DeviceBandwidth rates = m_cards.measureBandwidth({.device = 1});
        QCOMPARE(rates.read, 2e9);
        QCOMPARE(rates.copy, 1e9);
        QCOMPARE(rates.toDevice, 0.5e9);
        QCOMPARE(rates.toHost, 0.25e9);
        QVERIFY(m_cards.makeMonitor() != nullptr);
    }
};

QTEST_GUILESS_MAIN(TestCudaKind)
#include "tst_cuda_kind.moc"
