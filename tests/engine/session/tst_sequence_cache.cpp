#include "session/sequence_cache.h"

#include "backend/reference/reference_backend.h"
#include "hearth/gguf.h"
#include "support/greedy_client.h"
#include "support/tiny_llama.h"

#include <algorithm>
#include <filesystem>
#include <list>
#include <set>

// After the engine's headers: Qt makes "slots" a macro.
#include <QTest>

using namespace hearth;
using namespace hearth::test;

class TestSequenceCache : public QObject {
    Q_OBJECT

    ReferenceBackend m_backend;
    std::unique_ptr<Model> m_model;
    GreedyClient m_client{1};

    Sequence sequenceOf(const std::vector<TokenId>& tokens) {
        Sequence sequence;
        sequence.client = &m_client;
        sequence.tokens = tokens;
        sequence.promptTokens = tokens.size();
        return sequence;
    }
    /// As if everything had been processed.
    static void process(SequenceCache& cache, Sequence& sequence) {
        cache.reusePrefix(sequence);
        QVERIFY(cache.memory().reserve(sequence, sequence.tokens.size()));
        sequence.processed = sequence.tokens.size();
    }

private slots:
    void init() {
        const TinyLlama llama{.context = 512};
        m_model = Model::load(GgufFile::parse(llama.build()), m_backend, 512, {.rows = 96, .logitRows = 8});
    }

    void whatLeavesIsFoundAgain() {
        SequenceCache cache(*m_model, KvType::F16, 8);
        Sequence first = sequenceOf(randomTokens(100, 1));
        process(cache, first);
        QCOMPARE(cache.memory().pools()[0].freeBlocks(), 4U);
        cache.leave(first);
        QCOMPARE(cache.cachedTokens(randomTokens(100, 1)), size_t{99});
        Sequence again = sequenceOf(randomTokens(100, 1));
        cache.reusePrefix(again);
        QCOMPARE(again.processed, size_t{99});
        cache.leave(again);
        cache.clear();
        QCOMPARE(cache.memory().pools()[0].freeBlocks(), 8U);
    }

    /// Of two contents behind the same ids only what is before them is shared, in keys of either kind.
    void contentsShareNothing() {
        for (const KvType type : {KvType::F16, KvType::Q4_0}) {
            SequenceCache cache(*m_model, type, 64);
            const auto with = [this](uint64_t content, bool bothWays = false) {
                Sequence sequence = sequenceOf(randomTokens(150, 1));
                sequence.tokens.spans = {{.content = {content, 0},
                                          .first = 64,
                                          .rows = 50,
                                          .positions = 50,
                                          .bothWays = bothWays}};
                return sequence;
            };
            Sequence cat = with(1);
            process(cache, cat);
            cache.leave(cat);
            const Sequence dog = with(2), again = with(1);
            QCOMPARE(cache.cachedTokens(dog.tokens), size_t{64});
            QCOMPARE(cache.cachedTokens(randomTokens(150, 1)), size_t{64});
            QVERIFY(cache.cachedTokens(again.tokens) >= size_t{128});
            // A part of a unit is of no use.
            Sequence unit = with(3, true);
            process(cache, unit);
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

    /// Keys that are rounded by the block: of a part of one a sequence goes on where an residual block was
    /// kept, else from the border before it.
    void goesOnFromResidualBlocks() {
        SequenceCache cache(*m_model, KvType::Q4_0, 64);
        const std::vector<TokenId> tokens = randomTokens(150, 1);
        const std::vector<TokenId> prompt(tokens.begin(), tokens.begin() + 100);
        Sequence first = sequenceOf(prompt);
        process(cache, first);
        cache.leave(first);
        Sequence longer = sequenceOf(tokens);
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
        Sequence branch = sequenceOf(other);
        cache.reusePrefix(branch);
        QCOMPARE(branch.processed, size_t{96});
        cache.leave(branch);
        cache.clear();
        QCOMPARE(cache.cachedTokens(tokens), size_t{0});
    }

    /// After a pass that was stopped, what the block under way sees of a window may be gone already.
    void windowsBeforeAnResidualBlockAreThere() {
        const auto model = Model::load(
            GgufFile::open(std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families/gemma3.gguf"),
            m_backend, 512, {.rows = 96, .logitRows = 8});
        const CacheGroup group{.pool = nullptr, .window = model->kvWindows()[1]};
        size_t admittedAnew = 0;
        for (size_t count = 129; count < 160; ++count) {
            SequenceCache cache(*model, KvType::Q4_0, GroupBlocks({16, 16}));
            Sequence sequence = sequenceOf(randomTokens(count, 1));
            sequence.admitted = true;
            process(cache, sequence);
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

    /// After rejected drafts, the state before the first rejected one becomes the sequence's own.
    void goesBackToTheStateInFrontOfADraft() {
        const auto model = Model::load(
            GgufFile::open(std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families/lfm2.gguf"),
            m_backend, 512, {.rows = 96, .logitRows = 8});
        SequenceCache cache(*model, KvType::F16, 16);
        Sequence sequence = sequenceOf(randomTokens(20, 1));
        cache.takeRowStates(sequence);
        QVERIFY(sequence.rowStates.empty());  // no drafts
        process(cache, sequence);
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

    /// Nobody runs without an residual block.
    void residualBlocksAreWaitedFor() {
        SequenceCache cache(*m_model, KvType::Q8_0, 64);
        const uint32_t count = PagedKvCache::residualBlocksFor(64);
        std::list<Sequence> all;
        for (uint32_t i = 0; i < count; ++i) {
            all.push_back(sequenceOf(randomTokens(40, i)));
            QVERIFY(cache.prepareState(all.back()));
        }
        all.push_back(sequenceOf(randomTokens(40, 99)));
        QVERIFY(!cache.hasRoomFor(all.back(), all));
        QVERIFY(!cache.prepareState(all.back()));
        cache.leave(all.front());
        QVERIFY(cache.prepareState(all.back()));
    }

    /// A prompt that was processed in parts goes on where a part began.
    void wholePartsAreTakenOver() {
        SequenceCache cache(*m_model, KvType::F16, 8);
        Sequence sequence = sequenceOf(randomTokens(200, 1));
        cache.reusePrefix(sequence);
        QVERIFY(cache.memory().reserve(sequence, 96));
        sequence.chunkStarts = {0, 64};
        sequence.processed = 96;
        cache.leave(sequence);
        cache.reusePrefix(sequence);
        QCOMPARE(sequence.processed, size_t{64});
        cache.leave(sequence);
    }

    void roomIsWhatOthersDoNotHold() {
        SequenceCache cache(*m_model, KvType::F16, 8);
        std::list<Sequence> all;
        all.push_back(sequenceOf(randomTokens(100, 1)));
        process(cache, all.front());
        all.push_back(sequenceOf(randomTokens(127, 2)));
        QVERIFY(cache.hasRoomFor(all.back(), all));
        all.back().tokens.push_back(1);  // and one more would be the fifth block
        QVERIFY(!cache.hasRoomFor(all.back(), all));
        all.back().tokens.ids.pop_back();
        all.front().admitted = true;  // and grows
        QVERIFY(!cache.hasRoomFor(all.back(), all));
        QVERIFY(cache.memory().couldHold(256, 1));
        QVERIFY(!cache.memory().couldHold(257, 1));
        cache.leave(all.front());
        QVERIFY(cache.hasRoomFor(all.back(), all));
    }

    /// Without a free block for the copy of a partial block, the reused prefix ends before it, with
    /// everything that windows reach from there.
    void withoutABlockForAPartTheWindowIsWhole() {
        const auto model = Model::load(
            GgufFile::open(std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families/gemma3.gguf"),
            m_backend, 512, {.rows = 96, .logitRows = 8});
        QCOMPARE(model->kvWindows().size(), size_t{2});
        const uint32_t window = model->kvWindows()[1];
        SequenceCache cache(*model, KvType::F16, GroupBlocks({9, 16}));
        Sequence first = sequenceOf(randomTokens(152, 1)), other = sequenceOf(randomTokens(120, 2));
        process(cache, first);
        cache.leave(first);
        process(cache, other);  // no block of the first group is left
        Sequence again = sequenceOf(randomTokens(153, 1));
        cache.reusePrefix(again);
        QCOMPARE(again.processed, size_t{128});
        for (size_t block = (again.processed - std::min<size_t>(window, 128)) / 32; block < 4; ++block)
            QVERIFY2(again.tables[1][block] >= 0, qPrintable(QString::number(block)));
        cache.leave(again);
        cache.leave(other);
    }

    void cachedPrefixesMakeRoom() {
        SequenceCache cache(*m_model, KvType::F16, 4);
        Sequence first = sequenceOf(randomTokens(120, 1)), second = sequenceOf(randomTokens(120, 2));
        process(cache, first);
        cache.leave(first);
        process(cache, second);
        QCOMPARE(cache.cachedTokens(randomTokens(120, 1)), size_t{0});
        QVERIFY(!cache.memory().reserve(second, 129));
        cache.leave(second);
    }
};

QTEST_GUILESS_MAIN(TestSequenceCache)
#include "tst_sequence_cache.moc"
