#include "chat/figures_text.h"

#include <QJsonArray>
#include <QtTest>

#include "endpoints/untold_figures.h"

using namespace hearth;
using namespace hearth::app;

class TestFiguresText : public QObject {
    Q_OBJECT

private slots:
    void readsAsInThePicture() {
        GenerationMetrics metrics;
        metrics.timeToFirstTokenMs = 84.2;
        metrics.decodeTokensPerS = 61.3;
        metrics.generatedTokens = 214;
        metrics.totalMs = 3600;
        metrics.reusedTokens = 1204;
        metrics.processedTokens = 37;
        QCOMPARE(figuresText(metrics),
                 QStringLiteral(
                     "first token 84 ms · 61 tok/s · 214 tokens · 3.6 s · reused 1,204 · processed 37"));
    }

    void theTierIsTold() {
        GenerationMetrics metrics;
        metrics.generatedTokens = 2;
        metrics.totalMs = 900;
        metrics.reusedTokens = 1204;
        metrics.reusedFromDisk = 980;
        metrics.processedTokens = 9;
        QVERIFY2(figuresText(metrics).endsWith("reused 1,204 (980 from disk) · processed 9"),
                 qPrintable(figuresText(metrics)));
    }

    void anEarlierReplyIsMarked() {
        GenerationMetrics metrics;
        metrics.keptReply = true;
        metrics.timeToFirstTokenMs = metrics.totalMs = 1;
        metrics.generatedTokens = 2;
        metrics.reusedTokens = 9;
        QCOMPARE(
            figuresText(metrics),
            QStringLiteral("answered before · first token 1 ms · 2 tokens · 1 ms · reused 9 · processed 0"));
        QCOMPARE(metricsToJson(metrics).value("keptReply").toBool(), true);
    }

    void draftsAreTold() {
        GenerationMetrics metrics;
        metrics.timeToFirstTokenMs = 84;
        metrics.generatedTokens = 50;
        metrics.totalMs = 900;
        metrics.processedTokens = 9;
        metrics.draftedTokens = 40;
        metrics.acceptedTokens = 31;
        QCOMPARE(
            figuresText(metrics),
            QStringLiteral("first token 84 ms · 50 tokens · 900 ms · reused 0 · processed 9 · drafted 40 · "
                           "accepted 31"));
        QCOMPARE(metricsToJson(metrics).value("draftedTokens").toInt(), 40);
        QCOMPARE(metricsToJson(metrics).value("acceptedTokens").toInt(), 31);
    }

    void nothingWasGenerated() {
        GenerationMetrics metrics;
        metrics.totalMs = 12;
        metrics.processedTokens = 5;
        QCOMPARE(figuresText(metrics), QStringLiteral("0 tokens · 12 ms · reused 0 · processed 5"));
    }

    void whatAServerDoesNotSayIsLeftOut() {
        GenerationMetrics metrics;
        metrics.timeToFirstTokenMs = 219;
        metrics.decodeTokensPerS = 23;
        metrics.generatedTokens = 32;
        metrics.totalMs = 1600;
        QCOMPARE(figuresText(metrics), QStringLiteral("first token 219 ms · 23 tok/s · 32 tokens · 1.6 s"));
    }

    void aCacheThatIsNotKnownIsNotEmpty() {
        GenerationMetrics metrics;
        metrics.timeToFirstTokenMs = 219;
        metrics.generatedTokens = 32;
        metrics.promptTokens = 1216;
        metrics.totalMs = 1600;
        metrics.reusedTokens = metrics.processedTokens = untoldTokens;
        QCOMPARE(figuresText(metrics),
                 QStringLiteral("first token 219 ms · 32 tokens · 1.6 s · prompt 1,216"));
        const QJsonObject json = metricsToJson(metrics);
        for (const char* name : {"reusedTokens", "processedTokens", "prefillTokensPerS"})
            QVERIFY2(!json.contains(QLatin1String(name)), name);
    }

    void keepsEveryFigure() {
        GenerationMetrics metrics;
        metrics.interTokenMs = {1.234F, 2.0F};
        metrics.promptTokens = 7;
        const QJsonObject json = metricsToJson(metrics);
        QCOMPARE(json.value("promptTokens").toInt(), 7);
        QCOMPARE(json.value("interTokenMs").toArray().size(), 2);
        QCOMPARE(json.size(), 17);
    }

    void thoughtsHaveTheirTime() { QCOMPARE(thoughtText(2.4), QStringLiteral("Thought for 2.4 s")); }
};

QTEST_GUILESS_MAIN(TestFiguresText)
#include "tst_figures_text.moc"
