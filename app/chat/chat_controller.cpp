#include "chat/chat_controller.h"

#include <utility>

#include "chat/conversation_list_model.h"
#include "chat/drafted_chat.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "notices/toast_queue.h"
#include "settings/sampling_settings.h"

namespace hearth::app {

ChatController::ChatController(const Parts& parts, QObject* parent)
    : QObject(parent),
      m_parts(parts),
      m_runner(parts.store, parts.inference),
      m_starter(parts.store, m_runner, parts.engine),
      m_comparison(parts.store, m_runner),
      m_calls(parts.store, parts.tools, parts.toolSettings),
      m_chat({parts.store, m_runner, m_starter, m_comparison, parts.engine, parts.sampling,
              parts.conversations, m_calls}),
      m_texts(m_chat, parts.store),
      m_titles(parts.store, parts.inference),
      m_draft(parts.store),
      m_attachments(parts.inference, [&engine = parts.engine] { return engine.seesPictures(); }),
      m_pictureFiles(parts.store, parts.toasts),
      m_waiting(parts.store),
      m_figures({parts.inference, parts.engine, [this] { return m_chat.reply(); },
                 [this] {
                     return draftedChat({m_chat, m_parts.engine, m_parts.sampling, m_starter, m_draft,
                                         m_attachments, m_versions});
                 },
                 [this] {
                     return m_chat.tree().size() == 0 && m_draft.text().isEmpty() &&
                            m_draft.pictures()->count() == 0 && systemPrompt().isEmpty();
                 }}),
      m_fullContext(parts.engine),
      m_questionPassages(parts.store, [&engine = parts.engine] { return engine.context()->length(); }),
      m_counter(parts.inference, parts.engine),
      m_passages(m_chat, parts.store, m_questionPassages),
      m_wholeDocuments(m_passages, m_questionPassages),
      m_earlier(parts.store, parts.engine),
      m_sender({m_chat, parts.store, parts.engine, parts.sampling, m_runner, m_starter, parts.conversations,
                parts.toasts, m_draft, m_attachments, m_waiting, m_questionPassages, m_earlier, m_fullContext,
                m_figures}),
      m_versions({m_chat, parts.store, parts.inference, parts.engine, m_runner, m_starter, m_draft,
                  parts.conversations, parts.toasts}),
      m_summaries({m_chat, parts.store, parts.inference, m_starter, parts.engine, parts.toasts}),
      m_relief({m_fullContext, m_chat, parts.store, m_runner, m_starter, parts.engine, m_figures, m_draft,
                m_attachments, m_sender, m_summaries, m_versions}),
      m_rounds({m_chat, parts.store, parts.tools, parts.toolSettings, m_calls, m_runner, m_starter,
                parts.engine, parts.sampling, parts.conversations}),
      m_structure(m_chat, parts.store),
      m_plan(parts.sampling, parts.presets, m_models),
      m_comparisons(
          {m_chat, parts.store, m_sender, m_draft, m_attachments, m_plan, m_comparison, parts.conversations}),
      m_finished({m_chat, parts.store, parts.conversations, m_runner, m_starter, m_comparison, m_calls,
                  m_rounds, m_structure, m_figures, m_summaries, m_relief, m_sender, m_versions, m_titles}) {
    connectChat();
    connectReplies();
    connectComposer();
    connectConversations();
    m_questionPassages.setCounter([this](const QString& text, auto done) { m_counter.count(text, done); });
    m_rounds.takeDefault();
    m_draft.open(0);
}

ChatController::~ChatController() {
    flush();
}

void ChatController::connectChat() {
    connect(&m_chat, &OpenChat::branchShown, &m_figures, &ChatFigures::forget);
    connect(&m_chat, &OpenChat::branchShown, this, &ChatController::branchShown);
    connect(&m_chat, &OpenChat::changed, this, &ChatController::stateChanged);
    connect(&m_chat, &OpenChat::endWanted, this, &ChatController::endWanted);
    connect(&m_chat, &OpenChat::modelsWanted, this, &ChatController::modelsWanted);
    connect(&m_chat, &OpenChat::failed, this, &ChatController::failed);
    connect(&m_sender, &MessageSender::chatWritten, this, &ChatController::adopt);
    connect(&m_sender, &MessageSender::composerWanted, this, &ChatController::composerWanted);
    connect(&m_sender, &MessageSender::sent, this, [this] {
        emit saved();
        emit stateChanged();
        m_relief.update();
    });
    connect(&m_comparison, &ReplyComparison::changed, this, &ChatController::stateChanged);
    connect(&m_comparisons, &ComparisonStarter::kept, &m_finished, &FinishedReplies::takeKeptAnswer);
    connect(&m_comparisons, &ComparisonStarter::kept, this, &ChatController::composerWanted);
    connect(&m_relief, &ContextRelief::newChatWanted, this, &ChatController::startChatWithLastQuestion);
    connect(&m_summaries, &ChatSummaries::promptChanged, &m_figures, &ChatFigures::estimateSoon);
    connect(&m_parts.engine, &EngineStatus::changed, this, [this] {
        m_parts.sampling.setModel(m_parts.engine.modelName());
        m_plan.setChatModel(m_parts.engine.modelPath());
        m_structure.setHolder(m_parts.engine.device()->remoteHost(), m_parts.engine.abilities()->offers());
        emit stateChanged();
    });
    connect(&m_parts.engine, &EngineStatus::chosen, this, &ChatController::setModel);
}

void ChatController::connectReplies() {
    connect(&m_runner, &ReplyRunner::started, this,
            [this](qint64 id) { m_parts.conversations.busy->set(id, true); });
    connect(&m_runner, &ReplyRunner::progressed, this, [this](qint64 id) {
        if (id != m_chat.id()) return;
        m_figures.followReply();
        m_structure.replyGrew();
        emit stateChanged();
    });
    connect(&m_runner, &ReplyRunner::repeatingChanged, this, [this](qint64 id) {
        if (id == m_chat.id()) emit repeatingChanged();
    });
    connect(&m_runner, &ReplyRunner::textAdded, this,
            [this](qint64 id, qint64 messageId, const QString& delta) {
                if (id != m_chat.id()) return;
                messages()->appendText(messageId, delta);
                m_structure.replyGrew();
                emit m_figures.contextChanged();
            });
    connect(&m_runner, &ReplyRunner::callsGrew, this, [this](qint64 id, qint64 messageId) {
        const ReplyRunner::Reply* running = m_runner.find(messageId);
        if (id == m_chat.id() && running != nullptr)
            messages()->setWritten(messageId, MessageView::writtenCalls(*running));
    });
    connect(&m_runner, &ReplyRunner::tokensAdded, this, [this](qint64 id) {
        if (id == m_chat.id()) emit m_figures.contextChanged();
    });
    connect(&m_finished, &FinishedReplies::changed, this, &ChatController::stateChanged);
    connect(&m_finished, &FinishedReplies::repeatingChanged, this, &ChatController::repeatingChanged);
    connect(&m_finished, &FinishedReplies::ended, this, &ChatController::replyEnded);
    connect(&m_finished, &FinishedReplies::callAsked, this, &ChatController::callAsked);
    connect(&m_runner, &ReplyRunner::notKept, this, [this](const QString& sentence) {
        m_parts.toasts.show(tr("The reply is not saved yet. %1").arg(sentence));
    });
    connect(&m_rounds, &CallRounds::changed, &m_figures, &ChatFigures::estimateSoon);
    connect(&m_rounds, &CallRounds::rested, this, [this](qint64 id) {
        m_parts.conversations.busy->set(id, false);
        if (id == m_chat.id()) m_sender.returnWaiting();
    });
    connect(&m_calls, &CallRunner::notKept, this, [this](const QString& sentence) {
        m_parts.toasts.show(tr("The result is not saved. %1").arg(sentence));
    });
}

void ChatController::connectComposer() {
    const auto tell = [this](const QString& sentence) { emit failed(tr("This was not saved"), sentence); };
    connect(&m_structure, &ReplyStructure::failed, this, &ChatController::failed);
    connect(&m_waiting, &MessageQueue::notKept, this, tell);
    connect(&m_draft, &ComposerDraft::notKept, this, tell);
    connect(&m_draft, &ComposerDraft::changed, &m_figures, &ChatFigures::estimateSoon);
    connect(&m_draft, &ComposerDraft::quoted, this, &ChatController::composerWanted);
    connect(&m_attachments, &DraftAttachments::refused, this,
            [this](const QString& sentence) { m_parts.toasts.show(sentence); });
    connect(&m_attachments, &DraftAttachments::changed, &m_figures, &ChatFigures::estimateSoon);
    DraftPictures& pictures = *m_draft.pictures();
    connect(&m_attachments, &DraftAttachments::pictureRead, &pictures,
            [&pictures](const auto& file, const QString& name) {
                pictures.add({file, name});
            });
    connect(&m_attachments, &DraftAttachments::pagesRead, &pictures,
            [&pictures](const PagePictures& pages, const QString& name) { pictures.addPages(name, pages); });
    connect(&pictures, &DraftPictures::refused, this,
            [this](const QString& sentence) { m_parts.toasts.show(sentence); });
    connect(&m_versions, &MessageVersions::editedChatChanged, &m_figures, &ChatFigures::estimateSoon);
    connect(&m_figures, &ChatFigures::estimateChanged, &pictures, [this, &pictures] {
        const bool onServer = m_parts.engine.device()->isRemote();
        if (!m_versions.isEditing())
            pictures.setCosts(m_figures.pictures(), onServer);
        else if (!m_figures.isOutdated())
            m_versions.pictures()->setCosts(m_figures.pictures(), onServer);
    });
}

void ChatController::connectConversations() {
    ConversationListModel& list = m_parts.conversations;
    connect(&m_titles, &TitleWriter::titled, &list, &ConversationListModel::refresh);
    connect(&list, &ConversationListModel::openRequested, this, &ChatController::open);
    connect(list.busy, &BusyConversations::stopRequested, &m_runner, &ReplyRunner::stop);
    connect(list.busy, &BusyConversations::stopRequested, &m_calls, &CallRunner::stop);
    connect(list.busy, &BusyConversations::stopAllRequested, &m_runner, &ReplyRunner::stopAll);
    connect(list.busy, &BusyConversations::stopAllRequested, &m_calls, &CallRunner::stopAll);
    connect(&list, &ConversationListModel::removed, this, [this](qint64 id) {
        m_runner.stop(id);
        m_calls.stop(id);
        m_summaries.forget(id);
        m_waiting.forget(id);
        m_comparison.end(id);
        if (id == m_chat.id()) open(0);
    });
    connect(&list, &ConversationListModel::conversationChanged, this, [this](qint64 id) {
        if (id != m_chat.id()) return;
        m_chat.change([&] {
            if (const auto record = m_parts.store.conversations().find(id))
                m_chat.conversation().setRecord(*record);
        });
        m_structure.open();
        emit titleChanged();
    });
}

void ChatController::setModel(const QString& path) {
    store::Conversation record = m_chat.conversation().record();
    if (record.modelPath == path) return;
    record.modelPath = path;
    m_chat.conversation().setRecord(record);
    if (record.id != 0) m_chat.change([&] { m_parts.store.conversations().setModelPath(record.id, path); });
}

ChatController::State ChatController::state() const {
    if (const ReplyRunner::Reply* running = m_chat.reply()) return running->hasText ? Generating : Prefilling;
    if (m_calls.isBusy(m_chat.id())) return Calling;
    if (m_parts.engine.isLoading()) return LoadingModel;
    return m_chat.failedReply() != nullptr ? Failed : Idle;
}

bool ChatController::isRepeating() const {
    const ReplyRunner::Reply* running = m_chat.reply();
    return running != nullptr && running->isRepeating();
}

void ChatController::flush() {
    m_draft.keep();
    m_runner.journal();
}

void ChatController::setSystemPrompt(const QString& text) {
    if (systemPrompt() == text) return;
    store::Conversation record = m_chat.conversation().record();
    record.systemPrompt = text;
    m_chat.conversation().setRecord(record);
    if (record.id != 0)
        m_chat.change([&] { m_parts.store.conversations().setSystemPrompt(record.id, text); });
    m_figures.estimateSoon();
    emit systemPromptChanged();
}

void ChatController::open(qint64 conversationId) {
    m_draft.keep();
    store::Conversation record;
    if (conversationId != 0) {
        std::optional<store::Conversation> found;
        if (!m_chat.change([&] { found = m_parts.store.conversations().find(conversationId); }) || !found)
            return;
        record = std::move(*found);
    }
    m_chat.change([&] { m_chat.conversation().open(std::move(record)); });
    if (m_chat.id() == 0) m_relief.takeDefault();
    m_rounds.takeDefault();
    m_runner.setRead(m_chat.id());
    m_starter.forget();
    m_attachments.clear();
    m_draft.open(m_chat.id());
    m_waiting.open(m_chat.id());
    m_comparison.open(m_chat.id());
    m_parts.sampling.openConversation(m_chat.id());
    m_parts.conversations.setCurrent(m_chat.id());
    m_parts.engine.show(m_chat.conversation().record().modelPath);
    m_chat.showAll();
    announce();
    // Its reply may have ended while another chat was open.
    if (!m_chat.isBusy()) m_finished.resume();
}

void ChatController::announce() {
    emit conversationChanged();
    emit titleChanged();
    emit systemPromptChanged();
    emit stateChanged();
    m_rounds.tell();
    m_structure.open();
    m_structure.showReply();
    m_passages.tell();
    m_figures.followReply();
    emit repeatingChanged();
    m_relief.update();
    emit composerWanted();
}

void ChatController::adopt(qint64 conversationId) {
    m_runner.setRead(conversationId);
    m_draft.adopt(conversationId);
    m_waiting.open(conversationId);
    m_comparison.open(conversationId);
    m_parts.sampling.adopt(conversationId);
    emit conversationChanged();
    emit titleChanged();
    m_parts.conversations.refresh(conversationId);
    m_parts.conversations.setCurrent(conversationId);
}

void ChatController::openAt(qint64 conversationId, qint64 messageId) {
    if (conversationId != m_chat.id()) open(conversationId);
    if (conversationId != m_chat.id()) return;
    if (messages()->rowOf(messageId) < 0) {
        // The message is on another branch: every message from it up to the first is made the visible one.
        const ConversationTree& tree = m_chat.tree();
        for (const store::Message* at = tree.find(messageId); at != nullptr; at = tree.find(at->parentId)) {
            if (!m_chat.change([&] { m_parts.store.selectBranch(*at); })) return;
            m_chat.conversation().select(at->id);
        }
        m_chat.showAll();
    }
    emit messageWanted(messageId);
}

void ChatController::stop() {
    m_runner.stop(m_chat.id());
    m_calls.stop(m_chat.id());
    if (m_summaries.isAwaited()) m_summaries.forget(m_chat.id());
}

void ChatController::startChatWithLastQuestion(const QString& summary) {
    // The text in the composer, or the question that was not answered.
    QString question = m_draft.text();
    std::vector<store::Attachment> files = m_attachments.files();
    std::vector<store::NamedPicture> pictures = m_draft.pictures()->pictures();
    if (m_draft.isEmpty() && files.empty())
        for (const store::Message& message : m_chat.tree().path()) {
            if (message.role != store::Role::User) continue;
            question = message.text;
            m_chat.change([&] {
                files = m_parts.store.attachments().ofMessage(message.id);
                pictures = m_parts.store.pictures().filesOf(message);
            });
        }
    store::Conversation record = m_chat.conversation().record();
    if (summary.isEmpty()) {
        const QString prompt = record.systemPrompt;
        open(0);
        setSystemPrompt(prompt);
    } else {
        record.id = record.activeRoot = record.createdAt = record.updatedAt = 0;
        record.pinned = false;
        if (!m_chat.change([&] { m_parts.store.addContinuation(record, summary); })) return;
        m_parts.conversations.refresh(record.id);
        open(record.id);
    }
    m_attachments.put(files);
    // Those of the draft of a new chat may be the same.
    if (m_draft.pictures()->count() == 0) m_draft.pictures()->put(pictures);
    if (!m_draft.text().contains(question))
        m_draft.setText(m_draft.isBlank() ? question : m_draft.text() + QStringLiteral("\n\n") + question);
    emit composerWanted();
}

}  // namespace hearth::app
