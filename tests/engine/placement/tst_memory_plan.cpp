#include "placement/memory_plan.h"

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
    void fewBitsTakeTheirShare();
    void windowsTakeNoMoreThanTheyReach();
    void tellsTheTraining();
    void refusesWhatCannotBe();
    void statesNeedRoom();

private:
    ModelConfig m_config = ModelConfig::fromGguf(GgufFile::parse(test::TinyLlama{.context = 20000}.build()));
};

void TestMemoryPlan::choosesTheContext() {
    EngineOptions options;
    // The model's own is 20,000, of which one conversation has to fit into half of what is free.
    QCOMPARE(planCache(options, m_config, 0).contextLength, 8192U);
    QCOMPARE(planCache(options, m_config, uint64_t{1} << 40U).contextLength, 20000U);
    const uint64_t some = kvBytes(m_config, KvType::F16, 12288 / 32 + 1);
    QCOMPARE(planCache(options, m_config, 2 * some).contextLength, 12288U);
    QCOMPARE(planCache(options, m_config, 2 * some - 2).contextLength, 12288U - 1024U);
    options.cacheBytes = some;
    QCOMPARE(planCache(options, m_config, 0).contextLength, 12288U);
    options.cacheBytes = 0;
    ModelConfig rotating = m_config;
    rotating.rope.scaling = RopeScaling::LongRope;
    QCOMPARE(planCache(options, rotating, uint64_t{1} << 40U).contextLength, 8192U);
    options.contextLength = 100;
    QCOMPARE(planCache(options, m_config, 0).contextLength, 100U);
    // Behind a table of positions there is nothing that could be stretched.
    ModelConfig learned = m_config;
    learned.learnedPositions = 64;
    QCOMPARE(planCache(options, learned, 0).contextLength, 64U);
    options.contextLength = 50;
    QCOMPARE(planCache(options, learned, 0).contextLength, 50U);
}

void TestMemoryPlan::choosesTheCache() {
    EngineOptions options;
    options.contextLength = 320;                               // 10 blocks
    QCOMPARE(planCache(options, m_config, 0).blocks[0], 11U);  // one conversation and a block to branch
    QCOMPARE(planCache(options, m_config, uint64_t{1} << 40U).blocks[0], 40U);  // four conversations
    options.cacheBytes = kvBytes(m_config, KvType::F16, 100);
    QCOMPARE(planCache(options, m_config, 0).blocks[0], 100U);
}

void TestMemoryPlan::countsBlockBytes() {
    // 2 layers, 2 key heads of 8, keys and values, 32 positions
    QCOMPARE(kvBytes(m_config, KvType::F32, 1), uint64_t{2 * 2 * 8 * 2 * 32 * 4});
    QCOMPARE(kvBytes(m_config, KvType::F16, 1), uint64_t{2 * 2 * 8 * 2 * 32 * 2});
    // Keys fill whole chunks of 16 bytes; two residual blocks of them are in float16 besides.
    constexpr uint64_t heads = 2 * 2, open = heads * 2 * 8 * 32 * 2;
    QCOMPARE(kvBytes(m_config, KvType::Q8_0, 1), heads * (16 * (32 + 2) + 32 * (8 + 2)) + open);
    QCOMPARE(kvBytes(m_config, KvType::Q4_0, 1), heads * (32 * (16 + 3) + 32 * (4 + 4)) + open);
    QCOMPARE(kvBytes(m_config, {KvType::F16, KvType::Q4_0}, 1), heads * (8 * 32 * 2 + 32 * (4 + 4)));
}

/// Sizes that the types promise for heads of 64 and 128 columns, including the residual blocks of a context
/// of 8,192.
void TestMemoryPlan::fewBitsTakeTheirShare() {
    ModelConfig config = m_config;
    for (const uint32_t dim : {64U, 128U}) {
        for (LayerConfig& layer : config.layers) layer.keyDim = layer.valueDim = dim;
        const auto half = static_cast<double>(kvBytes(config, KvType::F16, 256));
        QVERIFY(static_cast<double>(kvBytes(config, KvType::Q8_0, 256)) <= 0.54 * half);
        QVERIFY(static_cast<double>(kvBytes(config, KvType::Q4_0, 256)) <= 0.31 * half);
    }
}

void TestMemoryPlan::windowsTakeNoMoreThanTheyReach() {
    // A row sees 99 positions before it: they lie in at most five blocks, the row in the last or the next
    // one.
    QCOMPARE(windowBlocks(100, 1), 5U);
    QCOMPARE(windowBlocks(100, 512), 21U);
    QCOMPARE(windowBlocks(1, 1), 2U);

    // Gemma 3 1B: 26 layers, one key head of 256, every sixth layer sees all of 32,768, the others 512.
    ModelConfig config = m_config;
    config.layers.assign(26, config.layers.front());
    for (size_t i = 0; i < config.layers.size(); ++i) {
        LayerConfig& layer = config.layers[i];
        layer.kvHeads = 1;
        layer.keyDim = layer.valueDim = 256;
        layer.window = i % 6 == 5 ? 0 : 512;
    }
    constexpr uint64_t layerBlock = 32 * 2 * 256 * 2;
    EngineOptions options;
    options.contextLength = 32768;
    const CachePlan one = planCache(options, config, 0);
    QCOMPARE(one.blocks[0], 1025U);
    QCOMPARE(one.blocks[1], windowBlocks(512, 512) + 1 + 2 * 2 * windowBlocks(512, 1));
    const uint64_t bytes = kvBytes(config, KvType::F16, one.blocks);
    QCOMPARE(bytes, layerBlock * (4 * one.blocks[0] + 22 * one.blocks[1]));
    QVERIFY(bytes < kvBytes(config, KvType::F16, one.blocks[0]) / 4);
    const MemoryPlan plan = describePlan(one, config, {});
    QCOMPARE(plan.kvBytes, bytes);
    QCOMPARE(plan.kvConversationBytes, bytes);

    // The whole of a budget is used, and no more.
    options.cacheBytes = uint64_t{1} << 30U;
    const CachePlan large = planCache(options, config, 0);
    QVERIFY(kvBytes(config, KvType::F16, large.blocks) <= options.cacheBytes);
    QVERIFY(kvBytes(config, KvType::F16, large.blocks) > options.cacheBytes - 22 * 40 * layerBlock);
    QVERIFY(large.blocks[0] > 4 * one.blocks[0]);

    // A context that is shorter than the window keeps everything, and no window is smaller.
    options = {};
    options.contextLength = 320;
    const CachePlan brief = planCache(options, config, 0);
    QCOMPARE(brief.blocks[1], brief.blocks[0]);
}

void TestMemoryPlan::tellsTheTraining() {
    ModelConfig config = m_config;
    QCOMPARE(contextTraining(config).length, 20000);
    QVERIFY(contextTraining(config).scaling == ContextScaling::None);
    config.rope.scaling = RopeScaling::Yarn;
    config.rope.originalContext = 5000;
    QVERIFY(contextTraining(config).scaling == ContextScaling::Yarn);
    QCOMPARE(contextTraining(config).unscaledLength, 5000);
}

void TestMemoryPlan::refusesWhatCannotBe() {
    EngineOptions options;
    options.contextLength = -1;
    QVERIFY_THROWS_EXCEPTION(Error, (void)planCache(options, m_config, 0));
    options.contextLength = 1 << 25;
    QVERIFY_THROWS_EXCEPTION(Error, (void)planCache(options, m_config, 0));
}

/// A state can be far larger than the tensors that lead to it.
void TestMemoryPlan::statesNeedRoom() {
    needRoomForStates(m_config, 0);  // has none
    ModelConfig config = m_config;
    config.layers[0].mixer = MixerKind::DeltaNet;
    config.convolutionTaps = 4;
    config.recurrence = {.heads = 16, .keyHeads = 16, .keyDim = 128, .valueDim = 128, .tiledHeads = false};
    needRoomForStates(config, uint64_t{1} << 30U);
    config.recurrence.keyDim = 1U << 16U;
    config.recurrence.valueDim = 1U << 16U;
    try {
        needRoomForStates(config, uint64_t{64} << 30U);
        QFAIL("taken");
    } catch (const Error& error) {
        QCOMPARE(error.code(), ErrorCode::OutOfMemory);
    }
}

QTEST_GUILESS_MAIN(TestMemoryPlan)
#include "tst_memory_plan.moc"
