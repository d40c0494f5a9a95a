#include "backend/cpu/batch_context.h"

#include <array>

#include "backend/cpu/memory.h"
#include "backend/cpu/rounded_rows.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;

namespace {

/// Rows of sequences with so many each; the last row of each sequence wants logits, or all do.
Batch batchOf(std::vector<size_t> rowsOfSequences, RowKind kind = RowKind::Prefill, bool allLogits = false) {
    Batch batch;
    batch.kind = kind;
    batch.sequences.resize(rowsOfSequences.size());
    for (uint32_t sequence = 0; sequence < rowsOfSequences.size(); ++sequence)
        for (size_t i = 0; i < rowsOfSequences[sequence]; ++i)
            batch.rows.push_back({.sequence = sequence,
                                  .slot = static_cast<int32_t>(i),
                                  .token = 0,
                                  .wantLogits = allLogits || i + 1 == rowsOfSequences[sequence]});
    return batch;
}

std::vector<uint32_t> numbersOf(const BatchContext& context, RowSet set) {
    const auto rows = context.rowsOf(set);
    return {rows.begin(), rows.end()};
}

}  // namespace

class TestBatchContext : public QObject {
    Q_OBJECT

private slots:
    void namesTheRowsOfASet() {
        BatchContext context;
        context.begin(batchOf({3, 2}));
        QCOMPARE(context.rows().size(), size_t(5));
        QCOMPARE(numbersOf(context, RowSet::All), (std::vector<uint32_t>{0, 1, 2, 3, 4}));
        QCOMPARE(numbersOf(context, RowSet::LogitRows), (std::vector<uint32_t>{2, 4}));
        // Nothing is left of it in the next one.
        context.begin(batchOf({1}));
        QCOMPARE(numbersOf(context, RowSet::All), std::vector<uint32_t>{0});
    }

    void findsTheRowsOfASequence() {
        BatchContext context;
        context.begin(batchOf({3, 0, 2}));
        const auto ranges = context.rowsBySequence();
        QCOMPARE(ranges.size(), size_t(3));
        QCOMPARE(ranges[0].count, size_t(3));
        QCOMPARE(ranges[1].count, size_t(0));
        QCOMPARE(ranges[2].first, size_t(3));
        QCOMPARE(ranges[2].count, size_t(2));
    }

    void keepsTheRowsThatWantLogits() {
        BatchContext context;
        context.begin(batchOf({3, 2}));
        CpuBuffer buffer(5, 2);
        for (size_t i = 0; i < 10; ++i) buffer.memory.as<float>()[i] = static_cast<float>(i);
        const Slice second{&buffer, 1, 1};
        context.keepLogitRows(std::array{second});
        QCOMPARE(context.rows().size(), size_t(2));
        QCOMPARE(context.rows()[1].sequence, 1U);
        QCOMPARE(numbersOf(context, RowSet::All), (std::vector<uint32_t>{0, 1}));
        QCOMPARE(numbersOf(context, RowSet::LogitRows), (std::vector<uint32_t>{0, 1}));
        QCOMPARE(context.rowsBySequence()[1].first, size_t(1));
        QCOMPARE(*rowOf(second, 0), 5.0F);
        QCOMPARE(*rowOf(second, 1), 9.0F);
        QCOMPARE(*rowOf({&buffer, 0, 1}, 0), 0.0F);  // of another column
    }

    void keepsRowsThatAreBfloat16() {
        BatchContext context;
        context.begin(batchOf({2}));
        CpuBuffer buffer(2, 32);
        const Slice all{&buffer, 0, 32};
        uint16_t* rounded = holdRounded(all, 2);
        rounded[roundedStride(32)] = 0x4040;  // 3 in the second row
        context.keepLogitRows(std::array{all});
        QCOMPARE(*rowOf(all, 0), 3.0F);
    }

    /// The kind of rows determines how they are computed. Only the number of logits tells a prompt's answer
    /// from the scoring of a text.
    void recipes() {
        BatchContext context;
        context.begin(batchOf({1}, RowKind::Decode));
        QCOMPARE(context.recipeOf(RowSet::All), Recipe::Reply);
        QCOMPARE(context.recipeOf(RowSet::LogitRows), Recipe::Reply);
        QVERIFY(context.oneToken());
        context.begin(batchOf({1, 1}, RowKind::Decode));
        QCOMPARE(context.recipeOf(RowSet::All), Recipe::Reply);
        QVERIFY(!context.oneToken());
        context.begin(batchOf({1}));
        QCOMPARE(context.recipeOf(RowSet::All), Recipe::Prompt);
        QCOMPARE(context.recipeOf(RowSet::LogitRows), Recipe::Answer);
        QVERIFY(!context.oneToken());
        context.keepLogitRows({});
        QCOMPARE(context.recipeOf(RowSet::All), Recipe::Answer);
        context.begin(batchOf({Backend::fewRows + 1}, RowKind::Prefill, true));
        QCOMPARE(context.recipeOf(RowSet::LogitRows), Recipe::Prompt);
        context.keepLogitRows({});
        QCOMPARE(context.recipeOf(RowSet::All), Recipe::Prompt);
    }

    void bothSidesAreSeenByOneBatch() {
        BatchContext context;
        context.begin(batchOf({4}));
        QVERIFY(!context.seesBothSides());
        context.noteBothSides();
        QVERIFY(context.seesBothSides());
        context.begin(batchOf({4}));
        QVERIFY(!context.seesBothSides());
    }

    void whatAttentionWroteIsTakenOnce() {
        BatchContext context;
        CpuBuffer first(1, 1);
        CpuBuffer second(1, 1);
        context.begin(batchOf({1}));
        context.noteAttended(&first);
        QVERIFY(!context.takeAttended(&second));
        QVERIFY(context.takeAttended(&first));
        QVERIFY(!context.takeAttended(&first));
        context.noteAttended(&first);
        context.begin(batchOf({1}));
        QVERIFY(!context.takeAttended(&first));
    }
};

QTEST_APPLESS_MAIN(TestBatchContext)
#include "tst_batch_context.moc"
