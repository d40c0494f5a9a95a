#include "model/rope_table.h"

#include <QtTest>
#include <cmath>

#include "hearth/error.h"

using namespace hearth;

namespace {

RopeConfig plain(uint32_t dims) {
    RopeConfig config;
    config.pairing = RopePairing::Halves;
    config.dims = dims;
    config.originalContext = 4096;
    return config;
}

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-6 * std::abs(b);
}

}  // namespace

/// Expected numbers were computed with the formulas of Hugging Face transformers (modeling_rope_utils) in
/// Python.
class TestRopeTable : public QObject {
    Q_OBJECT
private slots:
    void plainFrequencies();
    void linearDividesAll();
    void factorsDivideEach();
    void yarnKeepsFastAndStretchesSlowPairs();
    void yarnMagnitudes();
    void dynamicGrowsTheBase();
    void refusesFactorsThatDoNotFit();
};

void TestRopeTable::plainFrequencies() {
    const RopeTable table = RopeTable::make(plain(8), {}, 4096);
    QCOMPARE(table.inverseFrequency.size(), size_t{4});
    for (const auto& [pair, expected] : {std::pair{0, 1.0}, {1, 0.1}, {2, 0.01}, {3, 0.001}}) {
        QVERIFY(near(table.inverseFrequency[static_cast<size_t>(pair)], expected));
    }
    QCOMPARE(table.magnitude, 1.0F);
}

void TestRopeTable::linearDividesAll() {
    RopeConfig config = plain(8);
    config.scaling = RopeScaling::Linear, config.factor = 8;
    QVERIFY(near(RopeTable::make(config, {}, 4096).inverseFrequency[1], 0.1 / 8));
}

void TestRopeTable::factorsDivideEach() {
    const std::vector<float> factors{1, 2, 4, 8};
    const RopeTable table = RopeTable::make(plain(8), factors, 4096);
    QVERIFY(near(table.inverseFrequency[0], 1.0));
    QVERIFY(near(table.inverseFrequency[3], 0.001 / 8));
}

void TestRopeTable::yarnKeepsFastAndStretchesSlowPairs() {
    RopeConfig config = plain(64);
    config.scaling = RopeScaling::Yarn, config.factor = 4, config.base = 1e6F, config.originalContext = 32768;
    const RopeTable table = RopeTable::make(config, {}, 131072), own = RopeTable::make(
                                                                     [] {
                                                                         RopeConfig c = plain(64);
                                                                         c.base = 1e6F;
                                                                         return c;
                                                                     }(),
                                                                     {}, 0);
    // low = floor(64 ln(32768 / (32 * 2 pi)) / (2 ln 1e6)) = 11, high = ceil(64 ln(32768 / (2 pi)) / (2 ln
    // 1e6)) = 20
    for (size_t pair = 0; pair < 32; ++pair) {
        const double kept = pair <= 11 ? 1.0 : pair >= 20 ? 0.0 : 1.0 - (static_cast<double>(pair) - 11) / 9;
        QVERIFY(near(table.inverseFrequency[pair], own.inverseFrequency[pair] * (kept + (1 - kept) / 4)));
    }
}

void TestRopeTable::yarnMagnitudes() {
    RopeConfig config = plain(8);
    config.scaling = RopeScaling::Yarn, config.factor = 40;
    QVERIFY(near(RopeTable::make(config, {}, 0).magnitude, 0.1 * std::log(40.0) + 1));
    config.magnitudeAllDims = 1.0F;  // DeepSeek: mscale and mscale_all_dim alike cancel
    QVERIFY(near(RopeTable::make(config, {}, 0).magnitude, 1.0));
    config.magnitudeAllDims = 0.707F;
    QVERIFY(near(RopeTable::make(config, {}, 0).magnitude,
                 (0.1 * std::log(40.0) + 1) / (0.0707 * std::log(40.0) + 1)));
    QCOMPARE(yarnMagnitude(0.5F, 1.0F), 1.0F);
}

void TestRopeTable::dynamicGrowsTheBase() {
    RopeConfig config = plain(8);
    config.scaling = RopeScaling::Dynamic, config.factor = 2;
    QVERIFY(near(RopeTable::make(config, {}, 4096).inverseFrequency[1], 0.1));
    // base * ((2 * 8192 / 4096) - 1) ^ (8 / 6) = 10000 * 3 ^ (4 / 3)
    const double base = 10000 * std::pow(3.0, 4.0 / 3.0);
    QVERIFY(near(RopeTable::make(config, {}, 8192).inverseFrequency[1], std::pow(base, -0.25)));
}

void TestRopeTable::refusesFactorsThatDoNotFit() {
    const std::vector<float> three{1, 1, 1}, zero{1, 0, 1, 1}, notANumber{1, NAN, 1, 1};
    for (const auto& factors : {three, zero, notANumber}) {
        QVERIFY_THROWS_EXCEPTION(Error, (void)RopeTable::make(plain(8), factors, 0));
    }
}

QTEST_GUILESS_MAIN(TestRopeTable)
#include "tst_rope_table.moc"
