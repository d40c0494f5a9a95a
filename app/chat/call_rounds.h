#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QSet>
#include <QVariantList>

#include "chat/call_runner.h"
#include "chat/open_chat.h"

namespace hearth::app {

/// Tools in chats, for the window: the calls of the open chat, and the continuation of a chat with their
/// results, which also happens in chats that are not open. GUI thread.
class CallRounds : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    /// True if the open chat has tools.
    Q_PROPERTY(bool on READ isOn WRITE setOn NOTIFY changed)
    /// Number of tools that it has in that case.
    Q_PROPERTY(int count READ count NOTIFY changed)
    /// Providers of tools, and whether the open chat uses theirs: {"id", "title", "count", "on"} each.
    Q_PROPERTY(QVariantList providers READ providers NOTIFY changed)
    /// Reason why the model in use cannot call tools, one sentence; empty: it can.
    Q_PROPERTY(QString problem READ problem NOTIFY changed)
    /// The message of the call that waits for a person in the open chat; 0: none does.
    Q_PROPERTY(double asking READ askingNumber NOTIFY changed)
    /// True if calls of the open chat wait or run.
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed)

public:
    /// Number of consecutive replies that may call tools before a person is asked.
    static constexpr int mostRounds = 10;

    struct Parts {
        OpenChat& chat;
        store::Store& store;
        ToolBox& box;
        ToolSettings& settings;
        CallRunner& calls;
        ReplyRunner& runner;
        ReplyStarter& starter;
        const EngineStatus& engine;
        SamplingSettings& sampling;
        ConversationListModel& conversations;
    };
    explicit CallRounds(const Parts& parts, QObject* parent = nullptr);

    bool isOn() const;
    void setOn(bool on);
    int count() const;
    QString problem() const;
    qint64 asking() const { return m_parts.calls.asking(m_chat.id()); }
    /// The same as QML has numbers.
    double askingNumber() const { return static_cast<double>(asking()); }
    bool isBusy() const { return m_parts.calls.isBusy(m_chat.id()); }
    QVariantList providers() const;
    /// Gives the open chat the tools of a provider, by ToolProvider::id(), or takes them away.
    Q_INVOKABLE void setHas(const QString& providerId, bool has);

    Q_INVOKABLE void approve(qint64 messageId) { m_parts.calls.approve(messageId, CallRunner::Allow::Once); }
    Q_INVOKABLE void approveInChat(qint64 messageId) {
        m_parts.calls.approve(messageId, CallRunner::Allow::Chat);
    }
    Q_INVOKABLE void approveAlways(qint64 messageId) {
        m_parts.calls.approve(messageId, CallRunner::Allow::Always);
    }
    Q_INVOKABLE void refuse(qint64 messageId) { m_parts.calls.refuse(messageId); }
    /// Continues the chat after its last call, which did not lead to a reply by itself, with further rounds.
    Q_INVOKABLE void resume();
    /// Repeats a call that was interrupted, stopped or failed; only the last call of the open chat.
    Q_INVOKABLE void again(qint64 messageId);

    /// Called when a reply has ended. Returns true if it asked for calls; these have begun.
    bool begin(const store::Message& reply);
    /// Called when another chat was opened, or when the open chat's tools changed.
    void tell() { emit changed(); }
    /// Gives the open chat the tools of a new chat. Does nothing if the chat is stored already.
    void takeDefault();

signals:
    void changed();
    /// A round of a chat has ended without a reply that follows.
    void rested(qint64 conversationId);

private:
    void show(qint64 conversationId, const std::vector<store::Message>& calls);
    void resumeAfter(const store::Message& last, bool resume);
    /// Makes the next reply after the last call; false: it could not begin.
    bool reply(const store::Message& last);
    bool replyElsewhere(const store::Message& last);
    int roundsSince(const std::vector<store::Message>& path) const;
    std::vector<store::Message> pathTo(const store::Message& last);
    void keep(const QJsonObject& tools);

    Parts m_parts;
    OpenChat& m_chat;
    QSet<qint64> m_wentOnAt;  ///< calls at which a person let the model go on
};

}  // namespace hearth::app
