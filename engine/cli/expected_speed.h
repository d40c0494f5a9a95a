#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "hearth/engine_info.h"
#include "hearth/engine_options.h"

namespace hearth::cli {

/// Expected speed for replies `depth` tokens deep, from the model's shapes and the measured products of the
/// device: expected_tg_tokens_per_s, expected_pp_tokens_per_s and the points of the roofline. Takes some
/// seconds. Throws as measureDeviceSpeed() and tokenWork().
nlohmann::ordered_json expectedSpeed(const EngineInfo& info, const EngineOptions& options, int depth);

/// The same for people, some lines; `measured`: tokens a second of replies, 0: not measured.
std::string expectedSpeedText(const nlohmann::ordered_json& expected, double measured);

}  // namespace hearth::cli
