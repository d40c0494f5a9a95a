#pragma once

#include <cstdint>
#include <string>

namespace hearth {

/// What the text of a reply has to be, to the letter: tokens that do not fit are never chosen. A plain value.
struct ReplyGrammar {
    enum class Kind : uint8_t {
        None,        ///< any text
        JsonObject,  ///< any JSON object
        JsonSchema,  ///< JSON that fits the schema (draft 2020-12), see docs/structure.md
        Regex,       ///< a text that the whole regular expression fits
        ToolCalls,   ///< calls of tools, see grammar/tool_calls.h
        Gbnf,        ///< a text of the grammar's rule `root`, as llama.cpp's grammar files spell it
    };
    Kind kind = Kind::None;
    std::string source = {};  ///< the schema, expression or grammar
    bool operator==(const ReplyGrammar&) const = default;
};

/// Throws Error(BadInput) with one sentence when the source is damaged or asks for what cannot be honoured.
void checkReplyGrammar(const ReplyGrammar& grammar);

}  // namespace hearth
