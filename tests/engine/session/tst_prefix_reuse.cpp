#include "session/prefix_reuse.h"

#include <algorithm>
#include <filesystem>

#include "cached_sequences.h"

using namespace hearth;
using namespace hearth::test;

class TestPrefixReuse : public QObject {
    Q_OBJECT

private slots:
    /// Of two contents behind the same ids only what is before them is shared, in keys of either kind.
    void contentsShareNothing() {
        CachedSequences cached;
        for (const KvType type : {KvType::F16, KvType::Q4_0}) {
            SequenceCache cache(*cached.model, type, 64);
            const auto with = [&cached](uint64_t content, bool bothWays = false) {
                Sequence sequence = cached.sequenceOf(randomTokens(150, 1));
                sequence.tokens.spans = {{.content = {content, 0},
                                          .first = 64,
                                          .rows = 50,
                                          .positions = 50,
                                          .bothWays = bothWays}};
                return sequence;
            };
            Sequence cat = with(1);
            cached.process(cache, cat);
            cache.leave(cat);
            const Sequence dog = with(2), again = with(1);
            QCOMPARE(cache.cachedTokens(dog.tokens), size_t{64});
            QCOMPARE(cache.cachedTokens(randomTokens(150, 1)), size_t{64});
            QVERIFY(cache.cachedTokens(again.tokens) >= size_t{128});
            // A part of a unit is of no use.
            Sequence unit = with(3, true);
            cached.process(cache, unit);
            cache.leave(unit);
            Sequence part = with(3, true);
            part.tokens.ids[100] = 63;
            cache.reusePrefix(part);
            QCOMPARE(part.processed, size_t{64});
            cache.leave(part);
            Sequence causal = with(1);
            causal.tokens.ids[100] = 63;
            cache.reusePrefix(causal);
            QVERIFY(causal.processed >= 96);
            cache.leave(causal);
        }
    }

    /// A prompt that was processed in parts goes on where a part began.
    void wholePartsAreTakenOver() {
        CachedSequences cached;
        SequenceCache cache(*cached.model, KvType::F16, 8);
        Sequence sequence = cached.sequenceOf(randomTokens(200, 1));
        cache.reusePrefix(sequence);
        QVERIFY(cache.memory().reserve(sequence, 96));
        sequence.chunkStarts = {0, 64};
        sequence.processed = 96;
        cache.leave(sequence);
        cache.reusePrefix(sequence);
        QCOMPARE(sequence.processed, size_t{64});
        cache.leave(sequence);
    }

    /// Without a free block for the copy of a partial block, the reused prefix ends before it, with
    /// everything that windows reach from there.
    void withoutABlockForAPartTheWindowIsWhole() {
        CachedSequences cached;
        const auto model = Model::load(
            GgufFile::open(std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families/gemma3.gguf"),
            cached.backend, 512, {.rows = 96, .logitRows = 8});
        QCOMPARE(model->kvWindows().size(), size_t{2});
        const uint32_t window = model->kvWindows()[1];
        SequenceCache cache(*model, KvType::F16, GroupBlocks({9, 16}));
        Sequence first = cached.sequenceOf(randomTokens(152, 1)),
                 other = cached.sequenceOf(randomTokens(120, 2));
        cached.process(cache, first);
        cache.leave(first);
        cached.process(cache, other);  // no block of the first group is left
        Sequence again = cached.sequenceOf(randomTokens(153, 1));
        cache.reusePrefix(again);
        QCOMPARE(again.processed, size_t{128});
        for (size_t block = (again.processed - std::min<size_t>(window, 128)) / 32; block < 4; ++block)
            QVERIFY2(again.tables[1][block] >= 0, qPrintable(QString::number(block)));
        cache.leave(again);
        cache.leave(other);
    }
};

QTEST_GUILESS_MAIN(TestPrefixReuse)
#include "tst_prefix_reuse.moc"
