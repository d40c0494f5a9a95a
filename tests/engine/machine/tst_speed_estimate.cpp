#include "hearth/speed_estimate.h"

#include <QtTest>

using namespace hearth;

class TestSpeedEstimate : public QObject {
    Q_OBJECT

    /// A thousand million weights of 8 bits, a tenth of them the head.
    static TokenWork work() {
        TokenWork work;
        work.products = {{BlockType::Q8_0, 1'000'000'000, 1'062'500'000, 100'000'000}};
        work.layers = 20;
        work.cachedNumbers = 10'000;
        return work;
    }
    static DeviceSpeed speed() {
        DeviceSpeed speed;
        speed.backend = "cpu";
        speed.readBytesPerS = 20e9;
        speed.operationS = 10e-6;
        speed.products = {{BlockType::Q8_0, {10e9, 5e9, 2.5e9, 0.1e9}}};
        return speed;
    }

private slots:
    // By hand: 100 ms of products, 20 x 6 operations of 10 us, and 1,000 positions of 20 KB at 20 GB/s.
    void theTimesAddUp() {
        const auto guess = estimateSpeed(work(), speed(), 1000);
        QVERIFY(guess.has_value());
        QVERIFY(qAbs(guess->tokenS - (0.1 + 0.0012 + 0.001)) < 1e-9);
        QVERIFY(qAbs(guess->tokensPerS() * guess->tokenS - 1) < 1e-9);
        // The work takes longer than the bytes: 1,000 positions of 80,000 operations at 20 GFLOP/s.
        TokenWork looking = work();
        looking.attentionFlops = 80'000;
        DeviceSpeed slow = speed();
        slow.attentionFlopsPerS = 20e9;
        QVERIFY(qAbs(estimateSpeed(looking, slow, 1000)->tokenS - (0.1 + 0.0012 + 0.004)) < 1e-9);
        // 9 s for 256 rows, without the head.
        QVERIFY(qAbs(guess->promptTokenS - (9 + 0.0012) / 256) < 1e-9);
        QVERIFY(qAbs(guess->firstTokenS(512) - (512 * guess->promptTokenS + guess->tokenS)) < 1e-9);
    }

    void whatWasNotMeasuredIsNotGuessed() {
        TokenWork mixed = work();
        mixed.products.push_back({BlockType::Q4_K, 1000, 562, 0});
        QVERIFY(!estimateSpeed(mixed, speed(), 0).has_value());
        QVERIFY(roofline(mixed, speed()).points.empty());
        QVERIFY(!estimateSpeed(TokenWork(), speed(), 0).has_value());
    }

    // One reply reads 10.6 of 20 GB/s and computes 20 of 51 GFLOP/s; a prompt is at the roof of the
    // arithmetic.
    void pointsStandBelowTheRoofs() {
        const Roofline roofs = roofline(work(), speed());
        QCOMPARE(roofs.points.size(), ProductSpeed::rowCounts.size());
        QCOMPARE(roofs.bytesPerS, 20e9);
        QVERIFY(qAbs(roofs.flopsPerS - 51.2e9) < 1e6);
        QCOMPARE(roofs.points[0].rows, 1U);
        QVERIFY(qAbs(roofs.points[0].bytesPerS - 10.625e9) < 1e6);
        QVERIFY(qAbs(roofs.points[0].flopsPerS - 20e9) < 1e6);
        QVERIFY(qAbs(roofs.points[0].flopsPerByte - 2e9 / 1.0625e9) < 1e-6);
        QCOMPARE(roofs.points[0].bound, SpeedBound::Memory);
        QCOMPARE(roofs.points[3].bound, SpeedBound::Arithmetic);
        for (const RooflinePoint& point : roofs.points) QVERIFY(point.flopsPerS <= roofs.flopsPerS);
    }
};

QTEST_APPLESS_MAIN(TestSpeedEstimate)
#include "tst_speed_estimate.moc"
