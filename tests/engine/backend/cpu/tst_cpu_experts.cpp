#include "backend/cpu/cpu_experts.h"

#include <cmath>
#include <numeric>

#include "cpu_parts.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;
using namespace hearth::test;

namespace {

constexpr size_t columns = 64, hidden = 32, experts = 6, used = 2;

}  // namespace

class TestCpuExperts : public QObject {
    Q_OBJECT

    CpuParts m_parts{IsaLevel::Avx2};
    GemmDispatch m_products{m_parts.kernels, m_parts.pool, false};
    CpuExperts m_experts{m_parts.kernels, m_parts.pool, m_parts.batch, m_products};
    CpuMatrix m_router = m_parts.matrix(BlockType::F32, columns, experts);
    CpuMatrix m_gate = m_parts.matrix(BlockType::F32, columns, hidden, experts);
    CpuMatrix m_up = m_parts.matrix(BlockType::F32, columns, hidden, experts);
    CpuMatrix m_gateAndUp = m_parts.matrix(BlockType::F32, columns, 2 * hidden, experts);
    CpuMatrix m_down = m_parts.matrix(BlockType::F32, hidden, columns, experts);
    std::vector<float> m_scales{1, 2, 0.5F, -1, 3, 0.25F};
    std::unique_ptr<CpuWeight> m_scaleWeight = m_parts.weight(experts, m_scales);

    static double dot(const CpuMatrix& matrix, size_t expert, size_t row, const double* x) {
        double sum = 0;
        const size_t wide = matrix.weight->columns;
        for (size_t k = 0; k < wide; ++k)
            sum += double(matrix.values[(expert * matrix.weight->rows + row) * wide + k]) * x[k];
        return sum;
    }
    std::vector<float> run(std::span<const float> x, bool together, RowKind kind) {
        const size_t rows = x.size() / columns;
        m_parts.begin(kind, rows);
        m_products.begin(m_parts.batch.oneToken());
        CpuBuffer in = CpuParts::buffer(columns, x);
        CpuBuffer out = CpuParts::buffer(columns, std::vector<float>(rows * columns, 1.0F));
        ExpertsArgs args;
        args.in = CpuParts::whole(in);
        args.norm.kind = NormKind::Rms;
        args.router = m_router.weight.get();
        args.normalizeWeights = true;
        args.used = used;
        args.gate.weight = together ? m_gateAndUp.weight.get() : m_gate.weight.get();
        args.up.weight = together ? nullptr : m_up.weight.get();
        args.down.weight = m_down.weight.get();
        args.activation = Activation::Relu;
        args.expertScale = m_scaleWeight.get();
        args.scale = 0.5F;
        args.out = CpuParts::whole(out);
        m_experts.run(args);
        return CpuParts::valuesIn(out);
    }
    std::vector<float> plain(std::span<const float> x, bool together) const {
        std::vector<float> out(x.size(), 1.0F);
        for (size_t row = 0; row < x.size() / columns; ++row) {
            std::vector<double> in(x.begin() + row * columns, x.begin() + (row + 1) * columns);
            const double squares = std::inner_product(in.begin(), in.end(), in.begin(), 0.0);
            for (double& value : in) value /= std::sqrt(squares / double(columns) + 1e-5);
            std::vector<std::pair<double, size_t>> scores;
            for (size_t e = 0; e < experts; ++e) scores.emplace_back(dot(m_router, 0, e, in.data()), e);
            std::sort(scores.rbegin(), scores.rend());
            double total = 0;
            for (size_t i = 0; i < used; ++i) total += std::exp(scores[i].first);
            for (size_t i = 0; i < used; ++i) {
                const size_t e = scores[i].second;
                std::vector<double> inner;
                for (size_t h = 0; h < hidden; ++h) {
                    const double gate =
                        together ? dot(m_gateAndUp, e, h, in.data()) : dot(m_gate, e, h, in.data());
                    const double up =
                        together ? dot(m_gateAndUp, e, hidden + h, in.data()) : dot(m_up, e, h, in.data());
                    inner.push_back(std::max(gate, 0.0) * up);
                }
                const double weight = 0.5 * std::exp(scores[i].first) / total * double(m_scales[e]);
                for (size_t c = 0; c < columns; ++c)
                    out[row * columns + c] += static_cast<float>(weight * dot(m_down, e, c, inner.data()));
            }
        }
        return out;
    }

private slots:
    void agreesWithPlainLoops_data() {
        QTest::addColumn<bool>("together");
        QTest::addColumn<size_t>("rows");
        QTest::newRow("gate and up") << false << size_t{23};
        QTest::newRow("gate and up in one") << true << size_t{23};
        QTest::newRow("one row") << false << size_t{1};
        QTest::newRow("on all threads") << true << size_t{400};
    }
    void agreesWithPlainLoops() {
        QFETCH(bool, together);
        QFETCH(size_t, rows);
        const auto x = m_parts.numbers(rows * columns);
        const double error = relativeError(run(x, together, RowKind::Prefill), plain(x, together));
        QVERIFY2(error < 1e-5, qPrintable(QString::number(error)));
    }

    void rowsOfRepliesHaveTheBitsTheyHaveAlone() {
        const auto x = m_parts.numbers(8 * columns);
        const auto all = run(x, false, RowKind::Decode);
        for (size_t row = 0; row < 8; ++row)
            QVERIFY(sameBitsIn(run(std::span(x).subspan(row * columns, columns), false, RowKind::Decode),
                               std::span(all).subspan(row * columns, columns)));
    }
};

QTEST_APPLESS_MAIN(TestCpuExperts)
#include "tst_cpu_experts.moc"
