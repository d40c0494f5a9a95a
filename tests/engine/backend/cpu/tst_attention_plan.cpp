#include "backend/cpu/attention_plan.h"

#include <set>

#include "backend/cpu/memory.h"
#include "backend/cpu/paged_kv_cache.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;

namespace {

constexpr uint32_t heads = 8, kvHeads = 2, keyDim = 16, valueDim = 16;

struct Rows {
    int32_t position = 0;
    size_t count = 0;
};

}  // namespace

class TestAttentionPlan : public QObject {
    Q_OBJECT

    CpuPagedKvCache m_store{{{.kvHeads = kvHeads, .keyDim = keyDim, .valueDim = valueDim}}, KvType::F16, 1};
    CpuBuffer m_out{1, heads* valueDim};
    AttentionPlan m_plan;

    AttentionArgs args(uint32_t window = 0) {
        return {.q = {},
                .heads = heads,
                .store = &m_store,
                .window = window,
                .out = {&m_out, 0, heads * valueDim}};
    }
    static BatchContext batchOf(RowKind kind, const std::vector<Rows>& sequences) {
        Batch batch;
        batch.kind = kind;
        batch.sequences.resize(sequences.size());
        for (uint32_t s = 0; s < sequences.size(); ++s)
            for (size_t i = 0; i < sequences[s].count; ++i)
                batch.rows.push_back({s, sequences[s].position + static_cast<int32_t>(i), 0, false});
        BatchContext context;
        context.begin(batch);
        return context;
    }
    /// True if every row meets every block that it sees, and its own, once per key-value head.
    static bool coversAll(const AttentionPlan& plan, const BatchContext& batch, uint32_t window) {
        std::multiset<std::array<size_t, 3>> seen;
        for (const AttentionTask& task : plan.tasks())
            for (uint32_t row = task.firstRow; row < task.firstRow + task.rows; ++row)
                for (uint32_t block = task.firstBlock; block < task.endBlock; ++block)
                    seen.insert({row, task.kvHead, block});
        for (size_t row = 0; row < batch.rows().size(); ++row)
            for (size_t head = 0; head < kvHeads; ++head) {
                const int32_t position = batch.rows()[row].slot;
                const int32_t lowest =
                    window == 0 ? 0 : std::max(0, position - static_cast<int32_t>(window) + 1);
                for (auto block = size_t(lowest) / 32; block <= size_t(position) / 32; ++block)
                    if (seen.count({row, head, block}) != 1) return false;
            }
        return true;
    }

private slots:
    void everyRowSeesItsBlocksOnce_data() {
        QTest::addColumn<bool>("prompt");
        QTest::addColumn<uint32_t>("window");
        QTest::newRow("prompt") << true << 0U;
        QTest::newRow("prompt in a window") << true << 70U;
        QTest::newRow("reply") << false << 0U;
        QTest::newRow("reply in a window") << false << 70U;
    }
    void everyRowSeesItsBlocksOnce() {
        QFETCH(bool, prompt);
        QFETCH(uint32_t, window);
        const BatchContext batch =
            batchOf(prompt ? RowKind::Prefill : RowKind::Decode, {{250, 60}, {0, 5}, {600, 1}});
        m_plan.make(args(window), batch, 96);
        QVERIFY(coversAll(m_plan, batch, window));
    }

    void unitsAreSeenAsAWhole() {
        const BatchRow row{.slot = 100, .unitBefore = 40, .unitBehind = 7};
        const auto seen = [&](AttentionArgs of) {
            const VisibleSlots visible = visibleSlots(of, row, 120);
            return std::pair(visible.first, visible.last);
        };
        QCOMPARE(seen(args()), std::pair(0, 107));
        QCOMPARE(seen(args(20)), std::pair(60, 107));
        QCOMPARE(seen(args(70)), std::pair(31, 107));
        AttentionArgs ahead = args(20);
        ahead.units = UnitSight::Ahead;
        QCOMPARE(seen(ahead), std::pair(81, 107));
        AttentionArgs causal = args(20);
        causal.units = UnitSight::Causal;
        QCOMPARE(seen(causal), std::pair(81, 100));
    }

    /// A reply's row is cut at the same positions wherever it stands and whatever is beside it.
    void repliesAreCutAtFixedPlaces() {
        const BatchContext batch = batchOf(RowKind::Decode, {{600, 2}, {40, 1}});
        m_plan.make(args(), batch, 96);
        size_t stateFloats = 0;
        for (const AttentionTask& task : m_plan.tasks()) {
            QCOMPARE(task.rows, 1U);
            QVERIFY(!task.many);
            QCOMPARE(task.firstBlock % 8, 0U);
            // 19 blocks in three tasks; one that is alone needs no memory for states.
            QCOMPARE(task.splits, task.sequence == 1 ? 1U : task.firstBlock == 0 ? 3U : 0U);
            if (task.sequence == 0) stateFloats += heads / kvHeads * (2 + valueDim);
        }
        QCOMPARE(m_plan.tasks().size(), size_t(2 * 2 * 3 + 2));
        QCOMPARE(m_plan.splitFloats(), stateFloats);
    }

    void promptsAreTakenTogether() {
        const BatchContext batch = batchOf(RowKind::Prefill, {{0, 50}});
        m_plan.make(args(), batch, 96);
        // 24 tokens have 96 queries of a key-value head.
        QCOMPARE(m_plan.tasks().size(), size_t(3 * kvHeads));
        QCOMPARE(m_plan.tasks()[0].rows, 24U);
        QCOMPARE(m_plan.tasks().back().rows, 2U);
        QVERIFY(m_plan.tasks().back().many);
        QCOMPARE(m_plan.splitFloats(), size_t(0));
        // Fewer queries than there are heads: token by token.
        m_plan.make(args(), batch, 3);
        QCOMPARE(m_plan.tasks().size(), size_t(50 * kvHeads));
    }

    void workGrowsWithWhatIsSeen() {
        const BatchContext near = batchOf(RowKind::Decode, {{31, 1}});
        m_plan.make(args(), near, 96);
        QCOMPARE(m_plan.work(args()), size_t(heads * 32 * (keyDim + valueDim)));
        const BatchContext far = batchOf(RowKind::Decode, {{319, 1}});
        m_plan.make(args(), far, 96);
        QCOMPARE(m_plan.work(args()), size_t(10 * heads * 32 * (keyDim + valueDim)));
    }
};

QTEST_APPLESS_MAIN(TestAttentionPlan)
#include "tst_attention_plan.moc"
