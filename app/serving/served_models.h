#pragma once

#include <optional>
#include <vector>

#include "hearth/local_server.h"

namespace hearth::app {

class InferenceThread;
class OpenModels;

/// The models that other programs may use.
struct ServedModels {
    std::vector<LocalServer::Model> models;
    std::optional<RoutingRule> rule;  ///< the first two are a pair
};

/// Those that are open and run on this computer, the current one first. Where that is two that answer as one,
/// and both are here, programs can ask both as one, too.
ServedModels servedModels(const OpenModels& open, const InferenceThread& inference);

}  // namespace hearth::app
