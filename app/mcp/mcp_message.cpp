#include "mcp/mcp_message.h"

#include "hearth/bounded_json.h"

namespace hearth::app {

namespace {

using Json = nlohmann::ordered_json;

QByteArray bytesOf(const Json& message) {
    // Texts of servers may hold what is no UTF-8.
    return QByteArray::fromStdString(message.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Json messageOf(const QString& method, const Json& parameters) {
    Json message{{"jsonrpc", "2.0"}, {"method", method.toStdString()}};
    if (!parameters.is_null()) message["params"] = parameters;
    return message;
}

bool isId(const Json& value) {
    return value.is_string() || value.is_number();
}

void addMessage(const Json& json, std::vector<McpMessage>& messages) {
    if (!json.is_object()) return;
    McpMessage message;
    const auto id = json.find("id"), method = json.find("method");
    const bool named = id != json.end() && isId(*id);
    if (method != json.end()) {
        if (!method->is_string()) return;
        message.kind = named ? McpMessage::Kind::Request : McpMessage::Kind::Notification;
        message.method = QString::fromStdString(method->get_ref<const std::string&>());
        if (named) message.asker = bytesOf(*id);
        message.content = json.value("params", Json::object());
    } else {
        // Ours are numbers; some servers send them back as texts.
        if (!named) return;
        if (id->is_number_integer())
            message.id = id->get<qint64>();
        else if (id->is_string())
            message.id = QByteArray::fromStdString(id->get_ref<const std::string&>()).toLongLong();
        const bool fits = json.contains("result");
        if (!fits && !json.contains("error")) return;
        message.kind = fits ? McpMessage::Kind::Result : McpMessage::Kind::Error;
        message.content = json[fits ? "result" : "error"];
    }
    messages.push_back(std::move(message));
}

}  // namespace

std::vector<McpMessage> readMcpMessages(const QByteArray& bytes) {
    std::vector<McpMessage> messages;
    const Json json = parseOrderedJson({bytes.constData(), static_cast<size_t>(bytes.size())});
    if (json.is_array())
        for (const Json& one : json) addMessage(one, messages);
    else
        addMessage(json, messages);
    return messages;
}

QByteArray mcpRequest(qint64 id, const QString& method, const Json& parameters) {
    Json message = messageOf(method, parameters);
    message["id"] = id;
    return bytesOf(message);
}

QByteArray mcpNotification(const QString& method, const Json& parameters) {
    return bytesOf(messageOf(method, parameters));
}

QByteArray mcpAnswer(const QByteArray& asker, const Json& result) {
    return bytesOf({{"jsonrpc", "2.0"}, {"id", Json::parse(asker.toStdString())}, {"result", result}});
}

QByteArray mcpRefusal(const QByteArray& asker, int code, const QString& text) {
    return bytesOf({{"jsonrpc", "2.0"},
                    {"id", Json::parse(asker.toStdString())},
                    {"error", {{"code", code}, {"message", text.toStdString()}}}});
}

}  // namespace hearth::app
