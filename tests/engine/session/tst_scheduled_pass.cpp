// The rows of a pass, and who is answered.
#include <QtTest>

#include "session/scheduled_pass.h"
#include "support/greedy_client.h"

using namespace hearth;
using namespace hearth::test;

class TestScheduledPass : public QObject {
    Q_OBJECT

    GreedyClient m_client{1};

    Sequence sequenceOf(std::vector<TokenId> tokens, size_t promptTokens, size_t processed) {
        Sequence sequence;
        sequence.client = &m_client;
        sequence.tokens = std::move(tokens);
        sequence.promptTokens = promptTokens;
        sequence.processed = processed;
        sequence.admitted = true;
        return sequence;
    }

private slots:
    void aPartOfAPromptWantsNoLogits() {
        Sequence prompt = sequenceOf({5, 6, 7, 8}, 4, 1);
        ScheduledPass pass(RowKind::Prompt);
        pass.add(prompt, 2);
        QCOMPARE(pass.rows(), size_t{2});
        QCOMPARE(pass.batch().kind, RowKind::Prompt);
        QCOMPARE(pass.batch().rows[1].token, TokenId{7});
        QCOMPARE(pass.batch().rows[1].position, 2);
        QVERIFY(!pass.batch().rows[1].wantLogits);
        QCOMPARE(pass.logitRows(), size_t{0});
        QVERIFY(!pass.onlyDecodes());
        QVERIFY(pass.answering().empty());
        QCOMPARE(prompt.rowsInPass, size_t{2});
    }

    void draftsStandBehindTheLastTokenAndAreAnswered() {
        Sequence first = sequenceOf({5, 6, 7}, 2, 2), second = sequenceOf({1, 2}, 1, 1);
        first.drafts = {8, 9};
        ScheduledPass pass(RowKind::Reply);
        pass.add(first, 1);
        pass.add(second, 1);
        QCOMPARE(pass.rows(), size_t{4});
        QCOMPARE(pass.logitRows(), size_t{4});
        QVERIFY(pass.onlyDecodes());
        QCOMPARE(pass.batch().rows[2].token, TokenId{9});
        QCOMPARE(pass.batch().rows[2].position, 4);
        QCOMPARE(pass.batch().rows[3].sequence, 1U);
        const auto rows = pass.answering();
        QCOMPARE(rows.size(), size_t{4});
        QCOMPARE(rows[2].ahead.size(), size_t{2});
        QVERIFY(rows[3].ahead.empty());
    }

    /// The states behind all rows but the last one, which is the sequence's own.
    void statesInFrontOfDraftsAreKept() {
        Sequence sequence = sequenceOf({5, 6, 7}, 2, 2);
        sequence.drafts = {8, 9};
        sequence.stateSlot = 3;
        sequence.rowStates = {6, 7, 3};
        ScheduledPass pass(RowKind::Reply);
        pass.add(sequence, 1);
        std::vector<int32_t> kept;
        for (const BatchRow& row : pass.batch().rows) kept.push_back(row.keptState);
        QCOMPARE(kept, (std::vector<int32_t>{6, 7, -1}));
        QCOMPARE(pass.batch().sequences[0].stateSlot, 3);
    }

    void whatWasStoppedWaitsAsBefore() {
        Sequence sequence = sequenceOf({5, 6, 7}, 2, 2);
        sequence.drafts = {8};
        ScheduledPass pass(RowKind::Reply);
        pass.add(sequence, 1);
        pass.abandon();
        QCOMPARE(sequence.rowsInPass, size_t{0});
        QVERIFY(sequence.drafts.empty());
        QVERIFY(sequence.decodes());
    }
};

QTEST_GUILESS_MAIN(TestScheduledPass)
#include "tst_scheduled_pass.moc"
