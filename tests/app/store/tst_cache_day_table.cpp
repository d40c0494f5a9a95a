#include "store/cache_day_table.h"

#include <QtTest>

#include "store/store.h"

using namespace hearth::app::store;

class TestCacheDayTable : public QObject {
    Q_OBJECT

private slots:
    void daysAddUp() {
        const auto store = Store::inMemory();
        CacheDayTable& days = store->cacheDays();
        QCOMPARE(days.since(0).promptTokens, 0);
        days.add(100, {1000, 600, 200, 1500.4});
        days.add(100, {10, 4, 0, 2});
        days.add(107, {50, 50, 50, 7});
        const CacheSavings all = days.since(0);
        QCOMPARE(all.promptTokens, 1060);
        QCOMPARE(all.reusedTokens, 654);
        QCOMPARE(all.diskTokens, 250);
        QCOMPARE(all.savedMs, 1509.0);
        QCOMPARE(days.since(101).reusedTokens, 50);
        QCOMPARE(days.since(108).reusedTokens, 0);
        QVERIFY(CacheDayTable::today() > 20000);
    }
};

QTEST_GUILESS_MAIN(TestCacheDayTable)
#include "tst_cache_day_table.moc"
