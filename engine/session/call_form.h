#pragma once

#include <optional>

#include "chat/prompt_builder.h"
#include "grammar/tool_calls.h"
#include "hearth/reply_parser.h"

namespace hearth {

/// The form in which a model writes tool calls, for constrained replies: derived from its template, verified
/// with its ReplyParser. nullopt: the form is not supported for constrained replies.
std::optional<grammar::CallForm> callFormOf(const Tokenizer& tokenizer, const ChatTemplate& chatTemplate);

}  // namespace hearth
