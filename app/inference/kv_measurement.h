#pragma once

#include <QString>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "hearth/kv_type_cost.h"

namespace hearth::app {

/// hearth::kvTypeCosts(), or a stand-in in tests.
using KvTypeMeasurer = std::function<std::vector<KvTypeCost>(Engine& engine, std::span<const KvTypes> types,
                                                             const std::stop_token& stop)>;

/// Result of measuring types of the cache.
struct KvMeasurement {
    std::vector<KvTypeCost> costs;  ///< one for each type; empty: there was no rest for it, or it failed
    QString problem;                ///< why it failed, one sentence; empty: it did not
};

}  // namespace hearth::app
