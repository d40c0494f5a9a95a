#include "backend/cpu/told_rows.h"

#include <QtTest>
#include <array>
#include <cmath>

using namespace hearth;
using namespace hearth::cpu;

/// Rows as they meet matrices; whole models are in tst_calibration.
class TestToldRows : public QObject {
    Q_OBJECT

    class Noting final : public ProductObserver {
    public:
        void meets(const Weight& weight, size_t matrix, std::span<const float> row) override {
            weights.push_back(&weight);
            matrices.push_back(matrix);
            rows.emplace_back(row.begin(), row.end());
        }
        std::vector<const Weight*> weights;
        std::vector<size_t> matrices;
        std::vector<std::vector<float>> rows;
    };

private slots:
    void everyPartHearsEveryRow() {
        const std::array<float, 4> a{3, 0, 0, 4}, b{1, 1, 1, 1}, norm{2, 2, 2, 1};
        const std::array<const float*, 2> in{a.data(), b.data()};
        const CpuWeight first{}, second{};
        const std::array parts{GemmPart{&first, 0, nullptr}, GemmPart{&second, 3, nullptr}};
        Gemm product;
        product.in = in;
        product.columns = 4;
        product.parts = parts;
        const KernelTable& kernels = kernelTable(IsaLevel::Portable);
        Noting plain;
        tellRows(product, kernels, plain);
        QCOMPARE(plain.rows.size(), size_t{4});
        QCOMPARE(plain.rows[0], (std::vector<float>{3, 0, 0, 4}));
        QCOMPARE(plain.rows[3], (std::vector<float>{1, 1, 1, 1}));
        QCOMPARE(plain.matrices, (std::vector<size_t>{0, 3, 0, 3}));
        QCOMPARE(plain.weights[1], static_cast<const Weight*>(&second));
        // As the matrices read them: divided by their length, times the norm's weight.
        product.normKind = NormKind::Rms;
        product.normWeight = norm.data();
        Noting normalized;
        tellRows(product, kernels, normalized);
        const float length = std::sqrt(25.0F / 4);
        QVERIFY(std::abs(normalized.rows[0][0] - 2 * 3 / length) < 1e-5);
        QVERIFY(std::abs(normalized.rows[0][3] - 4 / length) < 1e-5);
    }
};

QTEST_GUILESS_MAIN(TestToldRows)
#include "tst_told_rows.moc"
