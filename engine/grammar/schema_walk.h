#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace hearth::grammar {

/// Calls `visit` for the schemas that are directly within a schema, with the keyword that has them.
void forEachSubschema(
    nlohmann::ordered_json& schema,
    const std::function<void(const std::string& keyword, nlohmann::ordered_json& part)>& visit);

}  // namespace hearth::grammar
