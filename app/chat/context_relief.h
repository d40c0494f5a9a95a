#pragma once

#include <QObject>

#include "chat/open_chat.h"

namespace hearth::app {

class ChatFigures;
class ChatSummaries;
class ComposerDraft;
class DraftAttachments;
class FullContext;
class MessageSender;
class MessageVersions;

/// Tells FullContext the state of the open chat, and carries out what it offers when the chat does not fit.
/// GUI thread.
class ContextRelief : public QObject {
    Q_OBJECT

public:
    struct Parts {
        FullContext& fullContext;
        OpenChat& chat;
        store::Store& store;
        ReplyRunner& runner;
        ReplyStarter& starter;
        EngineStatus& engine;
        const ChatFigures& figures;
        const ComposerDraft& draft;
        DraftAttachments& attachments;
        MessageSender& sender;
        ChatSummaries& summaries;
        MessageVersions& versions;
    };
    explicit ContextRelief(const Parts& parts, QObject* parent = nullptr);

    /// Sets what happens in new chats when they no longer fit.
    void setDefault(store::Overflow overflow);
    /// Called when the open chat is a new one.
    void takeDefault();
    /// Called when the chat, the text in the composer, or a setting has changed.
    void update();

signals:
    /// A new chat should open with the question that did not fit, and this summary of the chat before it.
    void newChatWanted(const QString& summary);

private:
    void choose(store::Overflow overflow);
    void summarise(bool retry);
    void shorten(bool retry);
    int shortenable(bool hasDraft);

    Parts m_parts;
    store::Overflow m_default = store::Overflow::Stop;
    qint64 m_retryWhenReady = 0;  ///< a failed reply that waits for a longer context
};

}  // namespace hearth::app
