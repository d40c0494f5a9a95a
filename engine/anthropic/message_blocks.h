#pragma once

#include <string>
#include <vector>

#include "hearth/chat_message.h"
#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::anthropic {

using openai::Json;

/// The messages of a request, as templates take them.
struct MessageList {
    std::vector<ChatMessage> messages;
    bool marked = false;         ///< some block has a "cache_control"
    bool continuesLast = false;  ///< the reply goes on with the last message, which is the assistant's
};

/// Reads "system" (a text or text blocks; null: there is none) and "messages". Neighbours of the same role
/// become one message, results of tools become messages of their own. Throws Refusal with the field that
/// cannot be used, such as "messages[1].content[0].source"; what is ignored is noted.
MessageList readMessageList(const Json& system, const Json& messages, openai::RequestNotes& notes);

}  // namespace hearth::anthropic
