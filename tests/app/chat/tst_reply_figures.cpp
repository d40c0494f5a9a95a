#include "chat/reply_figures.h"

#include <QCoreApplication>
#include <QTranslator>
#include <QtTest>

#include "chat/figures_text.h"
#include "settings/language.h"

using namespace hearth;
using namespace hearth::app;

class TestReplyFigures : public QObject {
    Q_OBJECT

    static ReplyFigures some() {
        ReplyFigures figures;
        figures.metrics.generatedTokens = 214;
        figures.metrics.timeToFirstTokenMs = 84;
        figures.metrics.decodeTokensPerS = 61;
        figures.metrics.totalMs = 3600;
        figures.metrics.reusedTokens = 1204;
        figures.metrics.processedTokens = 37;
        figures.metrics.interTokenMs = {1.0F, 2.0F};
        return figures;
    }

private slots:
    void whatIsKeptIsReadAgain() {
        ReplyFigures figures = some();
        QCOMPARE(shownFigures(figures.kept()), figuresText(figures.metrics));
        QVERIFY2(!figures.kept().contains("interTokenMs"), qPrintable(figures.kept()));
        figures.route = RouteOutcome{.target = RouteTarget::Large, .reason = RouteReason::Code};
        figures.model = "Qwen";
        figures.cost = 0.05;
        figures.messagesLeftOut = 4;
        figures.tokensLeftOut = 20'000;
        figures.contextFull = true;
        QCOMPARE(shownFigures(figures.kept()), figures.text());
        QCOMPARE(
            figures.text(),
            figuresText(figures.metrics) +
                QStringLiteral("  ·  answered by Qwen (code)  ·  cost 0.050  ·  4 earlier messages were left "
                               "out (20,000 tokens)  ·  the context is full"));
        figures.distance = 0.0512;
        QCOMPARE(shownFigures(figures.kept()), QString("answered before, distance 0.051"));
    }

    /// Earlier versions kept the line itself.
    void whatIsKeptAsWordsStays() {
        QCOMPARE(shownFigures("first token 84 ms · 61 tok/s"), QString("first token 84 ms · 61 tok/s"));
        QCOMPARE(shownFigures("{ no figures"), QString("{ no figures"));
        QCOMPARE(shownFigures({}), QString());
    }

    void aLineSpeaksTheLanguageInWhichItIsRead() {
        const QString kept = some().kept();
        SpokenLanguage language;
        language.speak("de");
        const QString german = shownFigures(kept);
        language.speak("en");
        const QString english = shownFigures(kept);
        QVERIFY2(english.contains("reused 1,204") && !german.contains("reused"), qPrintable(german));
        QVERIFY2(german.contains("1.204"), qPrintable(german));
    }
};

QTEST_GUILESS_MAIN(TestReplyFigures)
#include "tst_reply_figures.moc"
