#pragma once

#include <optional>
#include <string>

#include "chat/prompt_builder.h"
#include "grammar/tool_calls.h"
#include "hearth/reply_parser.h"

namespace hearth {

/// How a family writes calls of tools, read off its own chat template: a conversation with calls in it is
/// rendered and taken apart around names, keys and values that stand nowhere else. Marks are spelled as text.
/// nullopt: the template shows no calls, or in a way that does not come apart.
std::optional<grammar::CallForm> callFormOfTemplate(const PromptBuilder& prompts, const ReplyFormat& format);

/// What a reply of this form is, with one call of `name` and every kind of value that the form knows, or none
/// at all, in its arguments; and those. For proving a form with a ReplyParser.
struct SpelledCall {
    std::string name;  ///< of the tool
    std::string text;
    std::string tools;      ///< the list that declares the tool, JSON
    std::string arguments;  ///< JSON
};
SpelledCall spellCall(const grammar::CallForm& form, bool withArguments);

}  // namespace hearth
