#include "session/sequence_cache.h"

#include <filesystem>
#include <list>

#include "cached_sequences.h"

using namespace hearth;
using namespace hearth::test;

class TestSequenceCache : public QObject {
    Q_OBJECT

private slots:
    void whatLeavesIsFoundAgain() {
        CachedSequences cached;
        SequenceCache cache(*cached.model, KvType::F16, 8);
        Sequence first = cached.sequenceOf(randomTokens(100, 1));
        cached.process(cache, first);
        QCOMPARE(cache.memory().pools()[0].freeBlocks(), 4U);
        cache.leave(first);
        QCOMPARE(cache.cachedTokens(randomTokens(100, 1)), size_t{99});
        Sequence again = cached.sequenceOf(randomTokens(100, 1));
        cache.reusePrefix(again);
        QCOMPARE(again.processed, size_t{99});
        cache.leave(again);
        cache.clear();
        QCOMPARE(cache.memory().pools()[0].freeBlocks(), 8U);
    }

    /// Keys that are rounded by the block: of a part of one a sequence goes on where an residual block was
    /// kept, else from the border before it.
    void goesOnFromResidualBlocks() {
        CachedSequences cached;
        SequenceCache cache(*cached.model, KvType::Q4_0, 64);
        const std::vector<TokenId> tokens = randomTokens(150, 1);
        const std::vector<TokenId> prompt(tokens.begin(), tokens.begin() + 100);
        Sequence first = cached.sequenceOf(prompt);
        cached.process(cache, first);
        cache.leave(first);
        Sequence longer = cached.sequenceOf(tokens);
        cache.reusePrefix(longer);
        QCOMPARE(longer.processed, size_t{100});
        QVERIFY(longer.openValid && longer.residualBlock >= 0);
        QCOMPARE(cache.mostDrafts(longer), size_t{27});
        // A pass that was stopped: the block that was under way is processed again.
        longer.openValid = false;
        QVERIFY(cache.prepareState(longer));
        QCOMPARE(longer.processed, size_t{96});
        cache.leave(longer);
        std::vector<TokenId> other = tokens;
        other[98] = (other[98] + 1) % 32;
        Sequence branch = cached.sequenceOf(other);
        cache.reusePrefix(branch);
        QCOMPARE(branch.processed, size_t{96});
        cache.leave(branch);
        cache.clear();
        QCOMPARE(cache.cachedTokens(tokens), size_t{0});
    }

    /// After a pass that was stopped, what the block under way sees of a window may be gone already.
    void windowsBeforeAnResidualBlockAreThere() {
        CachedSequences cached;
        const auto model = Model::load(
            GgufFile::open(std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families/gemma3.gguf"),
            cached.backend, 512, {.rows = 96, .logitRows = 8});
        const CacheGroup group{.pool = nullptr, .window = model->kvWindows()[1]};
        size_t admittedAnew = 0;
        for (size_t count = 129; count < 160; ++count) {
            SequenceCache cache(*model, KvType::Q4_0, GroupBlocks({16, 16}));
            Sequence sequence = cached.sequenceOf(randomTokens(count, 1));
            sequence.admitted = true;
            cached.process(cache, sequence);
            cache.leaveWindows(sequence);
            sequence.openValid = false;
            if (!cache.prepareState(sequence)) {
                ++admittedAnew;
                QVERIFY(!sequence.admitted);
                QCOMPARE(sequence.processed, size_t{0});
                continue;
            }
            QCOMPARE(sequence.processed, size_t{128});
            for (size_t i = group.firstBlock(128, 32); i < 4; ++i) QVERIFY(sequence.tables[1][i] >= 0);
            cache.leave(sequence);
        }
        QVERIFY(admittedAnew > 0 && admittedAnew < 31);
    }

    /// Nobody runs without an residual block.
    void residualBlocksAreWaitedFor() {
        CachedSequences cached;
        SequenceCache cache(*cached.model, KvType::Q8_0, 64);
        const uint32_t count = PagedKvCache::residualBlocksFor(64);
        std::list<Sequence> all;
        for (uint32_t i = 0; i < count; ++i) {
            all.push_back(cached.sequenceOf(randomTokens(40, i)));
            QVERIFY(cache.prepareState(all.back()));
        }
        all.push_back(cached.sequenceOf(randomTokens(40, 99)));
        QVERIFY(!cache.hasRoomFor(all.back(), all));
        QVERIFY(!cache.prepareState(all.back()));
        cache.leave(all.front());
        QVERIFY(cache.prepareState(all.back()));
    }
};

QTEST_GUILESS_MAIN(TestSequenceCache)
#include "tst_sequence_cache.moc"
