#include "chat/template_content.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "hearth/error.h"

namespace hearth {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view sampleText = "hearthwords";

/// True if a template shows the text of a message with this content.
bool shows(const ChatTemplate& chatTemplate, const Json& content, const std::stop_token& stop) {
    const Json context{{"messages", Json::array({{{"role", "user"}, {"content", content}}})},
                       {"add_generation_prompt", true},
                       {"bos_token", ""},
                       {"eos_token", ""}};
    try {
        return chatTemplate.renderText(context, stop).find(sampleText) != std::string::npos;
    } catch (const Error& error) {
        if (error.code() == ErrorCode::Cancelled) throw;
        return false;
    }
}

Json textItem(std::string_view text) {
    return {{"type", "text"}, {"text", text}};
}

}  // namespace

bool readsListsAlone(const ChatTemplate& chatTemplate, const std::stop_token& stop) {
    if (chatTemplate.source().find("type") == std::string_view::npos) return false;
    return !shows(chatTemplate, sampleText, stop) &&
           shows(chatTemplate, Json::array({textItem(sampleText)}), stop);
}

Json templateContent(const ChatMessage& message, bool asList) {
    const std::string_view text = message.content;
    if (message.pictures.empty() && !asList) return text;
    Json items = Json::array();
    size_t from = 0;
    const auto addText = [&](size_t end) {
        if (end > from) items.push_back(textItem(text.substr(from, end - from)));
        from = std::max(from, end);
    };
    for (const MessagePicture& picture : message.pictures) {
        addText(std::min(picture.at, text.size()));
        items.push_back({{"type", "image"}});
    }
    addText(text.size());
    return items;
}

std::vector<ChatMessage> withTextForPictures(std::vector<ChatMessage> messages, std::string_view text) {
    for (ChatMessage& message : messages) {
        // From the last one on, so that the places of the others stay.
        for (auto picture = message.pictures.rbegin(); picture != message.pictures.rend(); ++picture)
            message.content.insert(std::min(picture->at, message.content.size()), text);
        message.pictures.clear();
    }
    return messages;
}

}  // namespace hearth
