#pragma once

#include <QHash>
#include <QTimer>
#include <functional>
#include <memory>

#include "mcp/mcp_message.h"
#include "mcp/mcp_setup.h"
#include "mcp/mcp_transport.h"
#include "tools/tool_provider.h"

namespace hearth::app {

/// One server of the Model Context Protocol, and its tools. It starts when its tools are first needed, is
/// started again by the next call when it has died, and ends with this object. A server that hangs, floods or
/// dies costs only the calls that it has. The resources that it offers become two tools of Hearth, one that
/// lists and one that reads.
class McpServer : public ToolProvider {
    Q_OBJECT

public:
    enum class State { Off, Starting, Ready, Failed };
    struct Limits {
        int startMs = 30'000;          ///< until it has reported its capabilities
        int pages = 50;                ///< of a list
        int unaskedMessages = 10'000;  ///< between two answers
    };
    /// A prompt of the server, with which a person can begin a message.
    struct Prompt {
        QString name, description;
        struct Argument {
            QString name, description;
            bool required = false;
            bool operator==(const Argument&) const = default;
        };
        std::vector<Argument> arguments;
        bool operator==(const Prompt&) const = default;
    };
    using MakeTransport = std::function<std::unique_ptr<McpTransport>()>;
    using PromptListener = std::function<void(const QString& text, const QString& problem)>;

    /// `permissionId`: as ToolProvider says.
    McpServer(QString permissionId, QString name, MakeTransport makeTransport, QObject* parent = nullptr);
    McpServer(QString permissionId, QString name, MakeTransport makeTransport, Limits limits,
              QObject* parent = nullptr);
    ~McpServer() override;

    QString id() const override { return QStringLiteral("mcp:") + m_name; }
    QString permissionId() const override { return m_permissionId; }
    QString title() const override { return m_name; }
    std::vector<ToolDescription> tools() const override { return m_tools; }
    void call(quint64 id, const QString& name, const QJsonObject& arguments) override;
    void cancel(quint64 id) override;

    void start();
    void stop();
    State state() const { return m_state; }
    /// Reason for the failure, one sentence.
    QString problem() const { return m_problem; }
    const std::vector<Prompt>& prompts() const { return m_prompts; }
    /// The text of a prompt; exactly one of both is given to the listener, never before this returns.
    void getPrompt(const QString& name, const QMap<QString, QString>& arguments, PromptListener listener);

signals:
    void stateChanged();

private:
    using Json = nlohmann::ordered_json;
    /// Handler of an answer; `problem` is empty if there is a result.
    using Listener = std::function<void(const Json& result, const QString& problem)>;
    struct Request {
        Listener listener;
        quint64 call = 0;  ///< 0: it is none
    };

    void setState(State state, const QString& problem = {});
    void fail(const QString& reason);
    void read(const QByteArray& bytes);
    void answer(const McpMessage& message);
    void notice(const McpMessage& message);
    void refuse(const McpMessage& message);
    void ask(const QString& method, const Json& parameters, Listener listener, quint64 call = 0);
    void initialized(const Json& result, const QString& problem);
    using Take = void (McpServer::*)(const Json& entry);
    void list(const QString& method, const char* key, Take take, std::function<void()> then,
              const QString& cursor = {}, int page = 0);
    void listTools();
    void takeTool(const Json& entry);
    void takePrompt(const Json& entry);
    void takeResource(const Json& entry);
    void ready();
    void resume();
    void callWhenReady(quint64 id, const QString& name, const Json& arguments);
    void endCall(quint64 id, const QString& text, bool failed);

    QString m_permissionId, m_name, m_problem;
    MakeTransport m_makeTransport;
    Limits m_limits;
    std::unique_ptr<McpTransport> m_transport;
    State m_state = State::Off;
    QTimer m_starting;
    qint64 m_lastId = 0;
    QHash<qint64, Request> m_requests;
    struct Waiting {
        quint64 id;
        QString name;
        Json arguments;
    };
    std::vector<Waiting> m_waiting;  ///< calls until it is ready
    std::vector<ToolDescription> m_tools, m_listed;
    std::vector<Prompt> m_prompts;
    struct Resource {
        QString uri, name, description;
    };
    std::vector<Resource> m_resources;
    Json m_abilities;
    int m_unasked = 0;
    bool m_listing = false, m_listAgain = false;
};

}  // namespace hearth::app
