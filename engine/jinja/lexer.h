#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::jinja {

enum class TokenType : uint8_t {
    Data,           ///< template text to print as it is
    BlockBegin,     ///< {%
    BlockEnd,       ///< %}
    VariableBegin,  ///< {{
    VariableEnd,    ///< }}
    Name,
    String,   ///< text holds the decoded value
    Integer,  ///< text holds the digits without underscores, lower case, with any 0x, 0o or 0b
    Float,
    Operator,
    End,
};

struct Token {
    TokenType type;
    uint32_t line;
    std::string text;

    bool is(TokenType wanted, std::string_view wantedText) const {
        return type == wanted && text == wantedText;
    }
};

/// Splits a template as jinja2 does with trim_blocks and lstrip_blocks: newlines normalised, one trailing
/// newline dropped, comments removed, raw blocks turned into data. The last token is End. Error(BadFile) with
/// the line for unbalanced brackets, unterminated strings, comments and raw blocks.
std::vector<Token> tokenizeTemplate(std::string_view source);

/// Error(BadFile) that says that the template is broken in this line.
[[noreturn]] void failTemplate(uint32_t line, const std::string& reason);

}  // namespace hearth::jinja
