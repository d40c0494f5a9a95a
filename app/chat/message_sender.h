#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <optional>
#include <vector>

#include "chat/message_queue.h"
#include "chat/open_chat.h"
#include "store/store.h"

namespace hearth::app {

class ChatFigures;
class ComposerDraft;
class DraftAttachments;
class EarlierAnswers;
struct EarlierAnswer;
class FullContext;
class QuestionPassages;
class ToastQueue;

/// Sends a person's messages: with a reply to each, or when the reply under way has ended. GUI thread.
class MessageSender : public QObject {
    Q_OBJECT

public:
    struct Parts {
        OpenChat& chat;
        store::Store& store;
        const EngineStatus& engine;
        SamplingSettings& sampling;
        ReplyRunner& runner;
        ReplyStarter& starter;
        ConversationListModel& conversations;
        ToastQueue& toasts;
        ComposerDraft& draft;
        DraftAttachments& attachments;
        MessageQueue& waiting;
        QuestionPassages& passages;
        EarlierAnswers& earlier;
        const FullContext& fullContext;
        const ChatFigures& figures;
    };
    explicit MessageSender(const Parts& parts, QObject* parent = nullptr);

    /// Sends a message with the files and pictures of the composer; while a reply is under way it waits for
    /// its end. False when it cannot be sent now: then nothing is changed.
    bool send(const QString& text);
    /// A message at the end of the open chat and an empty reply to it.
    struct Turn {
        store::Message message, answer;
    };
    /// Writes the message in the composer, which is then empty, with these passages and without starting the
    /// reply. nullopt: it cannot be sent.
    std::optional<Turn> writeDraft(const std::vector<store::Attachment>& passages = {});
    /// Finds passages for the text in the composer; false: the chat has no documents, or the text cannot be
    /// sent. `done` is not called if another text or chat is there by then.
    bool findForDraft(const std::function<void(const std::vector<store::Attachment>&)>& done);

    /// Continues with the messages that wait in the open chat: the next one is sent, or all of them are put
    /// back into the composer when no model can answer.
    void sendWaiting();
    void returnWaiting();
    /// Sends the next message that waits in a chat that is not open.
    void sendWaitingIn(qint64 conversationId);

signals:
    /// The new chat that was open is in the store now.
    void chatWritten(qint64 conversationId);
    /// A message was sent and is shown.
    void sent();
    /// Something went back into the composer.
    void composerWanted();

private:
    /// Returns the files and pictures of the composer with a text.
    MessageQueue::Message drafted(const QString& text) const;
    std::optional<Turn> writeTurn(const MessageQueue::Message& content, const QString& draftAfter);
    /// The same for a message that waited, at the end of any chat, with 0 as `parentId` if the chat is empty.
    /// The text in the chat's composer stays there. Throws StoreError.
    Turn writeWaiting(store::Conversation& conversation, qint64 parentId,
                      const MessageQueue::Message& content);
    store::Message messageOf(const MessageQueue::Message& content, qint64 parentId) const;
    /// Starts the reply to a turn that was written, and shows both.
    void begin(const Turn& turn);
    bool letWait(const QString& text);
    void returnToComposer(const MessageQueue::Message& message);
    /// True if the first waiting message has to be compared with earlier questions first. The comparison has
    /// then begun, and the message is answered or sent afterwards.
    bool compare(const store::Conversation& conversation, const std::vector<store::Message>& path);
    /// Gives the first message that waits in a chat an earlier answer.
    void answer(qint64 conversationId, const EarlierAnswer& earlier);
    /// Continues with the first message that waits.
    void resume(qint64 conversationId);
    /// True if passages for the first waiting message have to be found first. The search has then begun, and
    /// the message is sent afterwards.
    bool findPassages(const store::Conversation& conversation, const std::vector<store::Message>& path);
    /// Index of the first message of a branch that prompts contain.
    size_t firstInPrompt(const store::Conversation& conversation, const std::vector<store::Message>& path);
    /// Puts a new chat into the store, so that messages can wait in it.
    bool writeChat(const QString& text);

    Parts m_parts;
    OpenChat& m_chat;
};

}  // namespace hearth::app
