#include "session/draft_states.h"

#include <filesystem>
#include <set>

#include "cached_sequences.h"

using namespace hearth;
using namespace hearth::test;

class TestDraftStates : public QObject {
    Q_OBJECT

private slots:
    /// After rejected drafts, the state before the first rejected one becomes the sequence's own.
    void goesBackToTheStateInFrontOfADraft() {
        CachedSequences cached;
        const auto model = Model::load(
            GgufFile::open(std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families/lfm2.gguf"),
            cached.backend, 512, {.rows = 96, .logitRows = 8});
        SequenceCache cache(*model, KvType::F16, 16);
        Sequence sequence = cached.sequenceOf(randomTokens(20, 1));
        cache.takeRowStates(sequence);
        QVERIFY(sequence.rowStates.empty());  // no drafts
        cached.process(cache, sequence);
        sequence.stateSlot = cache.memory().states()->slotCount - 20;
        const int32_t own = sequence.stateSlot;
        const size_t all = cache.mostDrafts(sequence);
        QCOMPARE(all, size_t{Backend::fewRows - 1});
        for (const size_t accepted : {0U, 1U, 2U, 3U}) {
            const int32_t before = sequence.stateSlot;
            sequence.drafts = {1, 2, 3};
            cache.takeRowStates(sequence);
            QCOMPARE(sequence.rowStates.size(), size_t{4});
            QCOMPARE(sequence.rowStates.back(), before);
            QCOMPARE(cache.mostDrafts(sequence), all - 3);
            const int32_t wanted = sequence.rowStates[accepted];
            cache.settleRowStates(sequence, accepted);
            QCOMPARE(sequence.stateSlot, wanted);
            QVERIFY(sequence.rowStates.empty());
            QCOMPARE(cache.mostDrafts(sequence), all);
        }
        QVERIFY(sequence.stateSlot != own);
        // All seven slots and its own are different ones.
        sequence.drafts = {1, 2, 3, 4, 5, 6, 7};
        cache.takeRowStates(sequence);
        QCOMPARE(std::set(sequence.rowStates.begin(), sequence.rowStates.end()).size(), all + 1);
        cache.settleRowStates(sequence, 7);
    }
};

QTEST_GUILESS_MAIN(TestDraftStates)
#include "tst_draft_states.moc"
