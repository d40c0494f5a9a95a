#include "backend/cpu/row_operations.h"

#include "cpu_parts.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;
using namespace hearth::test;

class TestRowOperations : public QObject {
    Q_OBJECT

    CpuParts m_parts;
    RowOperations m_operations{m_parts.kernels, m_parts.pool, m_parts.batch};

private slots:
    void looksTokensUp() {
        std::vector<float> table(40 * 3);
        for (size_t i = 0; i < table.size(); ++i) table[i] = static_cast<float>(i);
        const auto weight = m_parts.weight(3, table);
        Batch batch;
        batch.sequences.resize(1);
        batch.rows = {{.sequence = 0, .slot = 0, .token = 39, .wantLogits = false},
                      {.sequence = 0, .slot = 1, .token = 2, .wantLogits = false}};
        m_parts.batch.begin(batch);
        CpuBuffer out(2, 3);
        m_operations.embed(*weight, 2.0F, CpuParts::whole(out));
        QCOMPARE(CpuParts::valuesIn(out), (std::vector<float>{234, 236, 238, 12, 14, 16}));
    }

    /// So many rows that threads share them, too.
    void placesRows_data() { normalizes_data(); }
    void placesRows() {
        QFETCH(int, rows);
        m_parts.begin(RowKind::Prefill, static_cast<size_t>(rows));
        std::vector<float> wanted(static_cast<size_t>(rows) * 32, 3.0F), values;
        CpuBuffer out = CpuParts::buffer(32, wanted);
        std::vector<uint32_t> every2nd;
        for (uint32_t row = 0; row < static_cast<uint32_t>(rows); row += 2) {
            every2nd.push_back(row);
            for (uint32_t i = 0; i < 32; ++i) {
                values.push_back(static_cast<float>(row * 32 + i));
                wanted[size_t{row} * 32 + i] = values.back();
            }
        }
        PlaceRowsArgs args{.rows = every2nd, .values = values, .out = CpuParts::whole(out)};
        m_operations.place(args);
        QCOMPARE(CpuParts::valuesIn(out), wanted);
        args.accumulate = true;
        m_operations.place(args);
        for (const uint32_t row : every2nd)
            for (size_t i = 0; i < 32; ++i) wanted[size_t{row} * 32 + i] *= 2;
        QCOMPARE(CpuParts::valuesIn(out), wanted);
    }

    void normalizes_data() {
        QTest::addColumn<int>("rows");
        QTest::newRow("few") << 2;
        QTest::newRow("many") << 900;
    }
    void normalizes() {
        QFETCH(int, rows);
        m_parts.begin(RowKind::Prefill, static_cast<size_t>(rows));
        // Runs of two columns each: (3, 4) has a root mean square of 3.5355.
        std::vector<float> values;
        for (int i = 0; i < rows * 16; ++i) values.insert(values.end(), {3.0F, 4.0F});
        CpuBuffer in = CpuParts::buffer(32, values);
        CpuBuffer out = CpuParts::buffer(32, std::vector<float>(values.size(), 10.0F));
        const auto weight = m_parts.weight(2, {1.0F, 2.0F});
        NormArgs args{.in = CpuParts::whole(in), .norm = {}, .out = CpuParts::whole(out)};
        args.norm = {.kind = NormKind::Rms, .weight = weight.get(), .epsilon = 0.0F};
        args.groupColumns = 2;
        args.scale = 3.0F;
        args.accumulate = true;
        m_operations.norm(args);
        std::vector<float> wanted;
        for (int i = 0; i < rows * 16; ++i)
            wanted.insert(wanted.end(),
                          {10.0F + 3.0F * 3.0F / 3.535534F, 10.0F + 3.0F * 2.0F * 4.0F / 3.535534F});
        QVERIFY(relativeError(CpuParts::valuesIn(out), wanted) < 1e-6);
    }

    void multiplies() {
        m_parts.begin(RowKind::Prefill, 2);
        CpuBuffer a = CpuParts::buffer(2, std::vector<float>{1, 2, -3, 4});
        CpuBuffer b = CpuParts::buffer(2, std::vector<float>{5, 6, 7, 8});
        CpuBuffer gate = CpuParts::buffer(1, std::vector<float>{10, 100});
        CpuBuffer out(2, 2);
        MultiplyArgs args{.a = CpuParts::whole(a), .b = CpuParts::whole(b), .out = CpuParts::whole(out)};
        m_operations.multiply(args);
        QCOMPARE(CpuParts::valuesIn(out), (std::vector<float>{5, 12, -21, 32}));
        args.b = CpuParts::whole(gate);  // one column for all of a row
        args.activation = Activation::Relu;
        args.accumulate = true;
        m_operations.multiply(args);
        QCOMPARE(CpuParts::valuesIn(out), (std::vector<float>{15, 32, -21, 432}));
        args = {.a = CpuParts::whole(a), .b = {}, .scale = -1.0F, .out = CpuParts::whole(out)};
        m_operations.multiply(args);
        QCOMPARE(CpuParts::valuesIn(out), (std::vector<float>{-1, -2, 3, -4}));
        args.limits.lowest = -2.5F;
        m_operations.multiply(args);
        QCOMPARE(CpuParts::valuesIn(out), (std::vector<float>{-1, -2, 3, -2.5F}));
        args.limits.highest = 0.5F;
        m_operations.multiply(args);
        QCOMPARE(CpuParts::valuesIn(out), (std::vector<float>{-1, -2, 0.5F, -2.5F}));
    }
};

QTEST_APPLESS_MAIN(TestRowOperations)
#include "tst_row_operations.moc"
