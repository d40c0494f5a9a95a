#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "grammar/rules.h"
#include "grammar/tool_calls.h"

namespace hearth::grammar {

/// A piece of a form, with what changes in it. `key`: the argument before.
Rules::Id spelledPiece(Rules& rules, std::string_view piece, std::string_view key = {});

/// The arguments of one tool, written one by one, from the end of its name to the end of the call: those that
/// its schema requires, others if the model wants them, in the schema's order. `tool` has "parameters", and
/// "strict" where the schema has to be honoured. Throws as toolCallRules() says.
Rules::Id argumentRules(Rules& rules, const ArgumentForm& form, const nlohmann::ordered_json& tool);

}  // namespace hearth::grammar
