#include "backend/cpu/cpu_linear.h"

#include "cpu_parts.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;
using namespace hearth::test;

namespace {

constexpr size_t columns = 256;
/// Enough weights that they are not tiny.
constexpr size_t weightRows = 1100;

}  // namespace

class TestCpuLinear : public QObject {
    Q_OBJECT

    CpuParts m_parts{IsaLevel::Avx2};
    GemmDispatch m_products{m_parts.kernels, m_parts.pool, false};
    CpuLinear m_linear{m_parts.kernels, m_parts.batch, m_products};
    CpuMatrix m_matrix = m_parts.matrix(BlockType::Q6_K, columns, weightRows);

    void begin(RowKind kind, size_t rows, int32_t position = 0, size_t logits = 0) {
        m_parts.begin(kind, rows, position, logits);
        m_products.begin(m_parts.batch.oneToken());
    }
    static std::vector<float> plain(const CpuMatrix& matrix, std::span<const float> x) {
        std::vector<float> out;
        const size_t wide = matrix.weight->columns;
        for (size_t row = 0; row < x.size() / wide; ++row)
            for (size_t r = 0; r < matrix.weight->rows; ++r) {
                double sum = 0;
                for (size_t k = 0; k < wide; ++k)
                    sum += double(matrix.values[r * wide + k]) * double(x[row * wide + k]);
                out.push_back(static_cast<float>(sum));
            }
        return out;
    }
    LinearArgs argsFor(CpuBuffer& in, CpuBuffer& out) const {
        LinearArgs args;
        args.in = CpuParts::whole(in);
        args.parts = {{m_matrix.weight.get()}};
        args.out = CpuParts::whole(out);
        return args;
    }
    /// Relative error of a row of the running batch.
    double errorOf(CpuBuffer& in, size_t row) {
        CpuBuffer out(in.rows, weightRows);
        m_linear.linear(argsFor(in, out));
        const auto x = CpuParts::valuesIn(in);
        const auto found = CpuParts::valuesIn(out);
        return relativeError(std::span(found).subspan(row * weightRows, weightRows),
                             plain(m_matrix, std::span(x).subspan(row * columns, columns)));
    }

private slots:
    void rowsThatWantLogitsArePacked() {
        begin(RowKind::Prefill, 5, 100, 2);
        const auto x = m_parts.numbers(5 * columns);
        CpuBuffer in = CpuParts::buffer(columns, x);
        CpuBuffer out(5, weightRows);
        LinearArgs args = argsFor(in, out);
        args.rows = RowSet::LogitRows;
        m_linear.linear(args);
        const auto found = CpuParts::valuesIn(out);
        // Few rows with much depending on them: two planes.
        QVERIFY(relativeError(std::span(found).first(2 * weightRows),
                              plain(m_matrix, std::span(x).last(2 * columns))) < 1e-4);
        QCOMPARE(found[2 * weightRows], 0.0F);
    }

    /// A second plane goes to what attention answered, in a reply, and to the first positions of a prompt.
    void planes() {
        CpuBuffer in = CpuParts::buffer(columns, m_parts.numbers(8 * columns));
        begin(RowKind::Decode, 1, 100);
        QVERIFY(errorOf(in, 0) > 1e-3);
        m_parts.batch.noteAttended(&in);
        QVERIFY(errorOf(in, 0) < 1e-4);
        QVERIFY(errorOf(in, 0) > 1e-3);  // read once, it is something else
        begin(RowKind::Prefill, 8, 60);
        QVERIFY(errorOf(in, 3) < 1e-4);
        QVERIFY(errorOf(in, 4) > 1e-3);
    }

    void rowsOfRepliesHaveTheBitsTheyHaveAlone() {
        const auto x = m_parts.numbers(8 * columns);
        begin(RowKind::Decode, 8, 10);
        CpuBuffer in = CpuParts::buffer(columns, x);
        CpuBuffer together(8, weightRows);
        const auto run = [&](CpuBuffer& from, CpuBuffer& to) {
            LinearArgs args = argsFor(from, to);
            args.norm.kind = NormKind::Rms;
            m_linear.linear(args);
        };
        run(in, together);
        const auto all = CpuParts::valuesIn(together);
        for (size_t row = 0; row < 8; ++row) {
            begin(RowKind::Decode, 1, static_cast<int32_t>(10 + row));
            CpuBuffer one = CpuParts::buffer(columns, std::span(x).subspan(row * columns, columns));
            CpuBuffer out(1, weightRows);
            run(one, out);
            QVERIFY(
                sameBitsIn(CpuParts::valuesIn(out), std::span(all).subspan(row * weightRows, weightRows)));
        }
    }

    void refusesMorePartsThanThereMayBe() {
        begin(RowKind::Decode, 1);
        CpuBuffer in(1, columns);
        CpuBuffer out(1, weightRows * (mostLinearParts + 1));
        for (const size_t count : {size_t{0}, mostLinearParts + 1}) {
            LinearArgs args = argsFor(in, out);
            args.parts.assign(count, {m_matrix.weight.get()});
            try {
                m_linear.linear(args);
                QFAIL("it was done");
            } catch (const Error& error) {
                QCOMPARE(error.code(), ErrorCode::BadInput);
            }
        }
    }

    void headsHaveMatricesOfTheirOwn() {
        constexpr size_t heads = 3, wide = 32, high = 20, tail = 4, rows = 5;
        const CpuMatrix stacked = m_parts.matrix(BlockType::F32, wide, high, heads);
        begin(RowKind::Prefill, rows);
        const auto x = m_parts.numbers(rows * heads * (wide + tail));
        CpuBuffer in = CpuParts::buffer(heads * (wide + tail), x);
        CpuBuffer out(rows, heads * (high + tail));
        m_linear.headLinear({.in = CpuParts::whole(in),
                             .inStride = wide + tail,
                             .weight = stacked.weight.get(),
                             .tail = tail,
                             .out = CpuParts::whole(out),
                             .outStride = high + tail});
        std::vector<float> wanted;
        for (size_t row = 0; row < rows; ++row)
            for (size_t head = 0; head < heads; ++head) {
                const float* from = x.data() + (row * heads + head) * (wide + tail);
                for (size_t r = 0; r < high; ++r) {
                    double sum = 0;
                    for (size_t k = 0; k < wide; ++k)
                        sum += double(stacked.values[(head * high + r) * wide + k]) * double(from[k]);
                    wanted.push_back(static_cast<float>(sum));
                }
                wanted.insert(wanted.end(), from + wide, from + wide + tail);
            }
        // Prompts may go through tile registers.
        QVERIFY(relativeError(CpuParts::valuesIn(out), wanted) < 1e-5);
    }
};

QTEST_APPLESS_MAIN(TestCpuLinear)
#include "tst_cpu_linear.moc"
