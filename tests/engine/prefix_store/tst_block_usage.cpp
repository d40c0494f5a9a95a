#include "prefix_store/block_usage.h"

#include <QtTest>

using namespace hearth;

class TestBlockUsage : public QObject {
    Q_OBJECT
private slots:
    void theLeastRecentlyUsedGoFirstAndEndsBeforeBeginnings() {
        BlockUsage usage;
        for (const uint32_t depth : {0U, 1U, 2U}) usage.add(block(1, depth, 100));
        usage.add(block(2, 0, 50));
        usage.add(block(2, 1, 50));
        QCOMPARE(usage.bytes(), uint64_t{50});
        QCOMPARE(order(usage),
                 (std::vector<std::pair<uint64_t, uint32_t>>{{2, 1}, {2, 0}, {1, 2}, {1, 1}, {1, 0}}));
        QCOMPARE(usage.bytes(), uint64_t{0});
        QCOMPARE(usage.size(), size_t{0});
    }

    void useMovesToALaterTimeAlone() {
        BlockUsage usage;
        usage.add(block(1, 0, 100));
        usage.add(block(2, 0, 50));
        usage.use({9, 9}, block(2, 0, 0).name, 200);
        usage.use({9, 9}, block(1, 0, 0).name, 40);
        usage.use({9, 9}, block(3, 0, 0).name, 300);
        usage.use({8, 8}, block(1, 0, 0).name, 300);
        QCOMPARE(order(usage), (std::vector<std::pair<uint64_t, uint32_t>>{{1, 0}, {2, 0}}));
    }

    /// A sequence that is longer than the room keeps its beginning.
    void nothingMakesRoomForWhatGoesBeforeIt() {
        BlockUsage usage;
        QVERIFY(!usage.firstBefore(INT64_MAX, 0));
        usage.add(block(1, 3, 100));
        QVERIFY(!usage.firstBefore(99, 0));
        QVERIFY(!usage.firstBefore(100, 3));
        QVERIFY(!usage.firstBefore(100, 4));
        QVERIFY(usage.firstBefore(100, 2));
        QVERIFY(usage.firstBefore(101, 9));
    }

    void whatIsAddedAgainIsReplaced() {
        BlockUsage usage;
        usage.add(block(1, 0, 100));
        StoredBlock again = block(1, 0, 70);
        again.bytes = 25;
        usage.add(again);
        QCOMPARE(usage.size(), size_t{1});
        QCOMPARE(usage.bytes(), uint64_t{25});
        QVERIFY(usage.contains(again.space, again.name));
        usage.remove(again.space, again.name);
        usage.remove(again.space, again.name);
        QVERIFY(!usage.contains(again.space, again.name));
        QCOMPARE(usage.bytes(), uint64_t{0});
    }

private:
    static StoredBlock block(uint64_t key, uint32_t depth, FileTime time) {
        return {.space = {9, 9}, .name = {{key, depth}, depth}, .bytes = 10, .lastUse = time};
    }
    static std::vector<std::pair<uint64_t, uint32_t>> order(BlockUsage& usage) {
        std::vector<std::pair<uint64_t, uint32_t>> order;
        while (const auto first = usage.firstBefore(INT64_MAX, 0)) {
            order.emplace_back(first->name.key.low, first->name.depth);
            usage.remove(first->space, first->name);
        }
        return order;
    }
};

QTEST_APPLESS_MAIN(TestBlockUsage)
#include "tst_block_usage.moc"
