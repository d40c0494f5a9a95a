#include "chat/route_text.h"

#include <QJsonObject>
#include <QSet>
#include <QtTest>

#include "chat/recipe_keys.h"

using namespace hearth;
using namespace hearth::app;

class TestRouteText : public QObject {
    Q_OBJECT

private slots:
    void everyReasonIsSaid() {
        QSet<QString> texts;
        for (int reason = 0; reason <= static_cast<int>(RouteReason::LargeUnavailable); ++reason) {
            const QString text =
                routeText({.target = RouteTarget::Small, .reason = static_cast<RouteReason>(reason)},
                          QStringLiteral("Tiny"));
            QVERIFY2(
                text.startsWith(QLatin1String("answered by Tiny (")) && !text.contains(QLatin1String("()")),
                qPrintable(text));
            texts += text;
        }
        QCOMPARE(texts.size(), 11);
    }
    void theRecipeHasTheFiguresThatDecided() {
        const QJsonObject sure = toJson({.target = RouteTarget::Large,
                                         .reason = RouteReason::Uncertain,
                                         .triedTokens = 4,
                                         .meanLogProbability = -1.5});
        QCOMPARE(sure[recipe::routeTarget].toString(), QStringLiteral("large"));
        QCOMPARE(sure[recipe::routeReason].toString(), QStringLiteral("uncertain"));
        QCOMPARE(sure[recipe::routeTokens].toInt(), 4);
        QCOMPARE(sure[recipe::routeMean].toDouble(), -1.5);
        QVERIFY(!toJson({.target = RouteTarget::Large, .reason = RouteReason::Code})
                     .contains(recipe::routeTokens));
    }
};

QTEST_GUILESS_MAIN(TestRouteText)
#include "tst_route_text.moc"
