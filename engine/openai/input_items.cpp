#include "openai/input_items.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "hearth/readable_text.h"
#include "openai/message_fields.h"

namespace hearth::openai {

namespace {

class ItemReader {
public:
    explicit ItemReader(RequestNotes& notes) : m_notes(notes), m_pictures(notes) {}

    std::vector<ChatMessage> read(const Json& items, const std::string& field) {
        for (size_t i = 0; i < items.size(); ++i) readItem(field + "[" + std::to_string(i) + "]", items[i]);
        return std::move(m_messages);
    }

private:
    const std::string& stringOf(const std::string& name, const Json& item, const char* key) {
        if (!item.contains(key)) refuseField(name + "." + key, "is missing.");
        return readString(name + "." + key, item.at(key));
    }
    ChatMessage& add(const char* role) {
        ChatMessage& message = m_messages.emplace_back();
        message.role = role;
        m_calls = Json::array();
        return message;
    }
    /// Adds a message of the assistant, with the reasoning that came before it.
    ChatMessage& addAssistant() {
        ChatMessage& message = add("assistant");
        message.reasoning = std::exchange(m_reasoning, {});
        return message;
    }

    void readItem(const std::string& name, const Json& item) {
        if (!item.is_object()) refuseField(name, "must be an object.");
        const Json& type = memberOf(item, "type");
        if (type.is_null() || type == "message") return readMessage(name, item);
        if (type == "function_call") return readCall(name, item);
        if (type == "function_call_output") return readOutput(name, item);
        if (type == "custom_tool_call" || type == "local_shell_call") return readOtherCall(name, item);
        if (type == "custom_tool_call_output" || type == "local_shell_call_output")
            return readOutput(name, item);
        if (type == "reasoning") return readReasoning(name, item);
        if (!type.is_string() || type == "item_reference")
            refuseField(name + ".type",
                        R"(must be "message", "function_call", "function_call_output" or "reasoning".)");
        constexpr size_t longest = 40;
        m_notes.ignore(name + ".type", "Items of the type \"" +
                                           readableText(type.get_ref<const std::string&>(), longest) +
                                           "\" are left out of requests: this server has functions alone.");
    }
    void readMessage(const std::string& name, const Json& item) {
        m_notes.ignoreOthers(name, item, {"type", "role", "content", "id", "status", "phase", "annotations"});
        const Json& role = memberOf(item, "role");
        if (!item.contains("content")) refuseField(name + ".content", "is missing.");
        const bool user = role == "user";
        if (!user && role != "assistant" && role != "system" && role != "developer")
            refuseField(name + ".role", R"(must be "user", "assistant", "system" or "developer".)");
        ChatMessage& message = role == "assistant" ? addAssistant() : add(user ? "user" : "system");
        readContentOf(message, name + ".content", item.at("content"),
                      user ? OtherParts::Pictures : OtherParts::Refuse);
    }
    void readContentOf(ChatMessage& message, const std::string& field, const Json& value, OtherParts others) {
        MessageContent content =
            readContent(field, value, {"input_text", "output_text", "text"}, m_notes, m_pictures, others);
        message.content = std::move(content.text);
        message.pictures = std::move(content.pictures);
    }
    void readCall(const std::string& name, const Json& item) {
        m_notes.ignoreOthers(name, item, {"type", "call_id", "name", "arguments", "id", "status"});
        addCall(stringOf(name, item, "call_id"), stringOf(name, item, "name"),
                callArguments(stringOf(name, item, "arguments")));
    }
    /// A call of a tool that is no function here, so that its output has one.
    void readOtherCall(const std::string& name, const Json& item) {
        const bool custom = memberOf(item, "type") == "custom_tool_call";
        addCall(stringOf(name, item, "call_id"), custom ? stringOf(name, item, "name") : "local_shell",
                custom ? Json{{"input", memberOf(item, "input")}} : memberOf(item, "action"));
    }
    void addCall(const std::string& id, const std::string& function, Json arguments) {
        if (m_messages.empty() || m_messages.back().role != "assistant" || !m_reasoning.empty())
            (void)addAssistant();
        m_names[id] = function;
        m_calls.push_back({{"type", "function"},
                           {"function", {{"name", function}, {"arguments", std::move(arguments)}}},
                           {"id", id}});
        m_messages.back().toolCalls = m_calls.dump(-1, ' ', false, Json::error_handler_t::replace);
    }
    void readOutput(const std::string& name, const Json& item) {
        m_notes.ignoreOthers(name, item, {"type", "call_id", "output", "id", "status"});
        // Outputs of "local_shell" have the call's id there.
        const std::string& id = stringOf(name, item, item.contains("call_id") ? "call_id" : "id");
        if (!item.contains("output")) refuseField(name + ".output", "is missing.");
        ChatMessage& message = add("tool");
        readContentOf(message, name + ".output", item.at("output"), OtherParts::Name);
        message.toolCallId = id;
        if (const auto known = m_names.find(id); known != m_names.end()) message.name = known->second;
    }
    void readReasoning(const std::string& name, const Json& item) {
        m_notes.ignoreOthers(name, item, {"type", "id", "summary", "content", "status", "encrypted_content"});
        const Json& content = memberOf(item, "content");
        if (content.is_null()) return;
        m_reasoning += readContent(name + ".content", content, {"reasoning_text"}, m_notes, m_pictures).text;
    }

    RequestNotes& m_notes;
    PictureParts m_pictures;  ///< of all items
    std::vector<ChatMessage> m_messages;
    std::map<std::string, std::string> m_names;  ///< of functions, by the ids of calls
    Json m_calls = Json::array();                ///< of the last message
    std::string m_reasoning;                     ///< of what comes next
};

}  // namespace

Json inputItemsOf(const Json& input) {
    if (input.is_string()) return Json::array({{{"type", "message"}, {"role", "user"}, {"content", input}}});
    if (!input.is_array() || input.empty())
        refuseField("input", "must be a string or a list of at least one item.");
    return input;
}

std::vector<ChatMessage> messagesOfItems(const Json& items, RequestNotes& notes, const std::string& field) {
    return ItemReader(notes).read(items, field);
}

}  // namespace hearth::openai
