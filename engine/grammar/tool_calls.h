#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/call_form.h"
#include "grammar/rules.h"
#include "grammar/token_texts.h"

namespace hearth::grammar {

/// The grammar of one call or more. `source`: {"tools": [{"name": ..., "parameters": a schema}], "parallel":
/// whether there may be several}. Properties that a schema does not name are left out. Keywords that cannot
/// be held are left out, each with a sentence in `leftOut`; a tool of which nothing can be held takes any
/// object. With "strict" in the tool it throws Error(BadInput) instead, which names the tool, the property
/// and the keyword. Throws Error(BadInput) where the family has no spelling for values that a tool needs.
Rules toolCallRules(std::string_view source, const CallForm& form,
                    std::vector<std::string>* leftOut = nullptr);

/// The grammar of the arguments of a strict tool, which throws as above.
Rules readStrictSchema(const std::string& tool, nlohmann::ordered_json schema);

}  // namespace hearth::grammar
