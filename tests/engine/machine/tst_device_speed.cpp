#include <QElapsedTimer>
#include <QtTest>

#include "hearth/error.h"
#include "hearth/speed_estimate.h"
#include "support/plausible_bandwidth.h"

using namespace hearth;

class TestDeviceSpeed : public QObject {
    Q_OBJECT

private slots:
    // More rows at once are more work in all; one row is no more than memory gives, as far as it was not
    // cached.
    void theProcessorIsMeasured() {
        const std::array types = {BlockType::Q4_0};
        const DeviceSpeed speed = measureDeviceSpeed("cpu", 1, types);
        QCOMPARE(speed.backend, std::string("cpu"));
        QCOMPARE(speed.threads, 1);
        QVERIFY(speed.readBytesPerS > test::leastReadBandwidth);
        QVERIFY(speed.operationS > 0 && speed.operationS < 0.01);
        QVERIFY(speed.attentionFlopsPerS > 1e6);
        QCOMPARE(speed.products.size(), size_t{1});
        const ProductSpeed* product = speed.of(BlockType::Q4_0);
        QVERIFY(product != nullptr);
        for (const double rate : product->weightsPerS) QVERIFY(rate > 1e6);
        QVERIFY(8 * product->weightsPerS[2] > product->weightsPerS[0]);
        QVERIFY(speed.of(BlockType::F16) == nullptr);
    }

    void aStopIsHeardAndANameMustBeKnown() {
        std::stop_source stop;
        stop.request_stop();
        const std::array types = {BlockType::F16};
        QVERIFY_THROWS_EXCEPTION(Error, measureDeviceSpeed("cpu", 1, types, stop.get_token()));
        QVERIFY_THROWS_EXCEPTION(Error, measureDeviceSpeed("abacus", 1, types));
    }
};

QTEST_APPLESS_MAIN(TestDeviceSpeed)
#include "tst_device_speed.moc"
