// Preemption: which sequence gives up blocks for which.
#include "session/preemption.h"

#include <filesystem>
#include <optional>

#include "backend/reference/reference_backend.h"
#include "hearth/gguf.h"
#include "support/greedy_client.h"
#include "support/tiny_llama.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QTest>

using namespace hearth;
using namespace hearth::test;

class TestPreemption : public QObject {
    Q_OBJECT

    static constexpr uint32_t blocks = 4;

    ReferenceBackend m_backend;
    std::unique_ptr<Model> m_model;
    std::optional<SequenceCache> m_cache;
    Sequences m_sequences;
    std::optional<Preemption> m_preemption;
    GreedyClient m_client{1};

    /// One that takes part and has processed so many tokens.
    Sequence& add(Priority priority, size_t processed) {
        Sequence& sequence = m_sequences.emplace_back();
        sequence.client = &m_client;
        sequence.options.priority = priority;
        sequence.arrival = m_sequences.size();
        sequence.tokens = randomTokens(120, static_cast<unsigned>(m_sequences.size()));
        sequence.tokens.ids[0] = static_cast<TokenId>(m_sequences.size());
        sequence.promptTokens = sequence.tokens.size();
        sequence.tables.assign(1, {});
        [&] { QVERIFY(m_cache->memory().reserve(sequence, processed)); }();
        sequence.processed = processed;
        sequence.admitted = true;
        return sequence;
    }

private slots:
    void init() {
        m_model = Model::load(GgufFile::parse(TinyLlama{.context = 512}.build()), m_backend, 512,
                              {.rows = 96, .logitRows = 8});
        m_cache.emplace(*m_model, KvType::F16, blocks);
        m_sequences.clear();
        m_preemption.emplace(*m_cache, m_sequences);
        m_client = GreedyClient(1);
    }

    void theLastInOrderIsPreemptedAndItsBlocksStayCached() {
        Sequence& side = add(Priority::Background, 64);
        Sequence& read = add(Priority::Reading, 64);
        QCOMPARE(m_preemption->reserve(read, 10), size_t{10});
        QVERIFY(!side.admitted);
        QVERIFY(!side.done);
        QCOMPARE(side.processed, size_t{0});
        QVERIFY(m_cache->cachedTokens(side.tokens) >= 32);
        QVERIFY(read.admitted);
    }

    void whoComesLastWaitsItself() {
        Sequence& read = add(Priority::Reading, 64);
        Sequence& side = add(Priority::Background, 64);
        QCOMPARE(m_preemption->reserve(side, 10), size_t{0});
        QVERIFY(!side.admitted);
        QVERIFY(!side.done);
        QVERIFY(read.admitted);
        QCOMPARE(read.tables[0].size(), size_t{2});
    }

    void aloneItEndsWhenTheCacheIsFull() {
        Sequence& alone = add(Priority::Reading, 120);
        QCOMPARE(m_preemption->reserve(alone, 8), size_t{8});
        QCOMPARE(m_preemption->reserve(alone, 9), size_t{0});
        QVERIFY(alone.done);
        QVERIFY(m_client.isFull);
    }

    void draftsAreGivenUpFirst() {
        Sequence& side = add(Priority::Background, 64);
        Sequence& read = add(Priority::Reading, 63);
        read.drafts = {1, 2, 3};
        QCOMPARE(m_preemption->reserve(read, 1), size_t{1});
        QVERIFY(read.drafts.empty());
        QVERIFY(side.admitted);
    }

    void whoIsInAPassKeepsItsBlocks() {
        Sequence& side = add(Priority::Background, 64);
        side.rowsInPass = 1;
        Sequence& read = add(Priority::Reading, 64);
        QCOMPARE(m_preemption->reserve(read, 1), size_t{0});
        QVERIFY(side.admitted);
        QVERIFY(!read.admitted);
        QVERIFY(!m_client.isFull);
    }

    void whoIsDoneGivesItsBlocksBeforeAnyIsPreempted() {
        Sequence& ended = add(Priority::Reading, 32);
        Sequence& side = add(Priority::Background, 32);
        Sequence& read = add(Priority::Reading, 64);
        ended.done = true;
        QCOMPARE(m_preemption->reserve(read, 1), size_t{1});
        QVERIFY(!ended.admitted);
        QVERIFY(side.admitted);
    }

    void onlyALowerPriorityMakesPlaceForWhoWaits() {
        Sequence& chat = add(Priority::Chat, 64);
        Sequence& waiting = add(Priority::Chat, 0);
        waiting.admitted = false;
        QVERIFY(!m_preemption->makePlaceFor(waiting));
        waiting.options.priority = Priority::Reading;
        QVERIFY(m_preemption->makePlaceFor(waiting));
        QVERIFY(!chat.admitted);
        QVERIFY(!m_preemption->makePlaceFor(waiting));
    }
};

QTEST_GUILESS_MAIN(TestPreemption)
#include "tst_preemption.moc"
