#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hearth::jinja {

/// Python's unicode-escape decoding of the inside of a string literal. Unknown escapes stay as they are.
/// nullopt for a truncated \x, \u or \U, a code point past U+10FFFF, and \N{...}, which needs the table of
/// names.
std::optional<std::string> decodeEscapes(std::string_view body);

}  // namespace hearth::jinja
