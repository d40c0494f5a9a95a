#pragma once

#include <QtQml/qqmlregistration.h>
#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <optional>
#include <vector>

#include "attachments/draft_attachments.h"
#include "chat/full_context.h"
#include "chat/message_block_model.h"
#include "chat/message_queue.h"
#include "chat/reply_runner.h"
#include "chat/request_builder.h"
#include "chat/title_writer.h"
#include "inference/generation_job.h"
#include "store/store.h"

namespace hearth::app {

class ConversationListModel;
class EngineStatus;
class InferenceThread;
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
    Q_PROPERTY(QString errorTitle READ errorTitle NOTIFY errorChanged)
    Q_PROPERTY(QString errorBody READ errorBody NOTIFY errorChanged)
    Q_PROPERTY(QString errorAction READ errorAction NOTIFY errorChanged)
    Q_PROPERTY(int prefillDone READ prefillDone NOTIFY prefillChanged)
    Q_PROPERTY(int prefillTotal READ prefillTotal NOTIFY prefillChanged)
    Q_PROPERTY(int prefillReused READ prefillReused NOTIFY prefillChanged)
    Q_PROPERTY(double prefillRate READ prefillRate NOTIFY prefillChanged)
    /// -1 while unknown
    Q_PROPERTY(double prefillSecondsLeft READ prefillSecondsLeft NOTIFY prefillChanged)
    /// The context of the chat as it is now: what the cache holds, what is new to it, what is free. While a
    /// prompt is read and a reply is written they follow; otherwise they count what stands in the composer.
    Q_PROPERTY(bool contextKnown READ contextKnown NOTIFY contextChanged)
    Q_PROPERTY(int contextCached READ contextCached NOTIFY contextChanged)
    Q_PROPERTY(int contextNew READ contextNew NOTIFY contextChanged)
    Q_PROPERTY(int contextFree READ contextFree NOTIFY contextChanged)
    Q_PROPERTY(int contextLength READ contextLength NOTIFY contextChanged)
    /// Whether the chat still fits, and what helps.
    Q_PROPERTY(hearth::app::FullContext* fullContext READ fullContext CONSTANT)
    /// Tokens of the reply that is being written, with those of a part that was there, and how many come a
    /// second; 0 before the second.
    Q_PROPERTY(int replyTokens READ replyTokens NOTIFY contextChanged)
    Q_PROPERTY(double replyRate READ replyRate NOTIFY contextChanged)
    /// What sending the draft would cost; -1 while unknown.
    Q_PROPERTY(int estimateCached READ estimateCached NOTIFY estimateChanged)
    Q_PROPERTY(int estimateNew READ estimateNew NOTIFY estimateChanged)
    Q_PROPERTY(double estimateSeconds READ estimateSeconds NOTIFY estimateChanged)

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
    };
    explicit ChatController(const Parts& parts, QObject* parent = nullptr);
    ~ChatController() override;

    MessageBlockModel* messages() { return &m_blocks; }
    qint64 conversationId() const { return m_conversation.id; }
    QString title() const { return m_conversation.title; }
    State state() const;
    bool canSend() const;
    bool canStop() const;
    QString draft() const { return m_draft; }
    void setDraft(const QString& text);
    DraftAttachments* attachments() { return &m_attachments; }
    MessageQueue* waiting() { return &m_waiting; }
    bool isRepeating() const;
    QString systemPrompt() const { return m_conversation.systemPrompt; }
    void setSystemPrompt(const QString& text);
    QString errorTitle() const { return m_errorTitle; }
    QString errorBody() const { return m_errorBody; }
    QString errorAction() const { return m_errorAction; }
    int prefillDone() const { return prefill().done; }
    int prefillTotal() const { return prefill().total; }
    int prefillReused() const { return prefill().reused; }
    double prefillRate() const { return prefill().tokensPerS; }
    double prefillSecondsLeft() const;
    bool contextKnown() const;
    int contextCached() const;
    int contextNew() const;
    int contextFree() const;
    int contextLength() const;
    FullContext* fullContext() { return &m_fullContext; }
    int replyTokens() const;
    double replyRate() const;
    int estimateCached() const { return m_estimate.promptTokens > 0 ? m_estimate.cachedTokens : -1; }
    int estimateNew() const;
    double estimateSeconds() const { return m_estimate.promptTokens > 0 ? m_estimate.prefillMs / 1000 : -1; }

    /// Sends a message in the open conversation and starts the reply; while a reply is under way it waits for
    /// its end. False when it cannot be sent now: then nothing is changed.
    Q_INVOKABLE bool send(const QString& text);
    /// Stops the reply of the open conversation; what was made stays.
    Q_INVOKABLE void stop();
    /// Another reply to the same message, beside this one.
    Q_INVOKABLE void regenerate(qint64 messageId);
    /// The same with a repeat penalty for this one reply; ends the one under way first.
    Q_INVOKABLE void regenerateWithPenalty(qint64 messageId);
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
    Q_INVOKABLE void runErrorAction();
    /// Writes what is not on disk yet: the draft and replies under way.
    void flush();
    /// Whether a chat that does not fit into the context loses its oldest turns or is refused.
    void setOverflow(Overflow overflow);
    /// Of the replies that begin from now on; their text does not depend on it.
    void setSpeculation(Speculation speculation) { m_speculation = speculation; }

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
    void errorChanged();
    void prefillChanged();
    void repeatingChanged();
    void contextChanged();
    void estimateChanged();
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
    enum class Remedy { None, TryAgain, LoadAgain, ChooseModel };

    const ReplyRunner::Reply* reply() const { return m_runner.find(m_conversation.id); }
    PrefillProgress prefill() const;
    /// Runs a change of the store; false (and an error is shown) when it could not be made.
    bool changeStore(const std::function<void()>& change);
    void readMessages();
    void readDraft();
    void showAll();
    MessageBlockModel::Message shown(const store::Message& message) const;
    const store::Message* find(qint64 messageId) const;
    std::vector<store::Message> pathTo(qint64 messageId) const;
    void showFrom(qint64 messageId);
    bool sendNow(const QString& text, const std::vector<store::Attachment>& files, const QString& draftAfter);
    bool letWait(const QString& text);
    void sendWaiting();
    /// What waits goes back into the composer.
    void returnWaiting();
    /// What is to happen when a reply of the open conversation has ended.
    void goOnAfter(const store::Message& finished);
    void clearComposer();
    QJsonObject samplingOfNextReply() const;
    QString finishReasonOf(const store::Message& message) const;
    void startReply(const store::Message& message, const store::Generation& before = {});
    void replyFinished(const store::Message& message, const GenerationMetrics& metrics);
    void updateError();
    void writeTitle(const store::Message& reply);
    void askEstimate();
    void takeEstimate(quint64 job, const PromptEstimate& estimate);
    /// The estimate is of something else now; it is asked for again.
    void forgetEstimate();
    void watchFullContext();
    void updateFullContext();
    void startChatWithLastQuestion();
    void keepDraft();
    void takeBranch(quint64 job, const QList<QByteArray>& pieces);

    /// A branch whose text is still asked for.
    struct Branch {
        quint64 job = 0;
        qint64 messageId = 0, conversationId = 0;
        store::Generation before;
    };

    Parts m_parts;
    Branch m_branch;
    ReplyRunner m_runner;
    RequestBuilder m_requests;
    Speculation m_speculation = Speculation::Off;
    TitleWriter m_titles;
    MessageBlockModel m_blocks;
    DraftAttachments m_attachments;
    MessageQueue m_waiting;
    qint64 m_againWithPenalty = 0;      ///< the reply that is stopped to be written again
    double m_penalty = 0;               ///< the least repeat penalty of the reply that starts next
    QHash<qint64, QString> m_attached;  ///< the files of the open conversation's messages, for people
    store::Conversation m_conversation;
    std::vector<store::Message> m_all;              ///< every branch of the open conversation
    std::vector<store::Message> m_path;             ///< the visible one
    QHash<qint64, std::vector<qint64>> m_children;  ///< ids of m_all by parent
    QString m_draft;
    bool m_draftKept = true;
    QTimer m_draftTimer, m_estimateTimer;
    quint64 m_estimateJob = 0;
    QString m_errorTitle, m_errorBody, m_errorAction;
    Remedy m_remedy = Remedy::None;
    PromptEstimate m_estimate;
    FullContext m_fullContext;
    std::optional<Overflow> m_nextOverflow;  ///< of the reply that starts next
    qint64 m_retryWhenReady = 0;             ///< a failed reply that waits for a longer context
};

}  // namespace hearth::app
