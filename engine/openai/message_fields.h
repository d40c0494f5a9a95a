#pragma once

#include <string>
#include <vector>

#include "hearth/engine.h"
#include "openai/field_reader.h"

namespace hearth::openai {

/// The messages of a chat request. Throws Refusal with the field that cannot be used, such as
/// "messages[1].content". `field`: what the list is called.
std::vector<ChatMessage> readMessages(const Json& messages, const std::string& field = "messages");

/// The text of a message's content: a string, or text parts whose "type" is one of `types`.
std::string readContent(const std::string& field, const Json& value,
                        std::initializer_list<const char*> types);

/// A list of functions as templates take them: each {"type": "function", "function": {"name", ...}}.
void checkTools(const Json& tools);

}  // namespace hearth::openai
