#include "hearth/device_fault.h"

#include <QtTest>

#include "backend/backend_errors.h"
#include "hearth/routing.h"
#include "session/session_errors.h"
#include "support/scripted_engine.h"

using namespace hearth;

class TestDeviceFault : public QObject {
    Q_OBJECT

    static EngineInfo onGpu(int layers) {
        EngineInfo info;
        info.onDevice = layers > 0;
        info.memory.layersOnDevice = layers;
        return info;
    }
    static DeviceFault lost(int card) {
        return {.cause = Message(errors::oneGpuStopped.message, {"Card", card, "gone"})};
    }
    /// "0,1 auto -1": GPUs, backend, layers.
    static QString place(const EngineOptions& options) {
        QStringList cards;
        for (const int card : options.devices) cards.append(QString::number(card));
        return QString("%1 %2 %3").arg(cards.join(','), options.backend.c_str()).arg(options.gpuLayers);
    }

private slots:
    void onlyFaultsOfTheDeviceAreOnes() {
        const Message words = Message::verbatim("x");
        QVERIFY(deviceFault(onGpu(2), ErrorCode::Device, words, true));
        QVERIFY(deviceFault(onGpu(2), ErrorCode::OutOfMemory, words, true));
        QVERIFY(!deviceFault(onGpu(0), ErrorCode::Device, words, false));
        QVERIFY(!deviceFault(onGpu(0), ErrorCode::OutOfMemory, words, false));
        for (const ErrorCode code : {ErrorCode::BadInput, ErrorCode::ContextFull, ErrorCode::Io})
            QVERIFY(!deviceFault(onGpu(2), code, words, false));
        const Message full(errors::noMemoryForReplies.message);
        QVERIFY(!deviceFault(onGpu(2), ErrorCode::OutOfMemory, full, true));
        const auto fault = deviceFault(onGpu(2), ErrorCode::OutOfMemory, full, false);
        QVERIFY(fault);
        QCOMPARE(fault->layersOnDevice, 2);
        QVERIFY(fault->cause == full);
    }

    void placesToGoTo_data() {
        QTest::addColumn<QList<int>>("cards");
        QTest::addColumn<int>("lost");    // -1: the only one; -2: it is full
        QTest::addColumn<int>("layers");  // there were
        QTest::addColumn<QStringList>("places");
        QTest::newRow("one of two that were named")
            << QList{0, 1} << 1 << 8 << QStringList{"0 auto -1", " cpu 0"};
        QTest::newRow("the one that was named") << QList{1} << 1 << 8 << QStringList{" cpu 0"};
        QTest::newRow("one of several, none was named")
            << QList<int>{} << 1 << 8 << QStringList{" auto -1", " cpu 0"};
        QTest::newRow("the only card") << QList<int>{} << -1 << 8 << QStringList{" cpu 0"};
        QTest::newRow("a full card") << QList{0, 1} << -2 << 8 << QStringList{"0,1 auto 6"};
        QTest::newRow("a full card with one layer") << QList{0} << -2 << 1 << QStringList{" cpu 0"};
    }
    void placesToGoTo() {
        QFETCH(QList<int>, cards);
        QFETCH(int, lost);
        QFETCH(int, layers);
        QFETCH(QStringList, places);
        EngineOptions options;
        options.model = "small";
        options.devices.assign(cards.begin(), cards.end());
        DeviceFault fault = lost >= 0 ? TestDeviceFault::lost(lost)
                                      : DeviceFault{.cause = Message(errors::gpuStopped.message, {"gone"})};
        if (lost == -2) fault.code = ErrorCode::OutOfMemory;
        fault.layersOnDevice = layers;
        QStringList found;
        for (const EngineOptions& one : otherPlaces(options, fault)) {
            QCOMPARE(one.model.string(), std::string("small"));
            found.append(place(one));
        }
        QCOMPARE(found, places);
    }

    void theFirstPlaceThatWorksIsKept_data() {
        QTest::addColumn<int>("failing");
        QTest::addColumn<QString>("kept");
        QTest::newRow("the other card") << 0 << "1 auto -1";
        QTest::newRow("the CPU") << 1 << " cpu 0";
        QTest::newRow("nothing") << 2 << "";
    }
    void theFirstPlaceThatWorksIsKept() {
        QFETCH(int, failing);
        QFETCH(QString, kept);
        EngineOptions options;
        options.devices = {0, 1};
        int tried = 0;
        const auto load = [&](const EngineOptions&) -> std::unique_ptr<Engine> {
            if (tried++ < failing)
                throw Error(ErrorCode::OutOfMemory, "Place " + std::to_string(tried) + " is full.");
            return std::make_unique<test::ScriptedEngine>(std::make_shared<test::EngineScript>());
        };
        if (kept.isEmpty()) {
            QString said;
            try {
                (void)loadElsewhere(options, lost(0), load);
            } catch (const Error& error) {
                said = error.what();
            }
            QCOMPARE(said, QString("Place 2 is full."));
        } else {
            QVERIFY(loadElsewhere(options, lost(0), load));
            QCOMPARE(place(options), kept);
        }
        QCOMPARE(tried, std::min(failing + 1, 2));
    }

    void aStopIsNoReasonToGoElsewhere() {
        EngineOptions options;
        int tried = 0;
        QVERIFY_THROWS_EXCEPTION(Error, (void)loadElsewhere(options, lost(0), [&](const EngineOptions&) {
                                     ++tried;
                                     throw Error(ErrorCode::Cancelled, "Stopped.");
                                     return std::unique_ptr<Engine>();
                                 }));
        QCOMPARE(tried, 1);
    }
};

QTEST_GUILESS_MAIN(TestDeviceFault)
#include "tst_device_fault.moc"
