#pragma once

#include <string_view>

#include "hearth/chat_message.h"

namespace hearth {

/// Appends the text and the pictures of a message to another one, with `between` where both have something.
void appendMessage(ChatMessage& to, const ChatMessage& from, std::string_view between);

}  // namespace hearth
