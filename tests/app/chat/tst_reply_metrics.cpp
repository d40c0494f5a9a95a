#include "chat/reply_metrics.h"

#include <QtTest>

#include "chat/figures_text.h"

#include "endpoints/untold_figures.h"

using namespace hearth;
using namespace hearth::app;

class TestReplyMetrics : public QObject {
    Q_OBJECT

    static GenerationMetrics part(int prompt, int reused, int made, double totalMs) {
        GenerationMetrics metrics;
        metrics.promptTokens = prompt;
        metrics.reusedTokens = reused;
        metrics.processedTokens = prompt - reused;
        metrics.generatedTokens = made;
        metrics.timeToFirstTokenMs = 50;
        metrics.prefillMs = 40;
        metrics.totalMs = totalMs;
        metrics.interTokenMs.assign(static_cast<size_t>(made - 1), 10.0F);
        return metrics;
    }

private slots:
    void comesBackFromItsJson() {
        GenerationMetrics metrics = part(30, 10, 5, 90);
        metrics.reusedFromDisk = 7;
        metrics.keptReply = true;
        QCOMPARE(metricsFromJson(metricsToJson(metrics)).reusedFromDisk, 7);
        QCOMPARE(metricsToJson(metricsFromJson(metricsToJson(metrics))), metricsToJson(metrics));
        metrics.reusedTokens = metrics.processedTokens = untoldTokens;
        QVERIFY(!knowsCache(metricsFromJson(metricsToJson(metrics))));
        const GenerationMetrics nothing = metricsFromJson({{"totalMs", -3}, {"promptTokens", "many"}});
        QCOMPARE(nothing.totalMs, 0.0);
        QCOMPARE(nothing.promptTokens, 0);
    }

    void partsAddUp() {
        store::Generation before;
        before.metrics = metricsToJson(part(30, 10, 5, 90));
        before.tokens = {1, 2, 3, 4};  // without the end token
        const GenerationMetrics whole = metricsOfParts(before, part(34, 33, 7, 120));
        QCOMPARE(whole.generatedTokens, 11);
        QCOMPARE(whole.promptTokens, 30);
        QCOMPARE(whole.reusedTokens, 10);
        QCOMPARE(whole.processedTokens, 21);
        QCOMPARE(whole.totalMs, 210.0);
        QCOMPARE(whole.timeToFirstTokenMs, 50.0);
        QCOMPARE(whole.interTokenMs.size(), size_t(10));
        QCOMPARE(whole.decodeTokensPerS, 100.0);
    }

    void aSumWithWhatIsNotKnownIsNotKnown() {
        store::Generation before;
        GenerationMetrics first = part(30, 10, 5, 90);
        first.reusedTokens = first.processedTokens = untoldTokens;
        before.metrics = metricsToJson(first);
        QVERIFY(!knowsCache(metricsOfParts(before, part(34, 33, 7, 120))));
        before.metrics = metricsToJson(part(30, 10, 5, 90));
        QVERIFY(knowsCache(metricsOfParts(before, part(34, 33, 7, 120))));
    }

    void aBranchHasTheFiguresOfItsOwnPart() {
        store::Generation before;
        before.tokens = {1, 2, 3};
        QCOMPARE(metricsOfParts(before, part(34, 33, 7, 120)).generatedTokens, 7);
    }
};

QTEST_GUILESS_MAIN(TestReplyMetrics)
#include "tst_reply_metrics.moc"
