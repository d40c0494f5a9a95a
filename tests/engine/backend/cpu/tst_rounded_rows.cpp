#include "backend/cpu/rounded_rows.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;

namespace {
constexpr uint16_t one = 0x3F80, three = 0x4040;  // as bfloat16
}  // namespace

class TestRoundedRows : public QObject {
    Q_OBJECT

private slots:
    void rowsBecomeFloatsAgain() {
        CpuBuffer buffer(2, 100);
        const Slice slice{&buffer, 10, 64};
        QCOMPARE(heldRounded(slice), nullptr);
        uint16_t* rounded = holdRounded(slice, 2);
        QCOMPARE(heldRounded(slice), rounded);
        rounded[0] = one;
        rounded[roundedStride(64) + 63] = three;
        settle(slice);
        QCOMPARE(heldRounded(slice), nullptr);
        QCOMPARE(rowOf(slice, 0)[0], 1.0F);
        QCOMPARE(rowOf(slice, 1)[63], 3.0F);
    }

    /// Floats that were written meanwhile are not lost when there is nothing to settle.
    void settlesOnce() {
        CpuBuffer buffer(1, 32);
        const Slice slice{&buffer, 0, 32};
        holdRounded(slice, 1)[0] = one;
        settle(slice);
        rowOf(slice, 0)[0] = 7.0F;
        settle(slice);
        QCOMPARE(rowOf(slice, 0)[0], 7.0F);
        settle({});
    }

    void otherColumnsAreSettledFirst() {
        CpuBuffer buffer(1, 64);
        const Slice first{&buffer, 0, 32};
        const Slice second{&buffer, 32, 32};
        holdRounded(first, 1)[0] = three;
        uint16_t* rounded = holdRounded(second, 1);
        QCOMPARE(heldRounded(first), nullptr);
        QCOMPARE(heldRounded(second), rounded);
        QCOMPARE(rowOf(first, 0)[0], 3.0F);
    }

    /// Rows on the same lines of a cache would drive each other out of it.
    void rowsAreNoPagesApart() {
        for (const size_t columns : {32UL, 2048UL, 4096UL, 8192UL}) {
            QVERIFY(roundedStride(columns) >= columns);
            QVERIFY(roundedStride(columns) * sizeof(uint16_t) % 4096 != 0);
        }
    }
};

QTEST_APPLESS_MAIN(TestRoundedRows)
#include "tst_rounded_rows.moc"
