#include "cache/state_slots.h"

#include <QtTest>
#include <set>

using namespace hearth;

class TestStateSlots : public QObject {
    Q_OBJECT

    using Tokens = std::vector<TokenId>;

private slots:
    void handsOutEverySlotOnce() {
        StateSlots all(3);
        std::set<int32_t> taken;
        for (int i = 0; i < 3; ++i) taken.insert(all.take());
        QCOMPARE(taken, (std::set<int32_t>{0, 1, 2}));
        QCOMPARE(all.take(), -1);
        all.release(-1);
        QCOMPARE(all.take(), -1);
        all.release(1);
        QCOMPARE(all.take(), 1);
        QCOMPARE(StateSlots(0).take(), -1);
    }

    void findsTheLongestPrefix() {
        StateSlots all(4);
        const int32_t two = all.take(), four = all.take(), other = all.take();
        all.keep(Tokens{1, 2}, two);
        all.keep(Tokens{1, 2, 3, 4}, four);
        all.keep(Tokens{1, 9, 3}, other);
        const auto found = [&](const Tokens& tokens) { return all.find(tokens).slot; };
        QCOMPARE(found({1, 2, 3, 4, 5}), four);
        QCOMPARE(found({1, 2, 3, 4}), four);
        QCOMPARE(all.find(Tokens{1, 2, 3, 4}).tokens, size_t{4});
        QCOMPARE(found({1, 2, 3}), two);
        QCOMPARE(found({1, 2, 7, 4}), two);
        QCOMPARE(found({1, 9, 3, 3}), other);
        QCOMPARE(found({1}), -1);
        QCOMPARE(found({}), -1);
        QCOMPARE(all.find(Tokens{2, 2}).tokens, size_t{0});
    }

    void theOldestCheckpointGivesWay() {
        StateSlots all(2);
        all.keep(Tokens{1}, all.take());
        all.keep(Tokens{2}, all.take());
        const int32_t first = all.use(Tokens{1, 5}).slot;  // now {2} is older
        const int32_t taken = all.take();
        QVERIFY(taken >= 0 && taken != first);
        QCOMPARE(all.find(Tokens{2}).slot, -1);
        QCOMPARE(all.find(Tokens{1}).slot, first);
        QCOMPARE(all.take(), first);
        QCOMPARE(all.take(), -1);
        QCOMPARE(all.checkpoints(), size_t{0});
    }

    /// A long prompt that many chats begin with outlives a hundred short chats, but not everything.
    void whatSavesMuchStaysLonger() {
        StateSlots all(4);
        const Tokens prompt(1000, 7);
        all.keep(prompt, all.take());
        int evictions = 0;
        for (TokenId chat = 0; all.find(prompt).slot >= 0; ++chat, ++evictions) {
            QVERIFY(evictions < 1000);
            all.keep(Tokens{100, chat, 3, 4, 5}, all.take());
            all.keep(Tokens{100, chat, 3, 4, 5, 6, 7, 8, 9, 10}, all.take());
        }
        QVERIFY2(evictions > 100, qPrintable(QString::number(evictions)));
    }

    /// Of checkpoints close to each other in one chat, some go; those that are left stand apart.
    void checkpointsOfOneChatThinOut() {
        StateSlots all(8);
        Tokens chat;
        for (TokenId turn = 0; turn < 40; ++turn) {
            chat.insert(chat.end(), 50, turn);
            all.keep(chat, all.take());
        }
        std::vector<size_t> lengths;
        for (const StateSlots::Kept& kept : all.kept()) lengths.push_back(kept.tokens.size());
        std::ranges::sort(lengths);
        QCOMPARE(lengths.back(), chat.size());
        size_t worst = lengths.front();
        for (size_t i = 1; i < lengths.size(); ++i) worst = std::max(worst, lengths[i] - lengths[i - 1]);
        QVERIFY2(worst <= chat.size() / 2, qPrintable(QString::number(worst)));
    }

    void theSameTokensAreKeptOnce() {
        StateSlots all(2);
        const int32_t first = all.take(), second = all.take();
        all.keep(Tokens{1, 2}, first);
        all.keep(Tokens{1, 2}, second);
        QCOMPARE(all.checkpoints(), size_t{1});
        QCOMPARE(all.find(Tokens{1, 2}).slot, first);
        QCOMPARE(all.take(), second);  // it came back
    }

    void listsTheYoungestFirst() {
        StateSlots all(4);
        QVERIFY(all.kept().empty());
        for (const TokenId token : {1, 2, 3}) all.keep(Tokens{token}, all.take());
        (void)all.use(Tokens{2, 9});
        QCOMPARE(all.freeSlots(), size_t{1});
        std::vector<TokenId> first;
        for (const StateSlots::Kept& kept : all.kept()) {
            QCOMPARE(all.find(kept.tokens).slot, kept.slot);
            first.push_back(kept.tokens[0]);
        }
        QCOMPARE(first, (std::vector<TokenId>{2, 3, 1}));
    }

    void clearForgetsAndFrees() {
        StateSlots all(2);
        all.keep(Tokens{1}, all.take());
        all.keep(Tokens{2}, all.take());
        all.clear();
        QCOMPARE(all.find(Tokens{1}).slot, -1);
        QVERIFY(all.take() >= 0 && all.take() >= 0);
        QCOMPARE(all.take(), -1);
    }
};

QTEST_GUILESS_MAIN(TestStateSlots)
#include "tst_state_slots.moc"
