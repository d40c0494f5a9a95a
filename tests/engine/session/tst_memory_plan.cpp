#include "session/memory_plan.h"

#include <QtTest>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "support/tiny_llama.h"

using namespace hearth;

class TestMemoryPlan : public QObject {
    Q_OBJECT
private slots:
    void choosesTheContext();
    void choosesTheCache();
    void countsBlockBytes();
    void refusesWhatCannotBe();
    void knowsTheMachine();

private:
    ModelConfig m_config = ModelConfig::fromGguf(GgufFile::parse(test::TinyLlama{.context = 20000}.build()));
};

void TestMemoryPlan::choosesTheContext() {
    EngineOptions options;
    QCOMPARE(planCache(options, m_config, 0).contextLength, 8192U);  // the model's own would be 20,000
    options.contextLength = 100;
    QCOMPARE(planCache(options, m_config, 0).contextLength, 100U);
}

void TestMemoryPlan::choosesTheCache() {
    EngineOptions options;
    options.contextLength = 320;                            // 10 blocks
    QCOMPARE(planCache(options, m_config, 0).blocks, 11U);  // one conversation and a block to branch
    QCOMPARE(planCache(options, m_config, uint64_t{1} << 40U).blocks, 40U);  // four conversations
    options.cacheBytes = 100 * kvBlockBytes(m_config, KvType::F16);
    QCOMPARE(planCache(options, m_config, 0).blocks, 100U);
}

void TestMemoryPlan::countsBlockBytes() {
    // 2 layers, 2 key heads of 8, keys and values, 32 positions
    QCOMPARE(kvBlockBytes(m_config, KvType::F32), uint64_t{2 * 2 * 8 * 2 * 32 * 4});
    QCOMPARE(kvBlockBytes(m_config, KvType::F16), uint64_t{2 * 2 * 8 * 2 * 32 * 2});
    // Heads of 8 columns take a whole group of 32.
    QCOMPARE(kvBlockBytes(m_config, KvType::Q8_0), uint64_t{2 * 2 * 2 * 32 * 34});
    QCOMPARE(kvBlockBytes(m_config, KvType::Q4_0), uint64_t{2 * 2 * 2 * 32 * 18});
}

void TestMemoryPlan::refusesWhatCannotBe() {
    EngineOptions options;
    options.contextLength = -1;
    QVERIFY_THROWS_EXCEPTION(Error, (void)planCache(options, m_config, 0));
    options.contextLength = 1 << 25;
    QVERIFY_THROWS_EXCEPTION(Error, (void)planCache(options, m_config, 0));
    QVERIFY_THROWS_EXCEPTION(Error, (void)kvTypeFromName("f8"));
    QVERIFY(kvTypeFromName("q8_0") == KvType::Q8_0);
}

void TestMemoryPlan::knowsTheMachine() {
    QVERIFY(totalMemoryBytes() > (1ULL << 28U));
    QVERIFY(availableMemoryBytes() > 0 && availableMemoryBytes() <= totalMemoryBytes());
}

QTEST_GUILESS_MAIN(TestMemoryPlan)
#include "tst_memory_plan.moc"
