#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "hearth/routing.h"

namespace hearth::server {

/// Which two models that is, by the names that requests could give as well, and who of them answers.
struct Routing {
    std::string small, large;
    RoutingRule rule;
    std::shared_ptr<RouteFigures> figures = std::make_shared<RouteFigures>();
};

/// Returns true for a name that means two models, where there are two: `routedModelName`, or none.
inline bool meansRouted(std::string_view name) {
    return name.empty() || name == routedModelName;
}

}  // namespace hearth::server
