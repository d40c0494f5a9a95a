#include "mcp/mcp_message.h"

#include <QRegularExpression>

#include "hearth/bounded_json.h"

namespace hearth::app {

namespace {

using Json = nlohmann::ordered_json;

QByteArray bytesOf(const Json& message) {
    // Texts of servers may contain bytes that are not UTF-8.
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

Json jsonOf(const QByteArray& bytes) {
    return parseOrderedJson({bytes.constData(), static_cast<size_t>(bytes.size())});
}

/// Puts replacement characters in place of bytes that are not UTF-8, and of halves of surrogate pairs, which
/// programs write when they read such bytes. An error within a text then affects that text alone.
QByteArray repaired(const QByteArray& bytes) {
    QByteArray text = QString::fromUtf8(bytes).toUtf8();
    const auto half = [&text](qsizetype at) {
        bool isHex = false;
        const ushort unit = text.mid(at, 2) == "\\u" ? text.mid(at + 2, 4).toUShort(&isHex, 16) : ushort{0};
        return isHex ? unit : ushort{0};
    };
    constexpr qsizetype length = 6;
    for (qsizetype at = 0; (at = text.indexOf('\\', at)) >= 0;) {
        const ushort unit = half(at);
        if (QChar::isHighSurrogate(unit) && QChar::isLowSurrogate(half(at + length))) {
            at += 2 * length;
            continue;
        }
        if (QChar::isSurrogate(unit)) text.replace(at + 2, 4, "fffd");
        // A second backslash does not begin an escape of its own.
        at += 2;
    }
    return text;
}

}  // namespace

std::vector<McpMessage> readMcpMessages(const QByteArray& bytes) {
    std::vector<McpMessage> messages;
    Json json = jsonOf(bytes);
    if (json.is_discarded()) json = jsonOf(repaired(bytes));
    if (json.is_array())
        for (const Json& one : json) addMessage(one, messages);
    else
        addMessage(json, messages);
    return messages;
}

qint64 unreadableAnswer(const QByteArray& bytes) {
    static const QRegularExpression id(QStringLiteral("\"id\"\\s*:\\s*\"?(\\d{1,18})\"?\\s*[,}]"));
    const QByteArray trimmed = bytes.trimmed();
    if (!trimmed.startsWith('{') || !jsonOf(repaired(trimmed)).is_discarded()) return 0;
    // Programs write it near one end; within a result there may be any other "id".
    constexpr qsizetype looked = 200;
    auto found = id.match(QString::fromUtf8(trimmed.left(looked)));
    if (!found.hasMatch()) found = id.match(QString::fromUtf8(trimmed.right(looked)));
    return found.captured(1).toLongLong();
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
