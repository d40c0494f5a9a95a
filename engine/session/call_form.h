#pragma once

#include <optional>

#include "chat/prompt_builder.h"
#include "grammar/tool_calls.h"
#include "hearth/reply_parser.h"

namespace hearth {

/// How a model writes calls of tools, for replies that are held to them: as its template shows, proven with
/// its ReplyParser. nullopt: in a way that Hearth does not hold replies to.
std::optional<grammar::CallForm> callFormOf(const Tokenizer& tokenizer, const ChatTemplate& chatTemplate);

}  // namespace hearth
