#include "chat/joined_messages.h"

namespace hearth {

namespace {

bool saysNothing(const ChatMessage& message) noexcept {
    return message.content.empty() && message.pictures.empty();
}

}  // namespace

void appendMessage(ChatMessage& to, const ChatMessage& from, std::string_view between) {
    if (!saysNothing(to) && !saysNothing(from)) to.content += between;
    const size_t before = to.content.size();
    to.content += from.content;
    for (MessagePicture picture : from.pictures) {
        picture.at += before;
        to.pictures.push_back(std::move(picture));
    }
}

}  // namespace hearth
