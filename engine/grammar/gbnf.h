#pragma once

#include <string_view>

#include "grammar/rules.h"

namespace hearth::grammar {

/// Reads a grammar in GBNF, the form of BNF that llama.cpp's grammar files have: rules `name ::= ...` with
/// "literals", [character classes], `.`, groups, `|`, and `*`, `+`, `?`, `{n}`, `{n,}`, `{n,m}`; comments
/// begin with `#`. Texts begin with the rule `root`. Throws Error(BadInput), which names the line.
Rules readGbnf(std::string_view text);

}  // namespace hearth::grammar
