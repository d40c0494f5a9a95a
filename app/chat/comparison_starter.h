#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "chat/open_chat.h"
#include "store/store.h"

namespace hearth::app {

class ComparisonPlan;
class ComposerDraft;
class DraftAttachments;
class MessageSender;
class ReplyComparison;

/// Has a message of the open chat answered several times at once, and makes the answer that is kept the
/// visible one. GUI thread.
class ComparisonStarter : public QObject {
    Q_OBJECT

public:
    struct Parts {
        OpenChat& chat;
        store::Store& store;
        MessageSender& sender;
        const ComposerDraft& draft;
        const DraftAttachments& attachments;
        const ComparisonPlan& plan;
        ReplyComparison& comparison;
        ConversationListModel& conversations;
    };
    explicit ComparisonStarter(const Parts& parts, QObject* parent = nullptr);

    /// Several answers to a message (or to that which a reply answers) at the same time, as the plan says. 0:
    /// to what stands in the composer, or without that to the last message. False when there is nothing to
    /// answer or nothing that can: then nothing is changed.
    /// A draft in a chat with documents is answered once its passages are found.
    bool begin(qint64 messageId);

signals:
    /// This answer is the visible one now.
    void kept(qint64 messageId);

private:
    /// The message that is answered, written with its first answer when it is a draft; nullopt: there is
    /// none.
    std::optional<qint64> question(qint64 messageId, const std::vector<store::Attachment>& passages,
                                   std::vector<store::Message>& answers);
    bool isDraft(qint64 messageId) const;
    /// `passages` go with a draft.
    bool begin(qint64 messageId, const std::vector<store::Attachment>& passages);
    void keep(qint64 messageId);

    Parts m_parts;
    OpenChat& m_chat;
};

}  // namespace hearth::app
