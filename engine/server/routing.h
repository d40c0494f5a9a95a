#pragma once

#include <memory>
#include <string>

#include "hearth/routing.h"

namespace hearth::server {

/// Which two models that is, by the names that requests could give as well, and who of them answers.
struct Routing {
    std::string small, large;
    RoutingRule rule;
    std::shared_ptr<RouteFigures> figures = std::make_shared<RouteFigures>();
};

}  // namespace hearth::server
