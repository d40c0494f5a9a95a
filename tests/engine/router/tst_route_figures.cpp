#include <QtTest>

#include "hearth/routing.h"

using namespace hearth;

class TestRouteFigures : public QObject {
    Q_OBJECT

    static RouteFigures::Reply reply(RouteTarget target, RouteReason reason, int processed, int generated,
                                     double prefillMs, double decodeMs) {
        RouteFigures::Reply made;
        made.outcome = {.target = target, .reason = reason};
        made.metrics.processedTokens = processed;
        made.metrics.generatedTokens = generated;
        made.metrics.prefillMs = prefillMs;
        made.metrics.decodeMs = decodeMs;
        return made;
    }

private slots:
    void nothingIsSavedAtFirst() {
        const RouteFigures figures;
        QVERIFY(figures.sums().replies.empty());
        QCOMPARE(figures.sums().savedTokens, uint64_t(0));
        QVERIFY(!figures.sums().savedMs);
    }
    void timeIsSavedAtTheRatesOfTheLarge() {
        RouteFigures figures;
        figures.add(reply(RouteTarget::Small, RouteReason::Certain, 100, 20, 50, 100));
        QCOMPARE(figures.sums().savedTokens, uint64_t(120));
        QVERIFY(!figures.sums().savedMs);
        // 4 ms a token of a prompt, 30 ms a token of a reply.
        RouteFigures::Reply large = reply(RouteTarget::Large, RouteReason::Uncertain, 10, 10, 40, 300);
        large.droppedTokens = 5;
        large.droppedMs = 70;
        figures.add(large);
        const RouteFigures::Sums sums = figures.sums();
        QCOMPARE(sums.savedTokens, uint64_t(120));
        QCOMPARE(sums.droppedTokens, uint64_t(5));
        QCOMPARE(sums.droppedMs, 70.0);
        QCOMPARE(*sums.savedMs, (100 * 4 + 20 * 30) - (50 + 100) - 70.0);
        QCOMPARE(sums.replies.size(), size_t(2));
        QCOMPARE((sums.replies.at({RouteTarget::Large, RouteReason::Uncertain})), uint64_t(1));
    }
    void keptRepliesTellNothingOfSpeed() {
        RouteFigures figures;
        figures.add(reply(RouteTarget::Large, RouteReason::Asked, 10, 10, 40, 300));
        figures.add(reply(RouteTarget::Small, RouteReason::Certain, 100, 20, 50, 100));
        const RouteFigures::Sums before = figures.sums();
        for (const RouteTarget target : {RouteTarget::Small, RouteTarget::Large}) {
            RouteFigures::Reply kept = reply(target, RouteReason::Certain, 0, 50, 0, 0);
            kept.metrics.keptReply = true;
            figures.add(kept);
        }
        QCOMPARE(figures.sums().savedTokens, before.savedTokens);
        QCOMPARE(*figures.sums().savedMs, *before.savedMs);
    }
    void aLargeModelWithoutAPromptHasNoRateForIt() {
        RouteFigures figures;
        figures.add(reply(RouteTarget::Large, RouteReason::Asked, 0, 10, 0, 100));
        figures.add(reply(RouteTarget::Small, RouteReason::Easy, 100, 10, 20, 10));
        QCOMPARE(*figures.sums().savedMs, 100 - 30.0);
    }
};

QTEST_GUILESS_MAIN(TestRouteFigures)
#include "tst_route_figures.moc"
