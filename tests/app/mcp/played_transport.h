#pragma once

#include <QList>
#include <nlohmann/json.hpp>

#include "mcp/mcp_transport.h"

namespace hearth::test {

/// Stands in for a server: records the messages sent to it, and answers as the test tells it to.
class PlayedTransport : public app::McpTransport {
public:
    using Json = nlohmann::ordered_json;

    void start() override { started = true; }
    void send(qint64, const QByteArray& message) override { sent += Json::parse(message.toStdString()); }
    void stop() override { stopped = true; }

    /// Answers the last request of this method.
    void answer(const char* method, const Json& result) {
        for (qsizetype i = sent.size(); i-- > 0;) {
            if (sent[i].value("method", "") != method) continue;
            emit received(QByteArray::fromStdString(
                Json{{"jsonrpc", "2.0"}, {"id", sent[i]["id"]}, {"result", result}}.dump()));
            return;
        }
    }
    /// The handshake, and a list of tools.
    void becomeReady(const Json& tools, const Json& abilities = {{"tools", Json::object()}}) {
        answer("initialize", {{"protocolVersion", "2025-06-18"},
                              {"capabilities", abilities},
                              {"serverInfo", {{"name", "played"}, {"version", "1"}}}});
        if (abilities.contains("tools")) answer("tools/list", {{"tools", tools}});
    }
    Json last(const char* method) const {
        for (qsizetype i = sent.size(); i-- > 0;)
            if (sent[i].value("method", "") == method) return sent[i];
        return {};
    }

    QList<Json> sent;
    bool started = false, stopped = false;
};

}  // namespace hearth::test
