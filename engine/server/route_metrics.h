#pragma once

#include <string>

#include "hearth/routing.h"

namespace hearth::server {

/// What the router did, in Prometheus' text form.
std::string routeMetrics(const RouteFigures& figures);

}  // namespace hearth::server
