#include "server/route_metrics.h"

#include "server/prometheus_text.h"

namespace hearth::server {

std::string routeMetrics(const RouteFigures& figures) {
    constexpr double msPerSecond = 1000;
    const RouteFigures::Sums sums = figures.sums();
    std::string out =
        "# HELP hearth_routed_replies_total Replies of the model \"auto\".\n"
        "# TYPE hearth_routed_replies_total counter\n";
    for (const auto& [key, count] : sums.replies)
        out += "hearth_routed_replies_total{model=\"" + std::string(routeTargetName(key.first)) +
               "\",reason=\"" + std::string(routeReasonName(key.second)) + "\"} " + std::to_string(count) +
               "\n";
    out += prometheusSample("hearth_route_saved_tokens_total",
                            "Tokens that the large model did not have to process.", "counter",
                            static_cast<double>(sums.savedTokens));
    out +=
        prometheusSample("hearth_route_dropped_tokens_total", "Tokens of the small model that were not told.",
                         "counter", static_cast<double>(sums.droppedTokens));
    out += prometheusSample("hearth_route_dropped_seconds_total", "Time that they took.", "counter",
                            sums.droppedMs / msPerSecond);
    // May fall: so no counter.
    if (sums.savedMs)
        out += prometheusSample("hearth_route_saved_seconds",
                                "Time that the large model would have taken longer, at its own rates.",
                                "gauge", *sums.savedMs / msPerSecond);
    return out;
}

}  // namespace hearth::server
