#include "anthropic/message_blocks.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "anthropic/cache_mark.h"
#include "hearth/readable_text.h"
#include "openai/message_fields.h"

namespace hearth::anthropic {

using openai::memberOf;
using openai::readBoolean;
using openai::readString;
using openai::refuseField;

namespace {

/// Separator of texts of a person or of a program that were separate blocks or messages.
constexpr const char* between = "\n\n";

void addText(std::string& to, const std::string& text, const char* separator) {
    if (!to.empty() && !text.empty()) to += separator;
    to += text;
}

std::string placeOf(const std::string& list, size_t index) {
    return list + "[" + std::to_string(index) + "]";
}

/// Inserts a text in front of all others.
void insertText(ChatMessage& to, std::string_view text) {
    to.content.insert(0, text);
    for (MessagePicture& picture : to.pictures) picture.at += text.size();
}

/// Appends the text of a block or a message. After a picture it needs no separator.
void addText(ChatMessage& to, const std::string& text, const char* separator) {
    const bool followsPicture = !to.pictures.empty() && to.pictures.back().at == to.content.size();
    addText(to.content, text, followsPicture ? "" : separator);
}

class BlockReader {
public:
    explicit BlockReader(openai::RequestNotes& notes) : m_notes(notes), m_pictures(notes) {}

    MessageList read(const Json& system, const Json& messages) {
        if (!system.is_null()) {
            std::string text = textOf("system", system);
            if (!text.empty()) add("system").content = std::move(text);
        }
        if (!messages.is_array() || messages.empty())
            refuseField("messages", "must be a list of at least one message.");
        for (size_t i = 0; i < messages.size(); ++i) readMessage(placeOf("messages", i), messages[i]);
        finish();
        return std::move(m_list);
    }

private:
    ChatMessage& add(std::string role) {
        m_calls = Json::array();
        ChatMessage& message = m_list.messages.emplace_back();
        message.role = std::move(role);
        return message;
    }
    /// The last message if it is of this role, or a new one.
    ChatMessage& lastOf(const char* role) {
        return !m_list.messages.empty() && m_list.messages.back().role == role ? m_list.messages.back()
                                                                               : add(role);
    }

    /// Fields that a block of this kind may have besides those in `known`.
    void readRest(const std::string& name, const Json& block, std::initializer_list<const char*> known) {
        for (const auto& [key, value] : block.items()) {
            const std::string field = name + "." + key;
            if (std::any_of(known.begin(), known.end(), [&](const char* one) { return key == one; }))
                continue;
            if (key == "cache_control")
                m_list.marked |= readCacheMark(field, value, m_notes);
            else if (!value.empty())  // as answers say what does not apply
                m_notes.ignore(field);
        }
    }
    const std::string& stringOf(const std::string& name, const Json& block, const char* key) {
        const std::string field = name + "." + key;
        if (!block.contains(key)) refuseField(field, "is missing.");
        return readString(field, block.at(key));
    }
    const std::string& textBlock(const std::string& name, const Json& block) {
        readRest(name, block, {"type", "text"});
        return stringOf(name, block, "text");
    }
    /// A text, or blocks that are all texts; null is empty.
    std::string textOf(const std::string& field, const Json& value) {
        ChatMessage message;
        readContent(message, field, value, openai::OtherParts::Refuse);
        return std::move(message.content);
    }
    void readContent(ChatMessage& message, const std::string& field, const Json& value,
                     openai::OtherParts others) {
        if (value.is_null()) return;
        if (value.is_string()) return addText(message, value.get_ref<const std::string&>(), between);
        if (!value.is_array()) refuseField(field, "must be a string or a list of blocks.");
        const bool mayBeOther = others == openai::OtherParts::Name;
        for (size_t i = 0; i < value.size(); ++i) {
            const Json& block = value[i];
            const std::string name = placeOf(field, i);
            if (memberOf(block, "type") == "text") {
                addText(message, textBlock(name, block), between);
            } else if (mayBeOther && openai::PictureParts::isPicture(block)) {
                addPicture(message, name, block);
            } else {
                const std::string other = mayBeOther ? openai::nameOfPart(block) : "";
                if (other.empty())
                    refuseField(name + ".type", mayBeOther ? R"(can only be "text" or "image" here.)"
                                                           : R"(can only be "text" here.)");
                addText(message, other, between);
            }
        }
    }
    void addPicture(ChatMessage& message, const std::string& name, const Json& block) {
        readRest(name, block, {"type", "image_url", "source", "detail", "data", "mimeType"});
        message.pictures.push_back(m_pictures.read(name, block, message.content.size()));
    }

    void readMessage(const std::string& name, const Json& message) {
        if (!message.is_object()) refuseField(name, "must be an object.");
        for (const auto& [key, value] : message.items())
            if (key != "role" && key != "content") m_notes.ignore(name + "." + key);
        const Json &role = memberOf(message, "role"), &content = memberOf(message, "content");
        const std::string field = name + ".content";
        if (!message.contains("content")) refuseField(field, "is missing.");
        if (role == "system") {
            add("system").content = textOf(field, content);
            return;
        }
        if (role != "user" && role != "assistant")
            refuseField(name + ".role", R"(must be "user" or "assistant".)");
        const bool assistant = role == "assistant";
        if (content.is_null()) return addContent(assistant, "");
        if (content.is_string()) return addContent(assistant, content.get_ref<const std::string&>());
        if (!content.is_array()) refuseField(field, "must be a string or a list of blocks.");
        for (size_t i = 0; i < content.size(); ++i) readBlock(assistant, placeOf(field, i), content[i]);
    }
    /// Adds a text. Texts of a model are joined without a separator, so that they stay exactly as it
    /// generated them.
    void addContent(bool assistant, const std::string& text) {
        addText(lastOf(assistant ? "assistant" : "user"), text, assistant ? "" : between);
    }
    void readBlock(bool assistant, const std::string& name, const Json& block) {
        const Json& type = memberOf(block, "type");
        if (type == "text") return addContent(assistant, textBlock(name, block));
        if (type == "tool_result" && !assistant) return readResult(name, block);
        if (type == "image" && !assistant) return addPicture(lastOf("user"), name, block);
        if (type == "tool_use" && assistant) return readUse(name, block);
        if (type == "thinking" && assistant) {
            readRest(name, block, {"type", "thinking", "signature"});
            addText(lastOf("assistant").reasoning, stringOf(name, block, "thinking"), between);
            return;
        }
        if (assistant && type.is_string()) return leaveOut(name, type.get_ref<const std::string&>());
        refuseField(name + ".type", assistant ? R"(must be "text", "thinking" or "tool_use".)"
                                              : R"(must be "text", "image" or "tool_result".)");
    }
    /// Leaves out a block that another server's model thought in secret, or of that server's tools.
    void leaveOut(const std::string& name, const std::string& type) {
        constexpr size_t longest = 40;
        (void)lastOf("assistant");
        m_notes.ignore(name + ".type", "Blocks of the type \"" + readableText(type, longest) +
                                           "\" are left out of messages: this server does not read them.");
    }
    void readUse(const std::string& name, const Json& block) {
        readRest(name, block, {"type", "id", "name", "input", "caller"});
        const Json& input = memberOf(block, "input");
        if (!input.is_object()) refuseField(name + ".input", "must be an object.");
        const std::string &id = stringOf(name, block, "id"), &tool = stringOf(name, block, "name");
        m_names[id] = tool;
        (void)lastOf("assistant");
        m_calls.push_back(
            {{"type", "function"}, {"function", {{"name", tool}, {"arguments", input}}}, {"id", id}});
        m_list.messages.back().toolCalls = m_calls.dump(-1, ' ', false, Json::error_handler_t::replace);
    }
    void readResult(const std::string& name, const Json& block) {
        readRest(name, block, {"type", "tool_use_id", "content", "is_error"});
        const std::string& id = stringOf(name, block, "tool_use_id");
        const Json &content = memberOf(block, "content"), &failed = memberOf(block, "is_error");
        const bool hasFailed = !failed.is_null() && readBoolean(name + ".is_error", failed);
        ChatMessage& message = add("tool");
        readContent(message, name + ".content", content, openai::OtherParts::Name);
        // Templates have no place for this.
        if (hasFailed && !message.content.starts_with("Error")) insertText(message, "Error: ");
        message.toolCallId = id;
        if (const auto known = m_names.find(id); known != m_names.end()) message.name = known->second;
    }
    void finish() {
        if (m_list.messages.empty()) refuseField("messages", "hold no text.");
        const ChatMessage& last = m_list.messages.back();
        if (last.role != "assistant") return;
        if (!last.toolCalls.empty())
            refuseField("messages", "must not end with calls of tools; their results are missing.");
        m_list.continuesLast = true;
    }

    openai::RequestNotes& m_notes;
    openai::PictureParts m_pictures;  ///< of all messages
    MessageList m_list;
    std::map<std::string, std::string> m_names;  ///< of tools, by the ids of calls
    Json m_calls = Json::array();                ///< of the last message of the assistant
};

}  // namespace

MessageList readMessageList(const Json& system, const Json& messages, openai::RequestNotes& notes) {
    return BlockReader(notes).read(system, messages);
}

}  // namespace hearth::anthropic
