#include "cache/block_pool.h"

#include <QtTest>

using hearth::BlockPool;

class TestBlockPool : public QObject {
    Q_OBJECT
private slots:
    void handsOutEveryBlockOnce();
    void freesABlockWithItsLastOwner();
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

QTEST_GUILESS_MAIN(TestBlockPool)
#include "tst_block_pool.moc"
