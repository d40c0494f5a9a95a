#pragma once

#include <cstddef>
#include <vector>

#include "hearth/chat_message.h"

namespace hearth::app {

/// Indices where the turns of some messages begin: the first turn at the first message that is not a system
/// message, the others at a question each. Messages before the first question belong to its turn.
template <class Message, class IsSystem, class IsQuestion>
std::vector<size_t> turnStarts(const std::vector<Message>& messages, const IsSystem& isSystem,
                               const IsQuestion& isQuestion) {
    std::vector<size_t> starts;
    bool asked = false;
    for (size_t at = 0; at < messages.size(); ++at) {
        if (starts.empty() && isSystem(messages[at])) continue;
        const bool asks = isQuestion(messages[at]);
        if (starts.empty() || (asks && asked)) starts.push_back(at);
        asked = asked || asks;
    }
    return starts;
}

/// Of messages as the engine takes them.
inline std::vector<size_t> turnStarts(const std::vector<ChatMessage>& messages) {
    return turnStarts(
        messages, [](const ChatMessage& message) { return message.role == "system"; },
        [](const ChatMessage& message) { return message.role == "user"; });
}

}  // namespace hearth::app
