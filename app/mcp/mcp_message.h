#pragma once

#include <QByteArray>
#include <QString>
#include <nlohmann/json.hpp>
#include <vector>

namespace hearth::app {

/// One message of JSON-RPC 2.0, as servers of the Model Context Protocol send them. A plain value.
struct McpMessage {
    enum class Kind { Request, Notification, Result, Error };
    Kind kind = Kind::Notification;
    qint64 id = 0;                   ///< of an answer: the request that it answers
    QByteArray asker;                ///< of a request: its id as JSON, to be sent back
    QString method;                  ///< of a request or notification
    nlohmann::ordered_json content;  ///< the parameters, the result, or the error
};

/// The messages that some bytes are: one, or a list of them. What is none is left out. Texts may hold what is
/// not UTF-8.
std::vector<McpMessage> readMcpMessages(const QByteArray& bytes);
/// The request that some bytes answer which no message can be read from; 0: none.
qint64 unreadableAnswer(const QByteArray& bytes);

QByteArray mcpRequest(qint64 id, const QString& method, const nlohmann::ordered_json& parameters);
QByteArray mcpNotification(const QString& method, const nlohmann::ordered_json& parameters);
/// The answer to a server's request; `asker` is the request's.
QByteArray mcpAnswer(const QByteArray& asker, const nlohmann::ordered_json& result);
QByteArray mcpRefusal(const QByteArray& asker, int code, const QString& text);

}  // namespace hearth::app
