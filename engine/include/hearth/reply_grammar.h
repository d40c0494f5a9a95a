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

/// Constrains tool calls to the declarations of the tools. `functions`: a JSON list of {"name", "parameters":
/// a schema, "strict": true to enforce all of it, false to enforce the supported part}. `required`: the reply
/// consists of calls only; otherwise the model chooses, and its calls are constrained only if its family's
/// form of calls is known. `parallel`: there may be several calls.
ReplyGrammar toolCallGrammar(std::string_view functions, bool required, bool parallel);

/// Throws Error(BadInput) with one sentence if the source is damaged or strictly requires an unsupported
/// constraint. Returns a sentence for each part that is ignored because it is not supported.
std::vector<std::string> checkReplyGrammar(const ReplyGrammar& grammar);

}  // namespace hearth
