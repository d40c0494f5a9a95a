#include "hearth/kv_cost.h"

#include <QtTest>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "placement/memory_plan.h"
#include "support/tiny_llama.h"

using namespace hearth;

class TestKvCost : public QObject {
    Q_OBJECT
private slots:
    void oneFunctionSaysTheBytes_data();
    void oneFunctionSaysTheBytes();
    void largerPassesTakeMoreOfWindows();
    void aServersModelCostsNothing();

private:
    ModelConfig m_config = ModelConfig::fromGguf(GgufFile::parse(test::TinyLlama{.context = 20000}.build()));
};

void TestKvCost::oneFunctionSaysTheBytes_data() {
    QTest::addColumn<int>("length");
    QTest::addColumn<QString>("type");
    for (const int length : {100, 8192, 32768, 131072})
        for (const char* type : {"f32", "f16", "q8_0", "q4_0"})
            QTest::addRow("%d %s", length, type) << length << QString(type);
}

// The plan, the loaded cache and the figures shown agree on the bytes of one conversation and of the reserved
// memory.
void TestKvCost::oneFunctionSaysTheBytes() {
    QFETCH(int, length);
    QFETCH(QString, type);
    const KvCost cost = kvCost(m_config);
    constexpr uint64_t free = uint64_t{1} << 30U;
    EngineOptions options;
    options.contextLength = length;
    options.kvType = *kvTypeOf(type.toStdString());
    const MemoryPlan plan = describePlan(planCache(options, m_config, free), m_config, {});
    QCOMPARE(plan.contextLength, length);
    QCOMPARE(plan.kvBytes, cost.reservedBytes(length, options.kvType, free));
    QCOMPARE(plan.kvConversationBytes, cost.conversationBytes(length, options.kvType));
    // The models table plans with next to no memory for other conversations.
    options.cacheBytes = 1;
    QCOMPARE(describePlan(planCache(options, m_config, free), m_config, {}).kvBytes,
             plan.kvConversationBytes);
    QVERIFY(plan.kvBytes >= plan.kvConversationBytes && plan.kvBytes <= 4 * plan.kvConversationBytes);
    // The plan for another context while this one is loaded.
    QCOMPARE(plan.kv.conversationBytes(2 * length, KvType::F16),
             cost.conversationBytes(2 * length, KvType::F16));
}

/// A pass writes all of its rows before the first of them is read.
void TestKvCost::largerPassesTakeMoreOfWindows() {
    const std::vector<KvCost::Layer> layers{{1, 32, 32, 0}, {1, 32, 32, 1}};
    const auto blocks = [&](uint32_t passRows) {
        return KvCost(layers, {0, 1024}, 0, passRows).fittingBlocks(32768, KvType::F16, 0, 0);
    };
    QCOMPARE(blocks(512), blocks(0));
    QCOMPARE(blocks(1120)[0], blocks(0)[0]);
    // 608 rows more are 19 blocks of 32.
    QCOMPARE(blocks(1120)[1], blocks(0)[1] + 19);
}

void TestKvCost::aServersModelCostsNothing() {
    QCOMPARE(KvCost().conversationBytes(8192, KvType::F16), uint64_t{0});
    QCOMPARE(KvCost().reservedBytes(8192, KvType::F16, uint64_t{1} << 30U), uint64_t{0});
}

QTEST_GUILESS_MAIN(TestKvCost)
#include "tst_kv_cost.moc"
