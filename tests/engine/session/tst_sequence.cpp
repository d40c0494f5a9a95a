#include "session/sequence.h"

#include <QtTest>
#include <numeric>

using namespace hearth;

class TestSequence : public QObject {
    Q_OBJECT

    static Sequence sequenceOf(size_t count) {
        Sequence sequence;
        sequence.tokens.ids.resize(count);
        std::iota(sequence.tokens.ids.begin(), sequence.tokens.ids.end(), 0);
        sequence.promptTokens = count - 10;
        sequence.processed = count;
        sequence.admitted = true;
        return sequence;
    }

private slots:
    /// It stays where it is until it is moved, and goes on behind what was moved.
    void slides() {
        Sequence sequence = sequenceOf(200);
        sequence.slide(32, 96, 777);
        QVERIFY(sequence.rebuilds());
        QVERIFY(sequence.movesNext());
        QVERIFY(!sequence.decodes());
        QCOMPARE(sequence.tokens.size(), size_t{200});
        QCOMPARE(sequence.mostTokens(), size_t{200});
        sequence.enter(1);
        QVERIFY(!sequence.rebuilds());
        QCOMPARE(sequence.movedTokens(), size_t{104});
        QCOMPARE(sequence.tokens.size(), size_t{105});
        QCOMPARE(sequence.tokens[32], 128);
        QCOMPARE(sequence.tokens.back(), 777);
        sequence.processed = sequence.movedTokens();
        QVERIFY(sequence.decodes());
        // And back, to make what was lost, with its prompt and its reply.
        sequence.enter(0);
        QCOMPARE(sequence.tokens.size(), size_t{200});
        QCOMPARE(sequence.promptTokens, size_t{190});
        QVERIFY(sequence.processesPrompt());
        QCOMPARE(sequence.rowsToCome(), size_t{201});
        sequence.enter(1);
        sequence.processed = sequence.tokens.size();
        sequence.slide(32, 32, 5);
        QCOMPARE(sequence.stages.size(), size_t{3});
        sequence.enter(2);
        QCOMPARE(sequence.tokens.size(), size_t{74});
        QCOMPARE(sequence.mostTokens(), size_t{200});
    }
    void restarts() {
        Sequence sequence = sequenceOf(200);
        sequence.restart(32, 96, 777);
        QCOMPARE(sequence.tokens.size(), size_t{105});
        QCOMPARE(sequence.tokens[32], 128);
        QCOMPARE(sequence.promptTokens, size_t{105});
        QCOMPARE(sequence.processed, size_t{0});
        QVERIFY(!sequence.rebuilds());
    }
};

QTEST_GUILESS_MAIN(TestSequence)
#include "tst_sequence.moc"
