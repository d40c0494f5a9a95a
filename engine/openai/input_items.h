#pragma once

#include <string>
#include <vector>

#include "hearth/chat_message.h"
#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::openai {

/// "input" of /v1/responses as a list of items: a string is one message of the user.
Json inputItemsOf(const Json& input);

/// The messages that items are: messages, calls of functions with their outputs, and reasoning, which goes
/// with what the assistant says next. Throws Refusal with the field that cannot be used, such as
/// "input[1].content[0]".
/// Notes the tools that the server does not have, and the fields that it does not know.
std::vector<ChatMessage> messagesOfItems(const Json& items, RequestNotes& notes,
                                         const std::string& field = "input");

}  // namespace hearth::openai
