#include "server/route_metrics.h"

#include <QtTest>

using namespace hearth;

class TestRouteMetrics : public QObject {
    Q_OBJECT

private slots:
    void saysWhoAnsweredAndWhatThatSaved() {
        RouteFigures figures;
        QVERIFY(server::routeMetrics(figures).find("hearth_route_saved_seconds") == std::string::npos);
        RouteFigures::Reply small, large;
        small.outcome = {.target = RouteTarget::Small, .reason = RouteReason::Certain};
        small.metrics.generatedTokens = 10;
        small.metrics.decodeMs = 100;
        large.outcome = {.target = RouteTarget::Large, .reason = RouteReason::Code};
        large.metrics.generatedTokens = 10;
        large.metrics.decodeMs = 1000;
        large.droppedTokens = 3;
        large.droppedMs = 50;
        figures.add(small);
        figures.add(small);
        figures.add(large);
        const std::string text = server::routeMetrics(figures);
        for (const char* line :
             {"hearth_routed_replies_total{model=\"small\",reason=\"certain\"} 2\n",
              "hearth_routed_replies_total{model=\"large\",reason=\"code\"} 1\n",
              "\nhearth_route_saved_tokens_total 20\n", "\nhearth_route_dropped_tokens_total 3\n",
              "\nhearth_route_dropped_seconds_total 0.05\n", "\nhearth_route_saved_seconds 1.75\n"})
            QVERIFY2(text.find(line) != std::string::npos, line);
    }
};

QTEST_GUILESS_MAIN(TestRouteMetrics)
#include "tst_route_metrics.moc"
