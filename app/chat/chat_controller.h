#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>

#include "attachments/draft_attachments.h"
#include "chat/call_rounds.h"
#include "chat/call_runner.h"
#include "chat/chat_figures.h"
#include "chat/chat_models.h"
#include "chat/chat_passages.h"
#include "chat/chat_summaries.h"
#include "chat/comparison_plan.h"
#include "chat/comparison_starter.h"
#include "chat/composer_draft.h"
#include "chat/context_relief.h"
#include "chat/earlier_answers.h"
#include "chat/finished_replies.h"
#include "chat/full_context.h"
#include "chat/message_block_model.h"
#include "chat/message_queue.h"
#include "chat/message_sender.h"
#include "chat/message_texts.h"
#include "chat/message_versions.h"
#include "chat/open_chat.h"
#include "chat/picture_export.h"
#include "chat/question_passages.h"
#include "chat/reply_comparison.h"
#include "chat/reply_runner.h"
#include "chat/reply_starter.h"
#include "chat/reply_structure.h"
#include "chat/text_counter.h"
#include "chat/title_writer.h"
#include "chat/whole_documents.h"
#include "inference/generation_job.h"
#include "store/store.h"

namespace hearth::app {

class ConversationListModel;
class EngineStatus;
class InferenceThread;
class PresetListModel;
class SamplingSettings;
class ToastQueue;

/// The chat that the window shows. Opens conversations and connects the parts that do the rest, each of which
/// QML binds to. Everything is kept in the store. Replies of conversations that are not open continue and are
/// kept as well. GUI thread.
class ChatController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(hearth::app::MessageBlockModel* messages READ messages CONSTANT)
    /// 0 while the chat is new and nothing has been sent.
    Q_PROPERTY(qint64 conversationId READ conversationId NOTIFY conversationChanged)
    Q_PROPERTY(QString title READ title NOTIFY titleChanged)
    Q_PROPERTY(State state READ state NOTIFY stateChanged)
    Q_PROPERTY(bool canSend READ canSend NOTIFY stateChanged)
    Q_PROPERTY(bool canStop READ canStop NOTIFY stateChanged)
    /// True if the reply under way repeats itself endlessly.
    Q_PROPERTY(bool repeating READ isRepeating NOTIFY repeatingChanged)
    Q_PROPERTY(QString systemPrompt READ systemPrompt WRITE setSystemPrompt NOTIFY systemPromptChanged)
    /// The text and pictures in the composer, and the files that go with them.
    Q_PROPERTY(hearth::app::ComposerDraft* draft MEMBER draft CONSTANT)
    Q_PROPERTY(hearth::app::DraftAttachments* attachments MEMBER attachments CONSTANT)
    /// Copies and saves pictures of its messages.
    Q_PROPERTY(hearth::app::PictureExport* pictureFiles MEMBER pictureFiles CONSTANT)
    /// Messages that go when the reply under way has ended.
    Q_PROPERTY(hearth::app::MessageQueue* waiting MEMBER waiting CONSTANT)
    /// Other versions of messages: replies again, edits, branches.
    Q_PROPERTY(hearth::app::MessageVersions* versions MEMBER versions CONSTANT)
    /// The texts of messages, for copying.
    Q_PROPERTY(hearth::app::MessageTexts* texts MEMBER texts CONSTANT)
    /// Use of the context, progress of the reply, and cost of sending the draft.
    Q_PROPERTY(hearth::app::ChatFigures* figures MEMBER figures CONSTANT)
    /// Says whether the chat still fits, and what to do if it does not.
    Q_PROPERTY(hearth::app::FullContext* fullContext MEMBER fullContext CONSTANT)
    /// Summaries that replace its oldest messages in prompts.
    Q_PROPERTY(hearth::app::ChatSummaries* summaries MEMBER summaries CONSTANT)
    /// Tools: whether the chat has them, and the calls that wait for a person.
    Q_PROPERTY(hearth::app::CallRounds* toolCalls MEMBER toolCalls CONSTANT)
    /// Required structure of replies, and the last reply as a tree.
    Q_PROPERTY(hearth::app::ReplyStructure* structure MEMBER structure CONSTANT)
    /// Documents: whether passages of them are added to questions, and the documents of the chat.
    Q_PROPERTY(hearth::app::ChatPassages* passages MEMBER passages CONSTANT)
    /// The documents that can be put into the chat as a whole.
    Q_PROPERTY(hearth::app::WholeDocuments* wholeDocuments MEMBER wholeDocuments CONSTANT)
    /// Reuse of earlier answers for similar first questions.
    Q_PROPERTY(hearth::app::EarlierAnswers* earlierAnswers MEMBER earlierAnswers CONSTANT)
    /// The models that can answer.
    Q_PROPERTY(hearth::app::ChatModels* models MEMBER models CONSTANT)
    /// Plan of the next comparison (the differences between its answers), and the answers that are compared.
    Q_PROPERTY(hearth::app::ComparisonPlan* comparisonPlan MEMBER comparisonPlan CONSTANT)
    Q_PROPERTY(hearth::app::ReplyComparison* comparison MEMBER comparison CONSTANT)

public:
    enum State { Idle, LoadingModel, Prefilling, Generating, Failed, Calling };
    Q_ENUM(State)

    struct Parts {
        store::Store& store;
        InferenceThread& inference;
        EngineStatus& engine;
        ConversationListModel& conversations;
        SamplingSettings& sampling;
        ToastQueue& toasts;
        const PresetListModel& presets;
        ToolBox& tools;
        ToolSettings& toolSettings;
    };
    explicit ChatController(const Parts& parts, QObject* parent = nullptr);
    ~ChatController() override;

    MessageBlockModel* messages() { return &m_chat.conversation().rows(); }
    qint64 conversationId() const { return m_chat.id(); }
    QString title() const { return m_chat.conversation().record().title; }
    State state() const;
    bool canSend() const { return m_chat.canReply(); }
    bool canStop() const { return m_chat.isBusy(); }
    bool isRepeating() const;
    QString systemPrompt() const { return m_chat.conversation().record().systemPrompt; }
    void setSystemPrompt(const QString& text);

    /// See MessageSender::send().
    Q_INVOKABLE bool send(const QString& text) { return m_sender.send(text); }
    /// Stops the reply of the open conversation; the text so far stays.
    Q_INVOKABLE void stop();
    /// See ComparisonStarter::begin().
    Q_INVOKABLE bool compare(qint64 messageId) { return m_comparisons.begin(messageId); }
    /// Opens a conversation; 0: a new one.
    void open(qint64 conversationId);
    /// Opens a conversation on the branch of a message and shows that.
    Q_INVOKABLE void openAt(qint64 conversationId, qint64 messageId);

    /// Shows the messages again: the window speaks another language.
    void retranslate() { m_chat.showAll(); }
    /// Writes what is not on disk yet: the draft and replies under way.
    void flush();

    // Parts of the chat, for QML and for what sets them up.
    ComposerDraft* const draft = &m_draft;
    DraftAttachments* const attachments = &m_attachments;
    PictureExport* const pictureFiles = &m_pictureFiles;
    MessageQueue* const waiting = &m_waiting;
    MessageVersions* const versions = &m_versions;
    MessageTexts* const texts = &m_texts;
    ChatFigures* const figures = &m_figures;
    FullContext* const fullContext = &m_fullContext;
    CallRounds* const toolCalls = &m_rounds;
    ReplyStructure* const structure = &m_structure;
    ChatSummaries* const summaries = &m_summaries;
    ChatPassages* const passages = &m_passages;
    WholeDocuments* const wholeDocuments = &m_wholeDocuments;
    EarlierAnswers* const earlierAnswers = &m_earlier;
    ChatModels* const models = &m_models;
    ComparisonPlan* const comparisonPlan = &m_plan;
    ReplyComparison* const comparison = &m_comparison;
    ReplyStarter* const starter = &m_starter;
    ContextRelief* const relief = &m_relief;
    QuestionPassages* const questionPassages = &m_questionPassages;

signals:
    void conversationChanged();
    void titleChanged();
    void stateChanged();
    void systemPromptChanged();
    void repeatingChanged();
    /// The composer should take the keyboard.
    void composerWanted();
    /// Other messages are shown than before: a chat was opened or another branch chosen.
    void branchShown();
    /// Emitted when a message was sent and therefore kept: what could not be saved before can be now.
    void saved();
    /// A reply ended, whether its conversation is open or not; 0 ms: it failed.
    void replyEnded(qint64 conversationId, const QString& title, double totalMs);
    /// A reply asked for a call that a person has to allow.
    void callAsked(qint64 conversationId, const QString& title);

    /// No model can answer: the models dialog should open.
    void modelsWanted();
    /// The end of the messages should come into view: something was sent or begun there, or it failed.
    void endWanted();
    /// A message to show: a search hit was opened.
    void messageWanted(qint64 messageId);
    void failed(const QString& title, const QString& body);

private:
    void connectChat();
    void connectReplies();
    void connectComposer();
    void connectConversations();
    /// Writes down the model that was chosen for the open chat.
    void setModel(const QString& path);
    /// The new conversation that was open is in the store under this id.
    void adopt(qint64 conversationId);
    /// Emits the signals for another open conversation.
    void announce();
    /// Starts a chat with a summary of this one, and puts the question that did not fit into its composer.
    void startChatWithLastQuestion(const QString& summary);

    Parts m_parts;
    ReplyRunner m_runner;
    ReplyStarter m_starter;
    ReplyComparison m_comparison;
    CallRunner m_calls;
    OpenChat m_chat;
    MessageTexts m_texts;
    TitleWriter m_titles;
    ComposerDraft m_draft;
    DraftAttachments m_attachments;
    PictureExport m_pictureFiles;
    MessageQueue m_waiting;
    ChatFigures m_figures;
    FullContext m_fullContext;
    QuestionPassages m_questionPassages;
    TextCounter m_counter;
    ChatPassages m_passages;
    WholeDocuments m_wholeDocuments;
    EarlierAnswers m_earlier;
    MessageSender m_sender;
    MessageVersions m_versions;
    ChatSummaries m_summaries;
    ContextRelief m_relief;
    CallRounds m_rounds;
    ReplyStructure m_structure;
    ChatModels m_models;
    ComparisonPlan m_plan;
    ComparisonStarter m_comparisons;
    FinishedReplies m_finished;
};

}  // namespace hearth::app
