#include "session/cache_limit.h"

#include "backend/cpu/cpu_backend.h"
#include "hearth/gguf.h"
#include "session/scheduler.h"
#include "support/greedy_client.h"
#include "support/reference_pack.h"
#include "support/tiny_llama.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::test;

/// Limits of a scheduler's cache on the processor, whose memory the system gets back.
class TestCacheLimit : public QObject {
    Q_OBJECT

    CpuBackend m_backend{CpuOptions{.threads = 2}};
    std::unique_ptr<Model> m_model;
    std::optional<Scheduler> m_scheduler;
    const std::vector<TokenId> m_old = randomTokens(300, 1), m_last = randomTokens(200, 2);

    GreedyClient run(const std::vector<TokenId>& prompt, size_t count) {
        GreedyClient client(count);
        m_scheduler->add(prompt, client, {});
        while (!m_scheduler->idle()) m_scheduler->step();
        return client;
    }

private slots:
    void init() {
        const TinyLlama llama{.context = 512};
        m_model = Model::load(GgufFile::parse(llama.build()), m_backend, 512, {.rows = 96, .logitRows = 8});
        m_scheduler.emplace(*m_model, KvType::F16, 512, 64);
    }
    void cleanup() { m_scheduler.reset(); }

    /// The prefix that was used last moves to the memory that stays, with its bits.
    void keepsThePrefixThatWasUsedLast() {
        (void)run(m_old, 2);
        const GreedyClient first = run(m_last, 10);
        const uint64_t whole = m_scheduler->kv().sizeBytes;
        QVERIFY(m_scheduler->kv().committedBytes() >= whole / 4);
        const uint64_t after = m_scheduler->limitCache(whole * 8 / 64);
        QCOMPARE(after, m_scheduler->kv().committedBytes());
        QVERIFY(after <= whole * 8 / 64);
        QVERIFY(m_scheduler->cachedTokens(m_old) < 64);
        QCOMPARE(m_scheduler->cachedTokens(m_last), m_last.size());
        const GreedyClient again = run(m_last, 10);
        QCOMPARE(again.reused, m_last.size());
        QCOMPARE(again.tokens, first.tokens);
        for (size_t i = 0; i < 10; ++i) QCOMPARE(largestDifference(again.all[i], first.all[i]), 0.0);
    }

    void oneConversationHasRoomInAnyCase() {
        QCOMPARE(m_scheduler->limitCache(0), uint64_t{0});
        QVERIFY(!run(randomTokens(500, 3), 5).isFull);
    }

    void withoutALimitAllIsAsBefore() {
        (void)m_scheduler->limitCache(0);
        (void)m_scheduler->limitCache(UINT64_MAX);
        (void)run(m_old, 2);
        (void)run(m_last, 2);
        QCOMPARE(run(m_old, 2).reused, m_old.size());
    }
};

QTEST_GUILESS_MAIN(TestCacheLimit)
#include "tst_cache_limit.moc"
