#include "sampling/best_logits.h"

#include <QtTest>
#include <cmath>
#include <limits>

using namespace hearth;

namespace {
constexpr float infinity = std::numeric_limits<float>::infinity();
}  // namespace

/// The plain form of what backends pick out.
class TestBestLogits : public QObject {
    Q_OBJECT

private slots:
    void areTheLargest() {
        const std::vector<float> row{1, std::nanf(""), 3, 3, -infinity, 2, 9};
        const BestLogits result = bestLogitsOf(row, {.count = 3, .columns = 6, .penalties = {}});
        QCOMPARE(result.best.size(), size_t{3});
        QVERIFY(result.best[0] == (BestLogits::Entry{2, 3, 3}));
        QVERIFY(result.best[1] == (BestLogits::Entry{3, 3, 3}));
        QVERIFY(result.best[2] == (BestLogits::Entry{5, 2, 2}));
        QCOMPARE(result.finite, 4U);
        QVERIFY(!result.complete());
        QVERIFY(std::abs(result.total - (2 + std::exp(-1.0) + std::exp(-2.0))) < 1e-6);
        QVERIFY(std::abs(result.plainTotal - result.total) < 1e-6);
    }

    void penaltiesMoveTokens() {
        const std::vector<float> row{4, 2, -2, 3};
        const BestLogits result = bestLogitsOf(
            row, {.count = 4, .columns = 4, .repeatPenalty = 2, .penalties = {{0, 1.5F}, {2, -9}}});
        QVERIFY(result.best[0] == (BestLogits::Entry{2, 5, -2}));
        QVERIFY(result.best[1] == (BestLogits::Entry{3, 3, 3}));
        QVERIFY(result.best[2] == (BestLogits::Entry{1, 2, 2}));
        QVERIFY(result.best[3] == (BestLogits::Entry{0, 0.5F, 4}));
        QVERIFY(result.complete());
        QCOMPARE(result.plainLargest, 4.0F);
    }
};

QTEST_GUILESS_MAIN(TestBestLogits)
#include "tst_best_logits.moc"
