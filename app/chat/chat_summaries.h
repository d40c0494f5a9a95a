#pragma once

#include <QtQml/qqmlregistration.h>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <functional>

#include "chat/summary_writer.h"
#include "hearth/generation_listener.h"
#include "hearth/generation_request.h"
#include "store/store.h"

namespace hearth::app {

class OpenChat;
class ToastQueue;

/// Summaries that replace the oldest messages of chats in prompts: has them written before a chat is full,
/// keeps them, and changes them for the open chat. GUI thread.
class ChatSummaries : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    /// The model condenses turns of the open chat, and a person waits for it.
    Q_PROPERTY(bool awaited READ isAwaited NOTIFY changed)

public:
    struct Parts {
        OpenChat& chat;
        store::Store& store;
        InferenceThread& inference;
        ReplyStarter& starter;
        EngineStatus& engine;
        ToastQueue& toasts;
    };
    explicit ChatSummaries(const Parts& parts, QObject* parent = nullptr);

    bool isAwaited() const;

    /// Called when a reply has finished and its chat takes this many tokens. If the chat is to be summarised
    /// and three quarters of the context are full, the turns that make up half of it are condensed. Work that
    /// people wait for goes first. Throws StoreError.
    void replyFinished(const store::Message& reply, int tokens);
    /// Condenses the oldest half of the open chat, which takes this many tokens, while a person waits; `then`
    /// is called when the summary is kept.
    void condense(int tokens, const std::function<void()>& then);
    /// Condenses all of the open chat except its last turns, at most `kept` of them, without keeping the
    /// result; `then` gets the text.
    void condenseAll(int kept, const std::function<void(const QString&)>& then);
    /// Stops writing a summary for this chat.
    void forget(qint64 conversationId);
    /// Allows another attempt after a failed summary, because the person chose it again.
    void tryAgain(qint64 conversationId) { m_failed.remove(conversationId); }

    /// Replaces the model's summary by a person's words; an empty text changes nothing. `rowId` is that of
    /// the summary's row among the messages.
    Q_INVOKABLE void edit(qint64 rowId, const QString& text);
    /// The messages are used again.
    Q_INVOKABLE void remove(qint64 rowId);

    /// Number of the oldest turns of a request whose texts make up at least this share of all of them; the
    /// last turn is never counted.
    static int turnsOfShare(const GenerationRequest& request, double share);

signals:
    void changed();
    /// Emitted when the next prompt of the open chat has changed.
    void promptChanged();

private:
    /// A summary that a person waits for.
    struct Awaited {
        bool keeps = true;
        std::function<void(const QString&)> then;
    };
    bool begin(const store::Conversation& record, std::vector<store::Message> path, int tokens,
               Priority priority);
    void keep(qint64 conversationId, qint64 messageId, const QString& text);
    void tellFailure(qint64 conversationId, const QString& problem);
    /// The row of the open chat's summary, and its next prompt, are other than before.
    void show();

    Parts m_parts;
    SummaryWriter m_writer;
    QHash<qint64, Awaited> m_awaited;  ///< by conversation
    QSet<qint64> m_failed;             ///< conversations of which it was said; not tried again
};

}  // namespace hearth::app
