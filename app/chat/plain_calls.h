#pragma once

#include <vector>

#include "hearth/chat_message.h"

namespace hearth::app {

/// Calls of tools and their results as plain text, for a model whose template knows none: what was found out
/// stays in the chat. Results become one message of the person, together with what the person wrote next, for
/// many templates want both sides in turns. In English, whatever the window speaks.
void tellCallsAsText(std::vector<ChatMessage>& messages);

}  // namespace hearth::app
