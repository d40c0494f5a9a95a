#include "cli/batch_progress.h"

#include <QtTest>

using namespace hearth::cli;

class BatchProgressTest : public QObject {
    Q_OBJECT

private slots:
    void saysHowFarItIs() {
        BatchTotals totals;
        totals.requests = 1000;
        totals.before = 100;
        totals.done = 100;
        totals.errors = 1;
        totals.tokens = 500;
        QCOMPARE(batchProgressText(totals, 10),
                 std::string("200 of 1000 done, 1 error, 50.0 tokens/s, 1 min left"));
        totals.done = 880;
        QCOMPARE(batchProgressText(totals, 44),
                 std::string("980 of 1000 done, 1 error, 11.4 tokens/s, 1 s left"));
        totals.done = 1;
        totals.errors = 0;
        QCOMPARE(batchProgressText(totals, 10),
                 std::string("101 of 1000 done, 0 errors, 50.0 tokens/s, 2 h 29 min left"));
    }

    void doesNotGuessWithoutFigures() {
        QCOMPARE(batchProgressText({}, 0), std::string("0 done, 0 errors, 0.0 tokens/s"));
        BatchTotals started;
        started.requests = 3;
        QCOMPARE(batchProgressText(started, 5), std::string("0 of 3 done, 0 errors, 0.0 tokens/s"));
    }

    void addsUpAtTheEnd() {
        BatchTotals totals;
        totals.done = 40;
        totals.errors = 2;
        totals.tokens = 800;
        QCOMPARE(batchTotalsText(totals, 10), std::string("40 done, 2 errors, 800 tokens, 80.0 tokens/s"));
        totals.before = 20;
        totals.promptTokens = 4000;
        totals.cachedTokens = 3640;
        QCOMPARE(batchTotalsText(totals, 10),
                 std::string("40 done (and 20 before), 2 errors, 800 tokens, 80.0 tokens/s, 91 % of the "
                             "prompts cached"));
    }
};

QTEST_GUILESS_MAIN(BatchProgressTest)
#include "tst_batch_progress.moc"
