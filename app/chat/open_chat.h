#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <optional>

#include "chat/open_conversation.h"
#include "chat/reply_runner.h"
#include "chat/reply_starter.h"
#include "store/store.h"

namespace hearth::app {

class CallRunner;
class ConversationListModel;
class EngineStatus;
class ReplyComparison;
class SamplingSettings;

/// The open chat, the actions allowed in it now, and the ways in which its messages and replies begin: the
/// common parts of ChatController's parts. GUI thread.
class OpenChat : public QObject {
    Q_OBJECT

public:
    struct Parts {
        store::Store& store;
        ReplyRunner& runner;
        ReplyStarter& starter;
        const ReplyComparison& comparison;
        EngineStatus& engine;
        SamplingSettings& sampling;
        ConversationListModel& conversations;
        const CallRunner& calls;
    };
    explicit OpenChat(const Parts& parts, QObject* parent = nullptr);

    OpenConversation& conversation() { return m_open; }
    const OpenConversation& conversation() const { return m_open; }
    qint64 id() const { return m_open.id(); }
    const ConversationTree& tree() const { return m_open.tree(); }

    /// The reply under way; if several are compared, the one that is shown. nullptr: none.
    const ReplyRunner::Reply* reply() const;
    /// True if a reply is under way, or calls of tools that one asked for.
    bool isBusy() const;
    /// The last reply if it failed, otherwise nullptr.
    const store::Message* failedReply() const;
    /// True if a reply can begin now, or as soon as the model that is loading is ready.
    bool canReply() const;
    /// The same; when it cannot, the models dialog is asked for.
    bool isReadyToReply();

    /// A message of this chat that is not in the store yet.
    store::Message newMessage(store::Role role, qint64 parentId, const QString& text = {}) const;
    /// An empty reply of the chat's model, or of another one, in the same way.
    store::Message newReply(qint64 parentId, const QString& modelPath = {}) const;
    /// Runs a change of the store. Returns false, and failed() is emitted, if the change failed.
    bool change(const std::function<void()>& change);
    /// The chat's settings for making a reply.
    ReplyStarter::Manner manner(const store::Generation& before = {});
    /// Applies to the reply that begins next, instead of the settings.
    void setNextWhenFull(std::optional<WhenFull> whenFull) { m_nextWhenFull = whenFull; }
    bool hasNextWhenFull() const { return m_nextWhenFull.has_value(); }
    /// Has a reply made that is in the store and in the tree, to a message of the visible branch.
    bool start(const store::Message& answer, const ReplyStarter::Manner& manner);
    /// Writes another version of a reply and has it made; rows from `shownFrom` on are new.
    bool begin(store::Message answer, const ReplyStarter::Manner& manner, qint64 shownFrom);

    /// Shows the visible branch again: all of it, or from a message on.
    void showAll();
    void showFrom(qint64 messageId);

    /// Reads the summaries again and shows that of the visible branch.
    void showSummary();

signals:
    /// Emitted when other messages are shown than before.
    void branchShown();
    /// Emitted when the allowed actions have changed.
    void changed();
    /// Emitted when the end of the messages should come into view.
    void endWanted();
    /// Nothing can answer: a model has to be chosen.
    void modelsWanted();
    void failed(const QString& title, const QString& body);

private:
    Parts m_parts;
    OpenConversation m_open;
    std::optional<WhenFull> m_nextWhenFull;
};

}  // namespace hearth::app
