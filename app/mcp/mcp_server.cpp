#include "mcp/mcp_server.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <algorithm>
#include <utility>

#include "hearth/bounded_json.h"

namespace hearth::app {

namespace {

using Json = nlohmann::ordered_json;

// The revisions that begin with a handshake; https://modelcontextprotocol.io/specification/versioning
constexpr const char* kOurVersion = "2025-11-25";
const QStringList kVersions{"2024-11-05", "2025-03-26", "2025-06-18", kOurVersion};

constexpr const char* kListTool = "list_resources";
constexpr const char* kReadTool = "read_resource";
constexpr size_t kMostEntries = 1000;

QString textOf(const Json& object, const char* key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (!object.is_object() || found == object.end() || !found->is_string()) return {};
    return QString::fromStdString(found->get_ref<const std::string&>());
}

qsizetype decodedSize(const Json& object, const char* key) {
    return textOf(object, key).size() * 3 / 4;
}

/// A part of a result, as text for the model.
QString textOfContent(const Json& part) {
    const QString type = textOf(part, "type");
    if (type == "text") return textOf(part, "text");
    if (type == "image" || type == "audio")
        return QStringLiteral("[%1, %2, %3 bytes]")
            .arg(type, textOf(part, "mimeType"))
            .arg(decodedSize(part, "data"));
    if (type == "resource_link") return textOf(part, "name") + QStringLiteral(": ") + textOf(part, "uri");
    const Json resource = type == "resource" && part.contains("resource") ? part["resource"] : part;
    if (resource.is_object() && resource.contains("text")) return textOf(resource, "text");
    if (resource.is_object() && resource.contains("blob"))
        return QStringLiteral("[%1, %2, %3 bytes]")
            .arg(textOf(resource, "uri"), textOf(resource, "mimeType"))
            .arg(decodedSize(resource, "blob"));
    return {};
}

QString textOfParts(const Json& parts) {
    QStringList texts;
    if (parts.is_array())
        for (const Json& part : parts)
            if (const QString text = textOfContent(part); !text.isEmpty()) texts += text;
    return texts.join(u'\n');
}

Json jsonOf(const QJsonObject& object) {
    return parseOrderedJson(QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString());
}

}  // namespace

McpServer::McpServer(QString permissionId, QString name, MakeTransport makeTransport, QObject* parent)
    : McpServer(std::move(permissionId), std::move(name), std::move(makeTransport), Limits(), parent) {
}

McpServer::McpServer(QString permissionId, QString name, MakeTransport makeTransport, Limits limits,
                     QObject* parent)
    : ToolProvider(parent),
      m_permissionId(std::move(permissionId)),
      m_name(std::move(name)),
      m_makeTransport(std::move(makeTransport)),
      m_limits(limits) {
    m_starting.setSingleShot(true);
    connect(&m_starting, &QTimer::timeout, this,
            [this] { fail(tr("It did not start within %1 seconds.").arg((m_limits.startMs + 999) / 1000)); });
}

McpServer::~McpServer() {
    if (m_transport) m_transport->disconnect(this);
}

void McpServer::setState(State state, const QString& problem) {
    m_state = state;
    m_problem = problem;
    if (state != State::Starting) m_starting.stop();
    emit stateChanged();
}

void McpServer::start() {
    if (m_state == State::Starting || m_state == State::Ready) return;
    m_transport = m_makeTransport();
    McpTransport* transport = m_transport.get();
    connect(transport, &McpTransport::received, this, &McpServer::read);
    connect(transport, &McpTransport::ended, this, &McpServer::fail);
    connect(transport, &McpTransport::failed, this, [this](qint64 id, const QString& reason) {
        const auto found = m_requests.find(id);
        if (found == m_requests.end()) return;
        const Request request = std::exchange(*found, {});
        m_requests.erase(found);
        request.listener({}, reason);
    });
    m_unasked = 0;
    m_listing = m_listAgain = false;
    setState(State::Starting);
    m_starting.start(m_limits.startMs);
    transport->start();
    // It may have failed at once.
    if (m_state != State::Starting) return;
    ask(QStringLiteral("initialize"),
        {{"protocolVersion", kOurVersion},
         {"capabilities", Json::object()},
         {"clientInfo",
          {{"name", "Hearth"}, {"version", QCoreApplication::applicationVersion().toStdString()}}}},
        [this](const Json& result, const QString& problem) { initialized(result, problem); });
}

void McpServer::stop() {
    fail(tr("It was stopped."));
    m_tools.clear();
    m_prompts.clear();
    setState(State::Off);
    emit toolsChanged();
}

/// Everything that waits for the server ends; its tools stay, for the next call starts it again.
void McpServer::fail(const QString& reason) {
    if (m_state == State::Off || m_state == State::Failed) return;
    if (m_transport) {
        m_transport->disconnect(this);
        m_transport->stop();
        // A signal of its own may have led here.
        m_transport.release()->deleteLater();
    }
    setState(State::Failed, reason);
    for (const Waiting& call : std::exchange(m_waiting, {})) endCall(call.id, reason, true);
    for (const Request& request : std::exchange(m_requests, {})) request.listener({}, reason);
}

void McpServer::ask(const QString& method, const Json& parameters, Listener listener, quint64 call) {
    // An earlier message may have ended the transport.
    if (m_transport == nullptr) {
        listener({}, m_problem);
        return;
    }
    const qint64 id = ++m_lastId;
    m_requests.insert(id, {std::move(listener), call});
    m_transport->send(id, mcpRequest(id, method, parameters));
}

void McpServer::read(const QByteArray& bytes) {
    const std::vector<McpMessage> messages = readMcpMessages(bytes);
    if (messages.empty()) {
        // Otherwise the request would never be answered.
        const auto found = m_requests.find(unreadableAnswer(bytes));
        if (found != m_requests.end()) {
            const Request request = std::exchange(*found, {});
            m_requests.erase(found);
            return request.listener({}, tr("The server gave no answer that can be read."));
        }
        ++m_unasked;  // programs that print what is no message
    }
    for (const McpMessage& message : messages) {
        if (m_state != State::Starting && m_state != State::Ready) return;
        switch (message.kind) {
            case McpMessage::Kind::Result:
            case McpMessage::Kind::Error:
                answer(message);
                break;
            case McpMessage::Kind::Notification:
                notice(message);
                break;
            case McpMessage::Kind::Request:
                refuse(message);
                break;
        }
    }
    if (m_unasked > m_limits.unaskedMessages) fail(tr("It sends too many unrequested messages."));
}

void McpServer::answer(const McpMessage& message) {
    const auto found = m_requests.find(message.id);
    if (found == m_requests.end()) {
        ++m_unasked;
        return;
    }
    m_unasked = 0;
    const Request request = std::exchange(*found, {});
    m_requests.erase(found);
    if (message.kind == McpMessage::Kind::Result) {
        request.listener(message.content, {});
        return;
    }
    const QString why = textOf(message.content, "message");
    request.listener({}, why.isEmpty() ? tr("The server refused.") : why);
}

void McpServer::notice(const McpMessage& message) {
    ++m_unasked;
    if (m_state == State::Ready && message.method == u"notifications/tools/list_changed") listTools();
}

/// Of the requests of servers only ping has an answer, because nothing else was declared.
void McpServer::refuse(const McpMessage& message) {
    ++m_unasked;
    m_transport->send(0, message.method == u"ping"
                             ? mcpAnswer(message.asker, Json::object())
                             : mcpRefusal(message.asker, -32601, QStringLiteral("Hearth does not do this.")));
}

void McpServer::initialized(const Json& result, const QString& problem) {
    if (m_state != State::Starting) return;
    const QString version = textOf(result, "protocolVersion");
    if (!problem.isEmpty() || !kVersions.contains(version)) {
        fail(!problem.isEmpty() ? problem
                                : tr("It speaks a version of the protocol that Hearth does not know."));
        return;
    }
    m_transport->setProtocolVersion(version);
    m_abilities = result.value("capabilities", Json::object());
    if (!m_abilities.is_object()) m_abilities = Json::object();
    m_transport->send(0, mcpNotification(QStringLiteral("notifications/initialized"), {}));
    m_resources.clear();
    m_prompts.clear();
    const auto prompts = [this] {
        if (m_abilities.contains("prompts"))
            list(QStringLiteral("prompts/list"), "prompts", &McpServer::takePrompt, [this] { listTools(); });
        else
            listTools();
    };
    if (m_abilities.contains("resources"))
        list(QStringLiteral("resources/list"), "resources", &McpServer::takeResource, prompts);
    else
        prompts();
}

void McpServer::list(const QString& method, const char* key, Take take, std::function<void()> then,
                     const QString& cursor, int page) {
    Json parameters = Json::object();
    if (!cursor.isEmpty()) parameters["cursor"] = cursor.toStdString();
    ask(method, parameters, [=, this](const Json& result, const QString& problem) {
        if (m_state != State::Starting && m_state != State::Ready) return;
        // A list that the server cannot provide counts as empty; its other lists may exist.
        const auto entries = result.is_object() ? result.find(key) : result.end();
        if (problem.isEmpty() && result.is_object() && entries != result.end() && entries->is_array())
            for (const Json& entry : *entries) (this->*take)(entry);
        const QString next = problem.isEmpty() ? textOf(result, "nextCursor") : QString();
        if (next.isEmpty() || next == cursor || page + 1 >= m_limits.pages)
            then();
        else
            list(method, key, take, then, next, page + 1);
    });
}

void McpServer::listTools() {
    if (m_listing) {
        m_listAgain = true;
        return;
    }
    m_listed.clear();
    if (!m_abilities.contains("tools")) {
        ready();
        return;
    }
    m_listing = true;
    list(QStringLiteral("tools/list"), "tools", &McpServer::takeTool, [this] {
        m_listing = false;
        ready();
        if (std::exchange(m_listAgain, false))
            QTimer::singleShot(1000, this, [this] {
                if (m_state == State::Ready) listTools();
            });
    });
}

void McpServer::takeTool(const Json& entry) {
    const QString name = textOf(entry, "name");
    if (name.isEmpty() || m_listed.size() >= kMostEntries) return;
    const Json schema = entry.value("inputSchema", Json::object());
    m_listed.push_back({.name = name,
                        .description = textOf(entry, "description"),
                        .parameters = QByteArray::fromStdString(schema.dump()),
                        .source = m_name});
}

void McpServer::takePrompt(const Json& entry) {
    Prompt prompt{
        .name = textOf(entry, "name"), .description = textOf(entry, "description"), .arguments = {}};
    if (prompt.name.isEmpty() || m_prompts.size() >= kMostEntries) return;
    const Json arguments = entry.value("arguments", Json::array());
    if (arguments.is_array())
        for (const Json& argument : arguments)
            if (const QString name = textOf(argument, "name"); !name.isEmpty())
                prompt.arguments.push_back(
                    {name, textOf(argument, "description"), argument.value("required", Json(false)) == true});
    m_prompts.push_back(std::move(prompt));
}

void McpServer::takeResource(const Json& entry) {
    const QString uri = textOf(entry, "uri");
    if (!uri.isEmpty() && m_resources.size() < kMostEntries)
        m_resources.push_back({uri, textOf(entry, "name"), textOf(entry, "description")});
}

/// The lists are whole.
void McpServer::ready() {
    if (m_abilities.contains("resources")) {
        m_listed.push_back(
            {.name = kListTool,
             .description = QStringLiteral("Lists what %1 has to read, with the URI of each.").arg(m_name),
             .parameters = "{\"type\": \"object\", \"properties\": {}}",
             .source = m_name});
        m_listed.push_back({.name = kReadTool,
                            .description = QStringLiteral("Reads one of the resources of %1.").arg(m_name),
                            .parameters =
                                "{\"type\": \"object\", \"properties\": {\"uri\": {\"type\": \"string\"}}, "
                                "\"required\": [\"uri\"]}",
                            .source = m_name});
    }
    const bool changed = m_tools != m_listed;
    m_tools = std::exchange(m_listed, {});
    if (m_state == State::Starting) setState(State::Ready);
    if (changed) emit toolsChanged();
    resume();
}

void McpServer::call(quint64 id, const QString& name, const QJsonObject& arguments) {
    m_waiting.push_back({id, name, jsonOf(arguments)});
    // No answer is passed on before this returns, whatever the transport does.
    QTimer::singleShot(0, this, &McpServer::resume);
}

/// Starts the waiting calls, or the server.
void McpServer::resume() {
    if (!m_waiting.empty() && (m_state == State::Off || m_state == State::Failed)) start();
    if (m_state == State::Ready)
        for (Waiting& waiting : std::exchange(m_waiting, {}))
            callWhenReady(waiting.id, waiting.name, waiting.arguments);
}

void McpServer::callWhenReady(quint64 id, const QString& name, const Json& arguments) {
    const bool known =
        std::ranges::any_of(m_tools, [&](const ToolDescription& tool) { return tool.name == name; });
    if (!known) {
        endCall(id, tr("%1 has no tool of the name \"%2\" any more.").arg(m_name, name), true);
        return;
    }
    if (m_abilities.contains("resources") && name == QLatin1String(kListTool)) {
        QStringList lines;
        for (const Resource& resource : m_resources)
            lines += resource.uri + QStringLiteral(" – ") + resource.name + u' ' + resource.description;
        endCall(id, lines.join(u'\n'), false);
        return;
    }
    const bool reads = m_abilities.contains("resources") && name == QLatin1String(kReadTool);
    const auto done = [this, id](const Json& result, const QString& problem) {
        if (!problem.isEmpty() || !result.is_object()) {
            endCall(id, problem.isEmpty() ? tr("The server gave no answer that can be read.") : problem,
                    true);
            return;
        }
        QString text =
            textOfParts(result.contains("contents") ? result["contents"] : result.value("content", Json()));
        if (text.isEmpty() && result.contains("structuredContent"))
            text = QString::fromStdString(result["structuredContent"].dump());
        endCall(id, text, result.value("isError", Json(false)) == true);
    };
    if (reads)
        ask(QStringLiteral("resources/read"), {{"uri", textOf(arguments, "uri").toStdString()}}, done, id);
    else
        ask(QStringLiteral("tools/call"), {{"name", name.toStdString()}, {"arguments", arguments}}, done, id);
}

void McpServer::cancel(quint64 id) {
    std::erase_if(m_waiting, [id](const Waiting& call) { return call.id == id; });
    for (auto request = m_requests.begin(); request != m_requests.end(); ++request) {
        if (request->call != id) continue;
        const qint64 number = request.key();
        m_requests.erase(request);
        if (m_transport)
            m_transport->send(0,
                              mcpNotification(QStringLiteral("notifications/cancelled"),
                                              {{"requestId", number}, {"reason", "The person stopped it."}}));
        return;
    }
}

void McpServer::endCall(quint64 id, const QString& text, bool failed) {
    emit finished(id, {text, failed});
}

void McpServer::getPrompt(const QString& name, const QMap<QString, QString>& arguments,
                          PromptListener listener) {
    QTimer::singleShot(0, this, [this, name, arguments, listener = std::move(listener)] {
        if (m_state != State::Ready) {
            listener({}, m_problem.isEmpty() ? tr("%1 is not ready.").arg(m_name) : m_problem);
            return;
        }
        Json given = Json::object();
        for (auto argument = arguments.cbegin(); argument != arguments.cend(); ++argument)
            given[argument.key().toStdString()] = argument.value().toStdString();
        ask(QStringLiteral("prompts/get"), {{"name", name.toStdString()}, {"arguments", given}},
            [listener, this](const Json& result, const QString& problem) {
                QStringList texts;
                const Json messages =
                    result.is_object() ? result.value("messages", Json::array()) : Json::array();
                if (messages.is_array())
                    for (const Json& message : messages)
                        if (message.is_object() && message.contains("content")) {
                            const Json& content = message["content"];
                            texts += content.is_array() ? textOfParts(content) : textOfContent(content);
                        }
                const bool empty = problem.isEmpty() && texts.isEmpty();
                listener(texts.join(QStringLiteral("\n\n")),
                         empty ? tr("%1 gave no text.").arg(m_name) : problem);
            });
    });
}

}  // namespace hearth::app
