#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/call_form.h"
#include "grammar/loose_schema.h"
#include "grammar/rules.h"

namespace hearth::grammar {

/// A piece of a form, with what changes in it. `key`: the argument before.
Rules::Id spelledPiece(Rules& rules, std::string_view piece, std::string_view key = {});

/// The arguments of one tool, written one by one, from the end of its name to the end of the call: those that
/// its schema requires, others if the model wants them, in the schema's order. `tool` has "parameters", and
/// "strict" where the schema has to be honoured. Throws SchemaRefusal for a strict one that cannot be, else
/// as toolCallRules() says.
/// `form` has arguments; `tools` are the names of all tools. `leftOut` gets what is not held.
Rules::Id argumentRules(Rules& rules, const CallForm& form, std::span<const std::string> tools,
                        const nlohmann::ordered_json& tool, std::vector<LeftOut>& leftOut);

}  // namespace hearth::grammar
