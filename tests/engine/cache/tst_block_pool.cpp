#include "cache/block_pool.h"

#include <QtTest>

using hearth::BlockPool;

class TestBlockPool : public QObject {
    Q_OBJECT
private slots:
    void handsOutEveryBlockOnce();
    void freesABlockWithItsLastOwner();
    void takesMemoryAsItIsNeeded();
    void doesWithoutMemoryThatIsNotThere();

    void growsUpToItsLimit() {
        BlockPool pool(100, [](uint32_t) { return true; });
        pool.limit(6);
        QCOMPARE(pool.size(), 6U);
        QVERIFY(pool.isShort());
        for (int i = 0; i < 6; ++i) QCOMPARE(pool.take(), i);
        QCOMPARE(pool.take(), -1);
        pool.limit(1000);
        QVERIFY(!pool.isShort());
        QCOMPARE(pool.take(), 6);
        // Blocks with an owner stay.
        pool.limit(2);
        QCOMPARE(pool.size(), pool.committed());
        QVERIFY(pool.committed() >= 7);
        QCOMPARE(pool.owned(), 7U);
    }
    void shrinksToTheLastOwner() {
        BlockPool pool(100, [](uint32_t) { return true; });
        std::vector<int32_t> taken;
        for (int i = 0; i < 8; ++i) taken.push_back(pool.take());
        pool.release(7);
        pool.release(6);
        pool.release(3);
        pool.limit(0);
        QCOMPARE(pool.shrink(0), 6U);
        QCOMPARE(pool.freeBlocks(), 1U);
        QCOMPARE(pool.take(), 3);
        QCOMPARE(pool.take(), -1);
        for (const int32_t block : {0, 2, 1, 5}) pool.release(block);
        pool.handOutLowFirst();
        QCOMPARE(pool.take(), 0);
        QCOMPARE(pool.take(), 1);
        pool.limit(100);
        for (int i = 0; i < 96; ++i) QVERIFY(pool.take() >= 0);
        QCOMPARE(pool.take(), -1);
    }
};

void TestBlockPool::handsOutEveryBlockOnce() {
    BlockPool pool(5);
    QSet<int32_t> seen;
    for (int i = 0; i < 5; ++i) seen.insert(pool.take());
    QCOMPARE(seen, (QSet<int32_t>{0, 1, 2, 3, 4}));
    QCOMPARE(pool.take(), -1);
    QCOMPARE(pool.freeBlocks(), 0U);
}

void TestBlockPool::freesABlockWithItsLastOwner() {
    BlockPool pool(1);
    const int32_t block = pool.take();
    pool.retain(block);
    pool.release(block);
    QCOMPARE(pool.freeBlocks(), 0U);
    QCOMPARE(pool.references(block), 1U);
    pool.release(block);
    QCOMPARE(pool.freeBlocks(), 1U);
    pool.release(block);  // once too often changes nothing
    pool.release(-1);
    QCOMPARE(pool.freeBlocks(), 1U);
    QCOMPARE(pool.take(), block);
}

void TestBlockPool::takesMemoryAsItIsNeeded() {
    std::vector<uint32_t> asked;
    BlockPool pool(3000, [&](uint32_t count) {
        asked.push_back(count);
        return true;
    });
    QCOMPARE(pool.freeBlocks(), 3000U);
    QVERIFY(asked.empty());
    const int32_t first = pool.take();
    QCOMPARE(first, 0);
    QCOMPARE(asked.size(), size_t{1});
    QVERIFY(asked.front() < 300);
    // A released block is reused before memory is requested.
    pool.release(first);
    QCOMPARE(pool.take(), first);
    QCOMPARE(asked.size(), size_t{1});
    for (int i = 1; i < 3000; ++i) QCOMPARE(pool.take(), i);
    QCOMPARE(asked.back(), 3000U);
    QCOMPARE(pool.take(), -1);
    QVERIFY(!pool.isShort());
}

void TestBlockPool::doesWithoutMemoryThatIsNotThere() {
    bool isThere = true;
    BlockPool pool(100, [&](uint32_t) { return isThere; });
    std::vector<int32_t> taken;
    for (int i = 0; i < 4; ++i) taken.push_back(pool.take());
    isThere = false;
    QCOMPARE(pool.take(), -1);
    QVERIFY(pool.isShort());
    QCOMPARE(pool.size(), 4U);
    QCOMPARE(pool.capacity(), 100U);
    QCOMPARE(pool.freeBlocks(), 0U);
    pool.release(taken.back());
    QCOMPARE(pool.take(), taken.back());
    isThere = true;
    QCOMPARE(pool.take(), -1);  // it is not asked for each time
    pool.tryAgain();
    QCOMPARE(pool.freeBlocks(), 96U);
    QCOMPARE(pool.take(), 4);
    QCOMPARE(pool.size(), 100U);
}

QTEST_GUILESS_MAIN(TestBlockPool)
#include "tst_block_pool.moc"
