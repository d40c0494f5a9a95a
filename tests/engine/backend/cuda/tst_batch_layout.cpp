#include "backend/cuda/batch_layout.h"

#include <span>

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cuda;

class TestBatchLayout : public QObject {
    Q_OBJECT

    /// A reply of two rows, and a prompt of 70 rows whose last one wants logits.
    static Batch batch() {
        Batch batch;
        batch.sequences.resize(2);
        batch.sequences[0] = {.blockTables = {{7, 8, 9}, {5}}, .stateSlot = 3};
        batch.sequences[1] = {.blockTables = {{4, 2, 1}}, .stateSlot = -1};
        for (int32_t i = 0; i < 2; ++i) batch.rows.push_back({0, 60 + i, 100 + i, true});
        batch.rows[0].keptState = 6;
        for (int32_t i = 0; i < 70; ++i) batch.rows.push_back({1, i, 200 + i, i == 69});
        return batch;
    }
    static std::vector<int> filled(const BatchLayout& layout) {
        std::vector<int> ints(layout.ints() + 1, -77);
        layout.fill(ints.data());
        return ints;
    }
    static std::vector<int> part(const int* from, int count) { return {from, from + count}; }

private slots:
    void everythingLiesWhereTheViewSays() {
        const Batch from = batch();
        const BatchLayout layout(from);
        const std::vector<int> ints = filled(layout);
        QCOMPARE(ints.back(), -77);  // behind the array
        const BatchView view = layout.view(ints.data());
        QCOMPARE(view.rows, 72);
        QCOMPARE(view.sequences, 2);
        QCOMPARE(view.slot[1], 61);
        QCOMPARE(view.sequence[2], 1);
        QCOMPARE(view.token[71], 269);
        QCOMPARE(part(view.logitRow, view.logitRows), (std::vector<int>{0, 1, 71}));
        QCOMPARE(view.tableBlocks, 8);
        QCOMPARE(part(view.table, 4), (std::vector<int>{7, 8, 9, -1}));
        QCOMPARE(part(view.table + 8, 3), (std::vector<int>{4, 2, 1}));
        QCOMPARE(part(view.table + 16, 2), (std::vector<int>{5, -1}));  // the second group
        QCOMPARE(part(view.stateOf, 6), (std::vector<int>{3, 0, 2, -1, 2, 70}));
        QCOMPARE(part(view.keptState, 3), (std::vector<int>{6, -1, -1}));
        QCOMPARE(view.keptState + 72, view.position);
        QCOMPARE(view.unit + 2 * 72, ints.data() + layout.ints());
    }

    /// Text has its slot in all three.
    void positionsAndUnits() {
        Batch from = batch();
        from.rows[2].offset = {0, 1, 2};
        from.rows[3].unitBefore = 1;
        from.rows[2].unitBehind = 1;
        const BatchLayout layout(from);
        QCOMPARE(layout.unitRows(), 2);
        QCOMPARE(BatchLayout(batch()).unitRows(), 0);
        const std::vector<int> ints = filled(layout);
        const BatchView view = layout.view(ints.data());
        QCOMPARE(part(view.position, 4), (std::vector<int>{60, 61, 0, 1}));
        QCOMPARE(part(view.position + 72, 4), (std::vector<int>{60, 61, 1, 1}));
        QCOMPARE(part(view.position + 144, 4), (std::vector<int>{60, 61, 2, 1}));
        QCOMPARE(part(view.unit, 5), (std::vector<int>{60, 61, 0, 0, 2}));
        QCOMPARE(part(view.unit + 72, 5), (std::vector<int>{60, 61, 1, 1, 2}));
    }

    /// Sequences with few rows attend row by row, others in tiles of 64.
    void rowsAttendOneByOneOrInTiles() {
        const Batch from = batch();
        const BatchLayout layout(from);
        const std::vector<int> ints = filled(layout);
        const BatchView view = layout.view(ints.data());
        QCOMPARE(part(view.decodeRow, view.decodeRows), (std::vector<int>{0, 1}));
        QCOMPARE(view.tiles, 2);
        QCOMPARE(part(view.tileRow, 4), (std::vector<int>{2, 64, 66, 6}));
        const BatchView single = layout.decodeOnly(ints.data());
        QCOMPARE(single.decodeRows, 72);
        for (int row = 0; row < 72; ++row) QCOMPARE(single.decodeRow[row], row);
    }

    /// A step of a growing sequence has the sizes of the one before, or its graph would be of no use.
    void sizesGrowInPowersOfTwo() {
        Batch growing;
        growing.sequences.resize(1);
        growing.rows.push_back({0, 0, 0, true});
        size_t changes = 0;
        size_t before = 0;
        int splits = 0;
        for (int32_t position = 0; position < 2048; ++position) {
            growing.rows[0].slot = position;
            auto& tables = growing.sequences[0].blockTables;
            tables.assign(1, std::vector<int32_t>(static_cast<size_t>(position) / 32 + 1));
            const BatchLayout layout(growing);
            changes += layout.ints() != before || layout.splits() != splits ? 1 : 0;
            before = layout.ints();
            splits = layout.splits();
            QVERIFY(splits * splitPositions > position);
        }
        QCOMPARE(changes, size_t(4));  // 1, 2, 4 and 8 splits, and tables of 8 to 64 blocks with them
    }
};

QTEST_APPLESS_MAIN(TestBatchLayout)
#include "tst_batch_layout.moc"
