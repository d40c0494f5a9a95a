#include "server/routed_order.h"

#include <utility>

#include "hearth/route_generator.h"

namespace hearth::server {

void routeOrder(ReplyOrder& order, ModelRegistry& models, const Routing& routing) {
    // Held by the router alone, which lets go of one model before it asks the other.
    const auto asked = std::make_shared<std::weak_ptr<ModelHandle>>();
    const auto part = [&models, asked](const std::string& name) {
        return RouteGenerator::Model{.name = name, .find = [&models, asked, name] {
                                         auto model = models.find(name);
                                         *asked = model;
                                         return model;
                                     }};
    };
    order.router = std::make_shared<RouteGenerator>(routing.rule, part(routing.small), part(routing.large));
    order.answering = [asked] { return asked->lock(); };
    order.ended = [ended = std::move(order.ended), figures = routing.figures](const ReplyOutcome& outcome) {
        if (ended) ended(outcome);
        if (outcome.failed || outcome.cancelled || !outcome.route) return;
        RouteFigures::Reply reply{.outcome = *outcome.route,
                                  .metrics = outcome.metrics,
                                  .droppedTokens = outcome.droppedTokens,
                                  .droppedMs = outcome.droppedMs};
        reply.metrics.generatedTokens = outcome.generatedTokens;
        figures->add(reply);
    };
}

}  // namespace hearth::server
