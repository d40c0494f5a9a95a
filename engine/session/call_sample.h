#pragma once

#include <optional>
#include <string>

#include "chat/prompt_builder.h"
#include "grammar/tool_calls.h"
#include "hearth/reply_parser.h"

namespace hearth {

/// Derives the form of a family's tool calls from its chat template: a conversation with calls is rendered
/// and split around names, keys and values that occur nowhere else. Marks are spelled as text. nullopt: the
/// template shows no calls, or in a form that cannot be split.
std::optional<grammar::CallForm> callFormOfTemplate(const PromptBuilder& prompts, const ReplyFormat& format);

/// A reply of this form with one call of `name`, and that call's arguments: every kind of value that the form
/// supports, or none. For verifying a form with a ReplyParser.
struct SpelledCall {
    std::string name;  ///< of the tool
    std::string text;
    std::string tools;      ///< the list that declares the tool, JSON
    std::string arguments;  ///< JSON
};
SpelledCall spellCall(const grammar::CallForm& form, bool withArguments);

}  // namespace hearth
