#include "runtime/cache_shares.h"

#include <QtTest>

using namespace hearth;

class TestCacheShares : public QObject {
    Q_OBJECT
private slots:
    void eachGetsAnEqualShare() {
        const std::vector<CacheMemory> caches{{.taken = 10, .most = 1000}, {.taken = 300, .most = 1000}};
        QCOMPARE(cacheShares(caches, 200), (std::vector<uint64_t>{110, 400}));
        QCOMPARE(cacheShares(caches, 0), (std::vector<uint64_t>{10, 300}));
        QVERIFY(cacheShares({}, 100).empty());
    }
    void whatOneDoesNotNeedIsTheOthers() {
        const std::vector<CacheMemory> caches{
            {.taken = 10, .most = 1000}, {.taken = 90, .most = 100}, {.taken = 0, .most = 1000}};
        QCOMPARE(cacheShares(caches, 210), (std::vector<uint64_t>{110, 100, 100}));
        QCOMPARE(cacheShares(caches, 100'000), (std::vector<uint64_t>{1000, 100, 1000}));
    }
    void oneThatHasMoreThanItsMostKeepsIt() {
        const std::vector<CacheMemory> caches{{.taken = 20, .most = 10}, {.taken = 0, .most = 50}};
        QCOMPARE(cacheShares(caches, 40), (std::vector<uint64_t>{20, 40}));
    }
};

QTEST_GUILESS_MAIN(TestCacheShares)
#include "tst_cache_shares.moc"
