#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// Constraint on the text of a reply: tokens that do not fit are never chosen. A plain value.
struct ReplyGrammar {
    enum class Kind : uint8_t {
        None,             ///< any text
        JsonObject,       ///< any JSON object
        JsonSchema,       ///< JSON that fits the schema (draft 2020-12), see docs/structure.md
        Regex,            ///< a text that the whole regular expression matches
        ToolCalls,        ///< calls of tools, see toolCallGrammar()
        Gbnf,             ///< a text of the grammar's rule `root`, as llama.cpp's grammar files spell it
        MayCallTools,     ///< any text; tool calls in it are constrained to their schemas from their start
        LooseJsonSchema,  ///< JSON that fits the supported part of the schema
    };
    Kind kind = Kind::None;
    std::string source = {};  ///< the schema, expression or grammar
    bool operator==(const ReplyGrammar&) const = default;
};

/// Holds calls of tools to what the tools declare. `functions`: a JSON list of {"name", "parameters": a
/// schema, "strict": whether all of it has to be held, or what can be}. `required`: the reply is calls and
/// nothing else; otherwise the model chooses, and what it writes is held only where its family's form of
/// calls is known. `parallel`: there may be several calls.
ReplyGrammar toolCallGrammar(std::string_view functions, bool required, bool parallel);

/// Throws Error(BadInput) with one sentence when the source is damaged or asks for what cannot be held and
/// has to be. Gives a sentence for each part that is left out because it cannot be held.
std::vector<std::string> checkReplyGrammar(const ReplyGrammar& grammar);

}  // namespace hearth
