#include <QtTest>
#include <cmath>
#include <random>
#include <vector>

#include "quant/least_squares.h"

using namespace hearth::quant;

namespace {

std::vector<float> normalValues(size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<float> values(count);
    for (auto& value : values) value = normal(random);
    return values;
}

}  // namespace

class LeastSquaresTest : public QObject {
    Q_OBJECT

private slots:
    /// Values that lie on a lattice are found again without error.
    void latticesAreFoundExactly() {
        std::vector<float> values(32);
        for (size_t i = 0; i < 32; ++i) values[i] = 0.25F * static_cast<float>((7 * i) % 16) - 1.5F;
        const auto affine = fitAffine(values.data(), nullptr, 32, 15);
        QVERIFY(std::abs(affine.scale - 0.25F) < 1e-6F && std::abs(affine.min - 1.5F) < 1e-6F);
        QVERIFY(roundAffine(values.data(), nullptr, 32, affine, 15, nullptr) < 1e-10F);
        for (size_t i = 0; i < 16; ++i) values[i] = 0.5F * (static_cast<float>((5 * i) % 64) - 32);
        const auto centred = fitCentred(values.data(), nullptr, 16, 64);
        QVERIFY(roundCentred(values.data(), nullptr, 16, centred, 64, nullptr) < 1e-8F);
    }

    void valuesAboveZeroHaveNoMinimum() {
        std::vector<float> values(32);
        for (size_t i = 0; i < 32; ++i) values[i] = 10 + static_cast<float>(i) / 32;
        const auto fit = fitAffine(values.data(), nullptr, 32, 15);
        QVERIFY(fit.min >= 0 && fit.scale > 0);
        QVERIFY(roundAffine(values.data(), nullptr, 32, fit, 15, nullptr) / 32 < 0.1F);
    }

    void constantsAndZerosAreExact() {
        const std::vector<float> zeros(32, 0);
        const std::vector<float> negative(32, -0.7F);
        QCOMPARE(fitAffine(zeros.data(), nullptr, 32, 15).scale, 0.0F);
        QCOMPARE(fitCentred(zeros.data(), nullptr, 16, 64).scale, 0.0F);
        const auto fit = fitAffine(negative.data(), nullptr, 32, 15);
        QVERIFY(roundAffine(negative.data(), nullptr, 32, fit, 15, nullptr) < 1e-12F);
    }

    /// The search is never worse than the best of 20,000 random tries by more than eight per cent.
    void noRandomTryIsMuchBetter() {
        for (unsigned seed = 0; seed < 20; ++seed) {
            const auto values = normalValues(32, seed);
            const auto fit = fitAffine(values.data(), nullptr, 32, 15);
            const float found = roundAffine(values.data(), nullptr, 32, fit, 15, nullptr);
            std::mt19937 random(seed);
            std::uniform_real_distribution<float> around(0.8F, 1.25F);
            float best = found;
            for (int i = 0; i < 20000; ++i) {
                const AffineFit other{fit.scale * around(random), fit.min * around(random)};
                best = std::min(best, roundAffine(values.data(), nullptr, 32, other, 15, nullptr));
            }
            QVERIFY2(found <= 1.08F * best, qPrintable(QString("%1 against %2").arg(found).arg(best)));
        }
    }

    /// A heavy weight pulls the error away from its place.
    void weightsCount() {
        const auto values = normalValues(32, 3);
        std::vector<float> weights(32, 1);
        weights[5] = 1000;
        const auto plain = fitAffine(values.data(), nullptr, 32, 3);
        const auto weighted = fitAffine(values.data(), weights.data(), 32, 3);
        QVERIFY(roundAffine(values.data(), weights.data(), 32, weighted, 3, nullptr) <
                roundAffine(values.data(), weights.data(), 32, plain, 3, nullptr));
    }
};

QTEST_APPLESS_MAIN(LeastSquaresTest)
#include "tst_least_squares.moc"
