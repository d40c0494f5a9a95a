#pragma once

#include <optional>
#include <string_view>

#include "grammar/tool_calls.h"
#include "hearth/reply_parser.h"
#include "hearth/tokenizer.h"

namespace hearth {

/// How a model writes calls of tools, for replies that have to be calls. nullopt: its family does so in a
/// form that Hearth does not hold replies to (other than JSON).
std::optional<grammar::CallForm> callFormOf(const ReplyFormat& format, std::string_view templateSource,
                                            const Tokenizer& tokenizer);

}  // namespace hearth
