#include "chat/system_turns.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace hearth {

namespace {

void addSystemText(std::string& to, const std::string& text) {
    if (!to.empty() && !text.empty()) to += "\n\n";
    to += text;
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
    for (size_t i = 1; i < count; ++i) addSystemText(messages[0].content, messages[i].content);
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
    std::string waiting;  // for the next turn of the user
    bool isOpen = false;  // the last turn has taken one in: what the user says next is the same turn
    for (size_t i = 0; i < messages.size(); ++i) {
        ChatMessage& message = messages[i];
        const bool followsUser = !turns.empty() && turns.back().role == "user";
        if (isLaterSystem(messages, i)) {
            addSystemText(followsUser ? turns.back().content : waiting, message.content);
            isOpen = followsUser;
        } else if (message.role == "user" && isOpen && followsUser) {
            addSystemText(turns.back().content, message.content);
        } else {
            if (message.role == "user" && !waiting.empty()) {
                addSystemText(waiting, message.content);
                message.content = std::exchange(waiting, {});
            }
            turns.push_back(std::move(message));
            isOpen = false;
        }
    }
    if (!waiting.empty()) {
        turns.emplace_back().role = "user";
        turns.back().content = std::move(waiting);
    }
    return turns;
}

std::vector<ChatMessage> withSystemInFirstTurn(std::vector<ChatMessage> messages) {
    if (messages.empty() || messages[0].role != "system") return messages;
    if (messages.size() == 1 || messages[1].role != "user") {
        messages[0].role = "user";
        return messages;
    }
    addSystemText(messages[0].content, messages[1].content);
    messages[1].content = std::move(messages[0].content);
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
