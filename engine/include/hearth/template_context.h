#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace hearth {

/// Reads the variables of a chat template, a JSON object. Python, which templates are written for, keeps
/// integers of any length; numbers here have 64 bits, and one that does not fit is refused instead of
/// rounded. Throws Error(BadInput) with a sentence.
nlohmann::ordered_json parseTemplateContext(std::string_view text);

}  // namespace hearth
