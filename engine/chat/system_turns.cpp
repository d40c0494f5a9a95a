#include "chat/system_turns.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "chat/joined_messages.h"

namespace hearth {

namespace {

void addTurn(ChatMessage& to, const ChatMessage& turn) {
    appendMessage(to, turn, "\n\n");
}
/// Takes over the text and the pictures of a message.
void takeContent(ChatMessage& to, ChatMessage& from) {
    to.content = std::exchange(from.content, {});
    to.pictures = std::exchange(from.pictures, {});
}

bool isLaterSystem(const std::vector<ChatMessage>& messages, size_t i) {
    return i > 0 && messages[i].role == "system";
}

std::string_view withoutOuterSpace(std::string_view text) {
    constexpr std::string_view space = " \t\r\n";
    const size_t begin = text.find_first_not_of(space);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(space) - begin + 1);
}

}  // namespace

std::vector<ChatMessage> withLeadingSystemJoined(std::vector<ChatMessage> messages) {
    size_t count = 0;
    while (count < messages.size() && messages[count].role == "system") ++count;
    for (size_t i = 1; i < count; ++i) addTurn(messages[0], messages[i]);
    if (count > 1) messages.erase(messages.begin() + 1, messages.begin() + static_cast<ptrdiff_t>(count));
    return messages;
}

bool hasLaterSystem(const std::vector<ChatMessage>& messages) {
    for (size_t i = 0; i < messages.size(); ++i)
        if (isLaterSystem(messages, i)) return true;
    return false;
}

std::vector<ChatMessage> withLaterSystemInUserTurns(std::vector<ChatMessage> messages) {
    std::vector<ChatMessage> turns;
    ChatMessage waiting;  // for the next turn of the user
    bool isOpen = false;  // the last turn has taken one in: what the user says next is the same turn
    for (size_t i = 0; i < messages.size(); ++i) {
        ChatMessage& message = messages[i];
        const bool followsUser = !turns.empty() && turns.back().role == "user";
        if (isLaterSystem(messages, i)) {
            addTurn(followsUser ? turns.back() : waiting, message);
            isOpen = followsUser;
        } else if (message.role == "user" && isOpen && followsUser) {
            addTurn(turns.back(), message);
        } else {
            if (message.role == "user" && !waiting.content.empty()) {
                addTurn(waiting, message);
                takeContent(message, waiting);
            }
            turns.push_back(std::move(message));
            isOpen = false;
        }
    }
    if (!waiting.content.empty()) {
        turns.emplace_back().role = "user";
        takeContent(turns.back(), waiting);
    }
    return turns;
}

std::vector<ChatMessage> withSystemInFirstTurn(std::vector<ChatMessage> messages) {
    if (messages.empty() || messages[0].role != "system") return messages;
    if (messages.size() == 1 || messages[1].role != "user") {
        messages[0].role = "user";
        return messages;
    }
    addTurn(messages[0], messages[1]);
    takeContent(messages[1], messages[0]);
    messages.erase(messages.begin());
    return messages;
}

bool tellsLaterSystem(const PromptPieces& pieces, const std::vector<ChatMessage>& messages) {
    std::string prompt;
    for (const PromptPiece& piece : pieces) prompt += piece.text;
    for (size_t i = 0; i < messages.size(); ++i)
        if (isLaterSystem(messages, i) &&
            prompt.find(withoutOuterSpace(messages[i].content)) == std::string::npos)
            return false;
    return true;
}

}  // namespace hearth
