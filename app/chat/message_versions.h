#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <optional>
#include <vector>

#include "attachments/draft_pictures.h"
#include "chat/open_chat.h"
#include "chat/token_branch.h"
#include "store/store.h"

namespace hearth::app {

class ComposerDraft;
class EngineStatus;
class InferenceThread;
class ToastQueue;

/// Other versions of the messages of the open chat: replies made again, messages edited, branches chosen and
/// removed. What was there before stays beside them. GUI thread.
class MessageVersions : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    /// Pictures of the message that is being edited.
    Q_PROPERTY(hearth::app::DraftPictures* pictures READ pictures CONSTANT)

public:
    struct Parts {
        OpenChat& chat;
        store::Store& store;
        InferenceThread& inference;
        const EngineStatus& engine;
        ReplyRunner& runner;
        ReplyStarter& starter;
        ComposerDraft& draft;
        ConversationListModel& conversations;
        ToastQueue& toasts;
    };
    explicit MessageVersions(const Parts& parts, QObject* parent = nullptr);

    /// Another reply to the same message, beside this one.
    Q_INVOKABLE void regenerate(qint64 messageId);
    /// The same by another model, this time alone.
    Q_INVOKABLE void regenerateBy(qint64 messageId, const QString& modelPath);
    /// The same with a repeat penalty for this one reply; ends the one under way first.
    Q_INVOKABLE void regenerateWithPenalty(qint64 messageId);
    /// Makes another reply beside the last one, which failed.
    Q_INVOKABLE void retry();
    DraftPictures* pictures() { return &m_pictures; }

    /// Begins an edit of a message: pictures() has its pictures, of which some can be removed, until
    /// endEdit().
    Q_INVOKABLE void startEdit(qint64 messageId);
    Q_INVOKABLE void endEdit();
    /// The messages up to the one that is edited, which has pictures() and its old text; empty: none is.
    std::vector<store::Message> editedChat() const;
    bool isEditing() const { return m_edited != 0; }
    /// Another version of a person's message, beside this one, with a new reply; with pictures() if it is the
    /// one that is being edited, otherwise with its own. For a reply: its text is replaced.
    Q_INVOKABLE void edit(qint64 messageId, const QString& newText);
    /// The same for a person's message with these pictures in place of those that it has.
    void edit(qint64 messageId, const QString& newText, const std::vector<store::NamedPicture>& pictures);
    /// Another version of a person's message, which has `together` tokens with its files, whose files have
    /// about this many tokens less, with a new reply.
    void shortenFilesOf(qint64 messageId, int tokens, int together);
    /// Goes on with a reply that was stopped or cut off.
    Q_INVOKABLE void continueReply(qint64 messageId);
    /// Shows the version so many places after this one.
    Q_INVOKABLE void select(qint64 messageId, int delta);
    /// Another reply beside this one that has its first `position` tokens, then this token, and goes on from
    /// there; nothing of what is shared is computed again while it is cached.
    Q_INVOKABLE void branchAt(qint64 messageId, int position, int tokenId);
    /// Erases a message and what follows it; a notice offers undo.
    Q_INVOKABLE void remove(qint64 messageId);

    /// A reply of the open chat has ended. True: it was stopped to be written again, which begins now.
    bool resumeAfter(const store::Message& finished);

signals:
    /// An edit began or ended, or its pictures changed.
    void editedChatChanged();

private:
    void regenerateWith(qint64 messageId, const ReplyStarter::Manner& manner);
    void editReply(const store::Message& old, const QString& newText);
    std::optional<std::vector<store::Attachment>> filesOf(qint64 messageId);
    void replaceQuestion(const store::Message& old, const QString& newText,
                         const std::vector<store::MessagePicture>& pictures,
                         const std::vector<store::Attachment>& files);
    void editQuestion(const store::Message& old, const QString& newText,
                      const std::vector<store::MessagePicture>& pictures);
    void restore(qint64 messageId, qint64 removedAt, qint64 conversationId);

    Parts m_parts;
    OpenChat& m_chat;
    TokenBranch m_branch;
    DraftPictures m_pictures;
    qint64 m_edited = 0;            ///< the message that has them; 0: none is edited
    qint64 m_againWithPenalty = 0;  ///< the reply that is stopped to be written again
};

}  // namespace hearth::app
