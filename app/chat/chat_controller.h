#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <functional>
#include <optional>
#include <vector>

#include "attachments/draft_attachments.h"
#include "chat/chat_figures.h"
#include "chat/comparison_plan.h"
#include "chat/composer_draft.h"
#include "chat/full_context.h"
#include "chat/message_block_model.h"
#include "chat/message_queue.h"
#include "chat/open_conversation.h"
#include "chat/reply_comparison.h"
#include "chat/reply_runner.h"
#include "chat/reply_starter.h"
#include "chat/title_writer.h"
#include "chat/token_branch.h"
#include "inference/generation_job.h"
#include "store/store.h"

namespace hearth::app {

class ConversationListModel;
class EngineStatus;
class InferenceThread;
class PresetListModel;
class SamplingSettings;
class ToastQueue;

/// The open conversation: sends messages, shows replies as they come, keeps everything in the store. Replies
/// of conversations that are not open go on and are kept all the same. GUI thread.
class ChatController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by Application")
    Q_PROPERTY(hearth::app::MessageBlockModel* messages READ messages CONSTANT)
    /// 0 while the chat is new and nothing has been sent.
    Q_PROPERTY(qint64 conversationId READ conversationId NOTIFY conversationChanged)
    Q_PROPERTY(QString title READ title NOTIFY titleChanged)
    Q_PROPERTY(State state READ state NOTIFY stateChanged)
    Q_PROPERTY(bool canSend READ canSend NOTIFY stateChanged)
    Q_PROPERTY(bool canStop READ canStop NOTIFY stateChanged)
    /// What stands in the composer; kept per conversation, also over a crash.
    Q_PROPERTY(QString draft READ draft WRITE setDraft NOTIFY draftChanged)
    /// Files that go with the next message.
    Q_PROPERTY(hearth::app::DraftAttachments* attachments READ attachments CONSTANT)
    /// Messages that go when the reply under way has ended.
    Q_PROPERTY(hearth::app::MessageQueue* waiting READ waiting CONSTANT)
    /// Whether the reply under way goes round in circles.
    Q_PROPERTY(bool repeating READ isRepeating NOTIFY repeatingChanged)
    Q_PROPERTY(QString systemPrompt READ systemPrompt WRITE setSystemPrompt NOTIFY systemPromptChanged)
    /// How full the context is, how far the reply is, and what sending would cost.
    Q_PROPERTY(hearth::app::ChatFigures* figures READ figures CONSTANT)
    /// Whether the chat still fits, and what helps.
    Q_PROPERTY(hearth::app::FullContext* fullContext READ fullContext CONSTANT)
    /// How the answers of the next comparison differ, and the answers that are compared.
    Q_PROPERTY(hearth::app::ComparisonPlan* comparisonPlan READ comparisonPlan CONSTANT)
    Q_PROPERTY(hearth::app::ReplyComparison* comparison READ comparison CONSTANT)

public:
    enum State { Idle, LoadingModel, Prefilling, Generating, Failed };
    Q_ENUM(State)

    struct Parts {
        store::Store& store;
        InferenceThread& inference;
        EngineStatus& engine;
        ConversationListModel& conversations;
        SamplingSettings& sampling;
        ToastQueue& toasts;
        const PresetListModel& presets;
    };
    explicit ChatController(const Parts& parts, QObject* parent = nullptr);
    ~ChatController() override;

    MessageBlockModel* messages() { return &m_open.rows(); }
    qint64 conversationId() const { return m_open.id(); }
    QString title() const { return m_open.record().title; }
    State state() const;
    bool canSend() const;
    bool canStop() const { return reply() != nullptr; }
    QString draft() const { return m_draft.text(); }
    void setDraft(const QString& text) { m_draft.setText(text); }
    DraftAttachments* attachments() { return &m_attachments; }
    MessageQueue* waiting() { return &m_waiting; }
    bool isRepeating() const;
    QString systemPrompt() const { return m_open.record().systemPrompt; }
    void setSystemPrompt(const QString& text);
    ChatFigures* figures() { return &m_figures; }
    FullContext* fullContext() { return &m_fullContext; }
    ComparisonPlan* comparisonPlan() { return &m_plan; }
    ReplyComparison* comparison() { return &m_comparison; }

    /// Sends a message in the open conversation and starts the reply; while a reply is under way it waits for
    /// its end. False when it cannot be sent now: then nothing is changed.
    Q_INVOKABLE bool send(const QString& text);
    /// Stops the reply of the open conversation; what was made stays.
    Q_INVOKABLE void stop();
    /// Another reply to the same message, beside this one.
    Q_INVOKABLE void regenerate(qint64 messageId);
    /// The same with a repeat penalty for this one reply; ends the one under way first.
    Q_INVOKABLE void regenerateWithPenalty(qint64 messageId);
    /// Several answers to a message (or to that which a reply answers) at the same time, as comparisonPlan()
    /// says; one is chosen by comparison(). 0: to what stands in the composer, or without that to the last
    /// message. False when there is nothing to answer or nothing that can: then nothing is changed.
    Q_INVOKABLE bool compare(qint64 messageId);
    /// A message that waits goes back in front of the draft.
    Q_INVOKABLE void takeBack(int row);
    /// Another version of a person's message, beside this one, with a new reply. For a reply: its text is
    /// replaced.
    Q_INVOKABLE void edit(qint64 messageId, const QString& newText);
    /// Goes on with a reply that was stopped or cut off.
    Q_INVOKABLE void continueReply(qint64 messageId);
    Q_INVOKABLE void selectSibling(qint64 messageId, int delta);
    /// Another reply beside this one that has its first `position` tokens, then this token, and goes on from
    /// there; nothing of what is shared is computed again while it is cached.
    Q_INVOKABLE void branchAt(qint64 messageId, int position, int tokenId);
    /// Erases a message and what follows it; a notice offers undo.
    Q_INVOKABLE void removeMessage(qint64 messageId);
    /// The text as it was typed or generated (Markdown).
    Q_INVOKABLE QString messageText(qint64 messageId) const;
    /// The same without Markdown's marks and without the reasoning.
    Q_INVOKABLE QString plainText(qint64 messageId) const;
    /// See selected_text.h.
    Q_INVOKABLE QString selectedText(int fromRow, int from, int toRow, int to) const;
    /// A text as a quotation in front of the draft.
    Q_INVOKABLE void quote(const QString& text);
    /// Makes another reply beside the last one, which failed.
    Q_INVOKABLE void runErrorAction();
    /// Writes what is not on disk yet: the draft and replies under way.
    void flush();
    /// Whether a chat that does not fit into the context loses its oldest turns or is refused.
    void setOverflow(Overflow overflow);
    /// Of the replies that begin from now on; their text does not depend on it.
    void setSpeculation(Speculation speculation) { m_starter.setSpeculation(speculation); }

    /// Opens a conversation; 0: a new one.
    void open(qint64 conversationId);
    /// Opens a conversation on the branch of a message and shows that.
    Q_INVOKABLE void openAt(qint64 conversationId, qint64 messageId);

signals:
    void conversationChanged();
    void titleChanged();
    void stateChanged();
    void draftChanged();
    void systemPromptChanged();
    void repeatingChanged();
    /// The composer should take the keyboard.
    void composerWanted();
    /// Other messages are shown than before: a chat was opened or another branch chosen.
    void branchShown();
    /// A reply ended, whether its conversation is open or not; 0 ms: it failed.
    void replyEnded(qint64 conversationId, const QString& title, double totalMs);

    /// No model can answer: the models dialog should open.
    void modelsWanted();
    /// The end of the messages should come into view: something was sent or begun there, or it failed.
    void endWanted();
    /// A message to show: a search hit was opened.
    void messageWanted(qint64 messageId);
    void failed(const QString& title, const QString& body);

private:
    void connectReplies();
    void connectComposer();
    void connectConversations();
    void connectFullContext();
    /// The reply under way in the open conversation; nullptr: none.
    const ReplyRunner::Reply* reply() const;
    /// The last reply, when it failed; nullptr when it did not.
    const store::Message* failedReply() const;
    /// Runs a change of the store; false (and an error is shown) when it could not be made.
    bool changeStore(const std::function<void()>& change);
    void showFrom(qint64 messageId);
    /// Writes a message at the end of the open conversation with an empty reply to it.
    bool writeTurn(const QString& text, const std::vector<store::Attachment>& files,
                   const QString& draftAfter, store::Message& message, store::Message& answer);
    /// The message that a comparison answers, written when it is a draft; nullopt: there is none.
    std::optional<qint64> comparedMessage(qint64 messageId, std::vector<store::Message>& answers);
    void keepAnswer(qint64 messageId);
    /// Another version of a reply, in the store and in the tree, begins; `shownFrom` is the first row that
    /// changes.
    bool beginReply(store::Message answer, const store::Generation& before, qint64 shownFrom);
    /// Has a reply made to a message of the visible branch.
    bool start(const store::Message& answer, const store::Generation& before = {});
    bool start(const store::Message& answer, const ReplyStarter::Manner& manner);
    bool sendNow(const QString& text, const std::vector<store::Attachment>& files, const QString& draftAfter);
    bool letWait(const QString& text);
    void sendWaiting();
    /// The same in a conversation that is not open.
    void sendWaitingIn(qint64 conversationId);
    /// What waits goes back into the composer.
    void returnWaiting();
    /// What is to happen when a reply of the open conversation has ended.
    void goOnAfter(const store::Message& finished);
    void replyFinished(const store::Message& message, const GenerationMetrics& metrics);
    /// Has the model name a conversation that has so many messages, of which this is the reply that counts.
    void writeTitle(const store::Message& reply, size_t messages = 2);
    std::optional<GenerationRequest> draftedChat();
    void updateFullContext();
    void startChatWithLastQuestion();

    Parts m_parts;
    ReplyRunner m_runner;
    OpenConversation m_open;
    ReplyStarter m_starter;
    TitleWriter m_titles;
    TokenBranch m_branch;
    ComposerDraft m_draft;
    DraftAttachments m_attachments;
    MessageQueue m_waiting;
    ChatFigures m_figures;
    FullContext m_fullContext;
    ComparisonPlan m_plan;
    ReplyComparison m_comparison;
    qint64 m_againWithPenalty = 0;           ///< the reply that is stopped to be written again
    double m_penalty = 0;                    ///< the least repeat penalty of the reply that starts next
    std::optional<Overflow> m_nextOverflow;  ///< of the reply that starts next
    qint64 m_retryWhenReady = 0;             ///< a failed reply that waits for a longer context
};

}  // namespace hearth::app
