#pragma once

#include <QObject>
#include <QString>
#include <cstddef>

#include "inference/generation_job.h"
#include "store/store.h"

namespace hearth::app {

class CallRounds;
class CallRunner;
class ChatFigures;
class ChatSummaries;
class ContextRelief;
class ConversationListModel;
class MessageSender;
class MessageVersions;
class OpenChat;
class ReplyComparison;
class ReplyRunner;
class ReplyStarter;
class ReplyStructure;
class TitleWriter;

/// Continues chats whose replies have ended, open or not: shows the end, names the chat, runs the calls that
/// the reply asked for, and sends the message that waits. GUI thread.
class FinishedReplies : public QObject {
    Q_OBJECT

public:
    struct Parts {
        OpenChat& chat;
        store::Store& store;
        ConversationListModel& conversations;
        ReplyRunner& runner;
        ReplyStarter& starter;
        ReplyComparison& comparison;
        CallRunner& calls;
        CallRounds& rounds;
        ReplyStructure& structure;
        ChatFigures& figures;
        ChatSummaries& summaries;
        ContextRelief& relief;
        MessageSender& sender;
        MessageVersions& versions;
        TitleWriter& titles;
    };
    /// All of the parts outlive it.
    explicit FinishedReplies(const Parts& parts);

    /// Continues the open chat, whose last reply has ended.
    void resume();
    /// Names the open chat after an answer that was chosen of several, and shows it.
    void takeKeptAnswer();

signals:
    /// The state of the open chat changed.
    void changed();
    void repeatingChanged();
    /// A reply ended; 0 ms: it failed.
    void ended(qint64 conversationId, const QString& title, double totalMs);
    /// A reply asked for a call that a person has to allow.
    void callAsked(qint64 conversationId, const QString& title);

private:
    void finish(const store::Message& message, const GenerationMetrics& metrics);
    /// Number of messages in the first turn of a chat.
    size_t firstTurn(const store::Message& reply) const;

    Parts m_parts;
};

}  // namespace hearth::app
