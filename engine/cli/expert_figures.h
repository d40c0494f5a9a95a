#pragma once

#include <nlohmann/json.hpp>

#include "hearth/expert_traffic.h"

namespace hearth::cli {

/// Statistics of experts in host memory, as members of an object.
inline nlohmann::ordered_json expertFigures(const ExpertTraffic& traffic) {
    return {{"experts", traffic.experts},         {"experts_on_card", traffic.onGpu},
            {"host_bytes", traffic.hostBytes},    {"hits", traffic.hits},
            {"misses", traffic.misses},           {"hit_rate", traffic.hitRate()},
            {"copied_bytes", traffic.copiedBytes}};
}

}  // namespace hearth::cli
