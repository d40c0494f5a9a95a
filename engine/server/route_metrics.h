#pragma once

#include <string>

#include "hearth/routing.h"

namespace hearth::server {

/// Statistics of the router, in the text format of Prometheus.
std::string routeMetrics(const RouteFigures& figures);

}  // namespace hearth::server
