#include "cache/residual_block_slots.h"

#include <QtTest>
#include <set>

using namespace hearth;

class TestResidualBlockSlots : public QObject {
    Q_OBJECT

    using Tokens = std::vector<TokenId>;
    const SequenceOrigin m_plain, m_moved{1, 2};

private slots:
    void handsOutEveryOneOnce() {
        ResidualBlockSlots all(2);
        const std::set<int32_t> taken{all.take(), all.take()};
        QCOMPARE(taken, (std::set<int32_t>{0, 1}));
        QVERIFY(!all.hasAny());
        QCOMPARE(all.take(), -1);
        all.release(-1);
        QCOMPARE(all.take(), -1);
        all.release(1);
        QVERIFY(all.hasAny());
        QCOMPARE(all.take(), 1);
    }

    void findsWhatWasKept() {
        ResidualBlockSlots all(4);
        const int32_t two = all.take(), four = all.take(), behind = all.take();
        all.keep(Tokens{1, 2}, two, m_plain);
        all.keep(Tokens{1, 2, 3, 4}, four, m_plain);
        all.keep(Tokens{1, 2, 3}, behind, m_moved);
        QCOMPARE(all.find(Tokens{1, 2, 3}, m_plain).slot, two);
        QCOMPARE(all.find(Tokens{1, 2, 3, 4, 5}, m_plain).slot, four);
        QCOMPARE(all.find(Tokens{1, 2, 3, 4, 5}, m_plain).tokens, size_t{4});
        QCOMPARE(all.use(Tokens{1, 2, 3, 4}, m_moved).slot, behind);
        QCOMPARE(all.find(Tokens{1, 2}, m_moved).slot, -1);
        // The same again is given back.
        const int32_t again = all.take();
        all.keep(Tokens{1, 2}, again, m_plain);
        QCOMPARE(all.find(Tokens{1, 2}, m_plain).slot, two);
        QCOMPARE(all.take(), again);
    }

    void theOldestGivesWay() {
        ResidualBlockSlots all(2);
        all.keep(Tokens{1, 1, 1, 1}, all.take(), m_plain);
        all.keep(Tokens{2}, all.take(), m_plain);
        const int32_t first = all.use(Tokens{1, 1, 1, 1, 5}, m_plain).slot;
        QVERIFY(all.take() != first);
        QCOMPARE(all.find(Tokens{2}, m_plain).slot, -1);
        QCOMPARE(all.find(Tokens{1, 1, 1, 1}, m_plain).slot, first);
        all.clear();
        QCOMPARE(all.find(Tokens{1, 1, 1, 1}, m_plain).slot, -1);
        QCOMPARE(all.take(), first);
    }
};

QTEST_APPLESS_MAIN(TestResidualBlockSlots)
#include "tst_residual_block_slots.moc"
