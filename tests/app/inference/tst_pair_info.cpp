#include "inference/pair_info.h"

#include <QtTest>

#include "hearth/routing.h"

using namespace hearth;
using namespace hearth::app;

class TestPairInfo : public QObject {
    Q_OBJECT
private slots:
    void isOfBoth() {
        EngineInfo small, large;
        small.modelName = "little";
        small.contextLength = 1000;
        small.parameters = 3;
        small.memory.kvBytes = 7;
        small.memory.layersOnDevice = 1;
        small.canSlide = small.onDevice = true;
        large.contextLength = 4000;
        large.parameters = 40;
        large.memory.kvBytes = 5;
        large.memory.layersOnDevice = 2;
        large.canSlide = true;
        const EngineInfo pair = pairInfo(small, large);
        QCOMPARE(pair.parts.size(), size_t(2));
        QCOMPARE(pair.modelName, std::string(routedModelName));
        QCOMPARE(pair.contextLength, 4000);
        QCOMPARE(pair.parameters, small.parameters + large.parameters);
        QCOMPARE(pair.memory.kvBytes, uint64_t(12));
        QCOMPARE(pair.memory.layersOnDevice, 3);
        QVERIFY(pair.onDevice && !pair.canSlide);
    }
    void seesWhatTheLargeOneSees() {
        EngineInfo small, large;
        small.memory.visionBytes = 30;
        small.seesPictures = true;
        QVERIFY(!pairInfo(small, large).seesPictures);
        large.memory.visionBytes = 40;
        large.seesPictures = true;
        QVERIFY(pairInfo(small, large).seesPictures);
        QCOMPARE(pairInfo(small, large).memory.visionBytes, uint64_t(70));
    }
    void runsHereIfOneOfBothDoes() {
        EngineInfo small, large;
        large.serverHost = "rack.lan";
        QVERIFY(pairInfo(small, large).serverHost.empty());
        small.serverHost = "rack.lan";
        QCOMPARE(pairInfo(small, large).serverHost, std::string("rack.lan"));
    }
    void cachesAreAddedUp() {
        CacheStats small, large;
        small.blocks = 1, small.bytes = 10, small.cachedTokens = 100, small.groups = {{.window = 0}};
        large.blocks = 2, large.bytes = 20, large.cachedTokens = 200, large.groups = {{.window = 64}};
        const CacheStats stats = pairStats(small, large);
        QCOMPARE(stats.blocks, uint64_t(3));
        QCOMPARE(stats.bytes, uint64_t(30));
        QCOMPARE(stats.cachedTokens, uint64_t(300));
        QCOMPARE(stats.groups.size(), size_t(2));
        PrefixUse ofSmall, ofLarge;
        ofSmall.bytes = 5;
        ofSmall.tenants.resize(1);
        ofSmall.tenants[0].bytes = 4;
        ofSmall.tenants[0].sharesWith = {1};
        ofLarge.bytes = 7;
        ofLarge.tenants.resize(2);
        ofLarge.tenants[0].bytes = 6;
        ofLarge.tenants[1].bytes = 1;
        const PrefixUse use = pairUse(ofSmall, ofLarge);
        QCOMPARE(use.bytes, uint64_t(12));
        QCOMPARE(use.tenants.size(), size_t(2));
        QCOMPARE(use.tenants[0].bytes, uint64_t(10));
        QCOMPARE(use.tenants[0].sharesWith, std::vector<size_t>{1});
        QCOMPARE(use.tenants[1].bytes, uint64_t(1));
    }
};

QTEST_GUILESS_MAIN(TestPairInfo)
#include "tst_pair_info.moc"
