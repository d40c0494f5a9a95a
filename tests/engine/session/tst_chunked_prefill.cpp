// Chunk boundaries of prompts.
#include <QtTest>

#include "session/chunked_prefill.h"

using namespace hearth;

class TestChunkedPrefill : public QObject {
    Q_OBJECT

    static Sequence sequenceOf(size_t promptTokens, size_t generated = 0) {
        Sequence sequence;
        sequence.tokens.ids.assign(promptTokens + generated, 1);
        sequence.promptTokens = promptTokens;
        return sequence;
    }
    /// Processes all of a prompt; where each chunk ended.
    static std::vector<size_t> endsOf(const ChunkedPrefill& chunks, Sequence& sequence) {
        std::vector<size_t> ends;
        while (sequence.processed < sequence.promptTokens) {
            const size_t rows = chunks.next(sequence, chunks.mostRows(), chunks.mostRows());
            ChunkedPrefill::keepStart(sequence);
            sequence.processed += rows;
            ends.push_back(sequence.processed);
        }
        return ends;
    }
    using Positions = std::vector<size_t>;

private slots:
    void takesAsMuchAsAPassHolds() {
        Sequence sequence = sequenceOf(250);
        QCOMPARE(endsOf(ChunkedPrefill(96, 8, false), sequence), (Positions{96, 192, 250}));
        QCOMPARE(sequence.chunkStarts, (Positions{0, 96, 192}));
        sequence.processed = 0;
        QCOMPARE(ChunkedPrefill(96, 8, false).next(sequence, 10, 10), size_t{10});
    }

    void statesAreWantedAtMultiplesAndAtTheLastBlockBorder() {
        Sequence sequence = sequenceOf(1100);
        QCOMPARE(endsOf(ChunkedPrefill(400, 8, true), sequence),
                 (Positions{400, 512, 912, 1024, 1088, 1100}));
        for (const size_t position : {512U, 1024U, 1088U}) {
            sequence.processed = position;
            QVERIFY(ChunkedPrefill::endsWhereStateIsKept(sequence));
        }
        sequence.processed = 912;
        QVERIFY(!ChunkedPrefill::endsWhereStateIsKept(sequence));
        // Nobody resumes from the states of who leaves nothing behind.
        Sequence alone = sequenceOf(1100);
        alone.options.reuse = false;
        QCOMPARE(endsOf(ChunkedPrefill(400, 8, true), alone), (Positions{400, 800, 1100}));
    }

    /// A span whose rows see each other both ways is in one pass.
    void chunksDivideNoUnit() {
        const auto with = [](int64_t first, uint32_t rows, bool bothWays) {
            Sequence sequence = sequenceOf(250);
            sequence.tokens.spans = {{.content = {1, 0}, .first = first, .rows = rows, .bothWays = bothWays}};
            return sequence;
        };
        const ChunkedPrefill chunks(96, 8, false), recurrent(400, 8, true);
        Sequence causal = with(90, 60, false), unit = with(90, 60, true), long_ = with(50, 120, true);
        QCOMPARE(endsOf(chunks, causal), (Positions{96, 192, 250}));
        QCOMPARE(endsOf(chunks, unit), (Positions{90, 186, 250}));
        // With too little room in a pass that others share it waits for the next.
        unit.processed = 90;
        unit.chunkStarts.clear();
        QCOMPARE(chunks.next(unit, 59, 59), size_t{0});
        QCOMPARE(chunks.next(unit, 60, 60), size_t{60});
        QCOMPARE(chunks.next(unit, 10, 80), size_t{60});
        QCOMPARE(ChunkedPrefill::wholeUnits(unit, 100, 100), size_t{100});
        QCOMPARE(ChunkedPrefill::wholeUnits(unit, 10, 10), size_t{0});
        // It may be longer than chunks are, as long as a pass holds it.
        long_.processed = 50;
        QCOMPARE(chunks.next(long_, 96, 119), size_t{0});
        QCOMPARE(chunks.next(long_, 96, 512), size_t{120});
        long_.processed = 0;
        QCOMPARE(chunks.next(long_, 96, 512), size_t{50});
        // The border where a state is wanted is passed over.
        Sequence state = with(200, 30, true);
        QCOMPARE(endsOf(recurrent, state), (Positions{200, 230, 250}));
    }

    void whatWasLostIsCutAsBefore() {
        const ChunkedPrefill chunks(96, 8, false);
        Sequence sequence = sequenceOf(250);
        sequence.chunkStarts = {0, 40, 136};
        QCOMPARE(endsOf(chunks, sequence), (Positions{40, 136, 232, 250}));
        QCOMPARE(sequence.chunkStarts, (Positions{0, 40, 136, 232}));
    }

    /// All but the last token, whose row decodes.
    void aLostReplyGoesThroughPassesThatDecode() {
        const ChunkedPrefill chunks(96, 8, false);
        Sequence sequence = sequenceOf(50, 20);
        sequence.processed = 50;
        QCOMPARE(chunks.next(sequence, 96, 96), size_t{8});
        QCOMPARE(chunks.next(sequence, 5, 5), size_t{5});
        sequence.processed = 66;
        QCOMPARE(chunks.next(sequence, 96, 96), size_t{3});
        ChunkedPrefill::keepStart(sequence);
        QVERIFY(sequence.chunkStarts.empty());
    }
};

QTEST_GUILESS_MAIN(TestChunkedPrefill)
#include "tst_chunked_prefill.moc"
