#include "chat/chat_controller.h"

#include <algorithm>
#include <utility>

#include "attachments/attachment_reader.h"
#include "chat/conversation_list_model.h"
#include "chat/plain_text.h"
#include "chat/selected_text.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "notices/toast_queue.h"
#include "settings/sampling_settings.h"

namespace hearth::app {

ChatController::ChatController(const Parts& parts, QObject* parent)
    : QObject(parent),
      m_parts(parts),
      m_runner(parts.store, parts.inference),
      m_open(parts.store, m_runner),
      m_starter(parts.store, m_runner, parts.engine),
      m_titles(parts.store, parts.inference),
      m_branch(parts.inference),
      m_draft(parts.store),
      m_attachments(parts.inference),
      m_waiting(parts.store),
      m_figures({parts.inference, parts.engine, [this] { return reply(); }, [this] { return draftedChat(); },
                 [this] {
                     return m_open.tree().size() == 0 && m_draft.text().isEmpty() && systemPrompt().isEmpty();
                 }}),
      m_fullContext(parts.engine),
      m_plan(parts.sampling, parts.presets),
      m_comparison(parts.store, m_runner) {
    connectReplies();
    connectComposer();
    connectConversations();
    connectFullContext();
    connect(&m_parts.engine, &EngineStatus::changed, this, [this] {
        m_parts.sampling.setModel(m_parts.engine.modelName());
        emit stateChanged();
    });
    m_draft.open(0);
}

ChatController::~ChatController() {
    flush();
}

void ChatController::connectReplies() {
    connect(&m_runner, &ReplyRunner::started, this,
            [this](qint64 id) { m_parts.conversations.setBusy(id, true); });
    connect(&m_runner, &ReplyRunner::progressed, this, [this](qint64 id) {
        if (id != m_open.id()) return;
        m_figures.followReply();
        emit stateChanged();
    });
    connect(&m_runner, &ReplyRunner::repeatingChanged, this, [this](qint64 id) {
        if (id == m_open.id()) emit repeatingChanged();
    });
    connect(&m_runner, &ReplyRunner::textAdded, this,
            [this](qint64 id, qint64 messageId, const QString& delta) {
                if (id != m_open.id()) return;
                m_open.rows().appendText(messageId, delta);
                emit m_figures.contextChanged();
            });
    connect(&m_runner, &ReplyRunner::finished, this, &ChatController::replyFinished);
    connect(&m_runner, &ReplyRunner::notKept, this, [this](const QString& sentence) {
        m_parts.toasts.show(tr("The reply is not saved yet. %1").arg(sentence));
    });
    connect(&m_comparison, &ReplyComparison::kept, this, &ChatController::keepAnswer);
    connect(&m_comparison, &ReplyComparison::changed, this, &ChatController::stateChanged);
    connect(&m_branch, &TokenBranch::refused, this,
            [this](const QString& sentence) { m_parts.toasts.show(sentence); });
    connect(&m_branch, &TokenBranch::begun, this,
            [this](const store::Message& old, const store::Message& branch, const store::Generation& before) {
                if (m_open.tree().find(old.id) != nullptr && reply() == nullptr)
                    beginReply(branch, before, old.id);
            });
}

void ChatController::connectComposer() {
    const auto tell = [this](const QString& sentence) { emit failed(tr("This was not saved"), sentence); };
    connect(&m_waiting, &MessageQueue::notKept, this, tell);
    connect(&m_draft, &ComposerDraft::notKept, this, tell);
    connect(&m_draft, &ComposerDraft::changed, this, [this] {
        m_figures.estimateSoon();
        emit draftChanged();
    });
    connect(&m_attachments, &DraftAttachments::refused, this,
            [this](const QString& sentence) { m_parts.toasts.show(sentence); });
    connect(&m_attachments, &DraftAttachments::changed, &m_figures, &ChatFigures::estimateSoon);
}

void ChatController::connectConversations() {
    ConversationListModel& list = m_parts.conversations;
    connect(&m_titles, &TitleWriter::titled, &list, &ConversationListModel::refresh);
    connect(&list, &ConversationListModel::openRequested, this, &ChatController::open);
    connect(&list, &ConversationListModel::stopRequested, &m_runner, &ReplyRunner::stop);
    connect(&list, &ConversationListModel::stopAllRequested, &m_runner, &ReplyRunner::stopAll);
    connect(&list, &ConversationListModel::removed, this, [this](qint64 id) {
        m_runner.stop(id);
        m_waiting.forget(id);
        m_comparison.end(id);
        if (id == m_open.id()) open(0);
    });
    connect(&list, &ConversationListModel::conversationChanged, this, [this](qint64 id) {
        if (id != m_open.id()) return;
        changeStore([&] {
            if (const auto record = m_parts.store.conversations().find(id)) m_open.setRecord(*record);
        });
        emit titleChanged();
    });
}

void ChatController::connectFullContext() {
    connect(&m_runner, &ReplyRunner::contextRefused, &m_fullContext, &FullContext::noteRefused);
    connect(&m_figures, &ChatFigures::estimateChanged, this, &ChatController::updateFullContext);
    connect(&m_parts.engine, &EngineStatus::becameReady, this, [this] {
        m_fullContext.forgetRefused();
        const qint64 failed = std::exchange(m_retryWhenReady, 0);
        if (failed != 0 && m_open.tree().endsWith(failed)) regenerate(failed);
    });
    connect(&m_parts.engine, &EngineStatus::loadFailed, this, [this] { m_retryWhenReady = 0; });
    connect(&m_fullContext, &FullContext::retryDroppingWanted, this, [this] {
        m_nextOverflow = Overflow::DropOldest;
        runErrorAction();
        m_nextOverflow.reset();
    });
    connect(&m_fullContext, &FullContext::sendDroppingWanted, this, [this] {
        m_nextOverflow = Overflow::DropOldest;
        send(m_draft.text());
        m_nextOverflow.reset();
    });
    connect(&m_fullContext, &FullContext::lengthenWanted, this, [this](int contextLength, bool retry) {
        const store::Message* last = m_open.tree().last();
        m_retryWhenReady = retry && last != nullptr ? last->id : 0;
        m_parts.engine.reloadWith(contextLength, m_parts.engine.kvType());
    });
    connect(&m_fullContext, &FullContext::newChatWanted, this, &ChatController::startChatWithLastQuestion);
}

bool ChatController::changeStore(const std::function<void()>& change) {
    try {
        change();
        return true;
    } catch (const store::StoreError& error) {
        emit failed(tr("This was not saved"), error.message());
        return false;
    }
}

const ReplyRunner::Reply* ChatController::reply() const {
    // The one that is shown, before others that are compared with it.
    if (const store::Message* last = m_open.tree().last())
        if (const ReplyRunner::Reply* shown = m_runner.find(last->id)) return shown;
    return m_runner.ofConversation(m_open.id());
}

ChatController::State ChatController::state() const {
    if (const ReplyRunner::Reply* running = reply()) return running->hasText ? Generating : Prefilling;
    if (m_parts.engine.isLoading()) return LoadingModel;
    return failedReply() != nullptr ? Failed : Idle;
}

const store::Message* ChatController::failedReply() const {
    const store::Message* last = m_open.tree().last();
    const bool failed = reply() == nullptr && last != nullptr && last->state == store::MessageState::Failed;
    return failed ? last : nullptr;
}

bool ChatController::canSend() const {
    return reply() == nullptr && m_comparison.count() == 0 &&
           (m_parts.engine.isReady() || m_parts.engine.isLoading());
}

bool ChatController::isRepeating() const {
    const ReplyRunner::Reply* running = reply();
    return running != nullptr && running->watch.isRepeating();
}

void ChatController::flush() {
    m_draft.keep();
    m_runner.journal();
}

void ChatController::setSystemPrompt(const QString& text) {
    if (systemPrompt() == text) return;
    store::Conversation record = m_open.record();
    record.systemPrompt = text;
    m_open.setRecord(record);
    if (record.id != 0) changeStore([&] { m_parts.store.conversations().setSystemPrompt(record.id, text); });
    m_figures.estimateSoon();
    emit systemPromptChanged();
}

void ChatController::open(qint64 conversationId) {
    m_draft.keep();
    store::Conversation record;
    if (conversationId != 0) {
        std::optional<store::Conversation> found;
        if (!changeStore([&] { found = m_parts.store.conversations().find(conversationId); }) || !found)
            return;
        record = std::move(*found);
    }
    changeStore([&] { m_open.open(std::move(record)); });
    m_runner.setRead(m_open.id());
    m_starter.forget();
    m_attachments.clear();
    m_figures.forget();
    m_draft.open(m_open.id());
    m_waiting.open(m_open.id());
    m_comparison.open(m_open.id());
    m_parts.sampling.openConversation(m_open.id());
    m_parts.conversations.setCurrent(m_open.id());
    m_open.showAll();
    emit branchShown();
    emit conversationChanged();
    emit titleChanged();
    emit systemPromptChanged();
    emit stateChanged();
    m_figures.followReply();
    emit repeatingChanged();
    updateFullContext();
    emit composerWanted();
    // Its reply may have ended while another chat was open.
    if (reply() == nullptr && m_open.tree().last() != nullptr && m_comparison.count() == 0)
        goOnAfter(*m_open.tree().last());
}

void ChatController::openAt(qint64 conversationId, qint64 messageId) {
    if (conversationId != m_open.id()) open(conversationId);
    if (conversationId != m_open.id()) return;
    if (m_open.rows().rowOf(messageId) < 0) {
        // It lies on another branch: every message up to the first becomes the visible one.
        const ConversationTree& tree = m_open.tree();
        for (const store::Message* at = tree.find(messageId); at != nullptr; at = tree.find(at->parentId)) {
            if (!changeStore([&] { m_parts.store.selectBranch(*at); })) return;
            m_open.select(at->id);
        }
        m_open.showAll();
        emit branchShown();
    }
    emit messageWanted(messageId);
}

void ChatController::showFrom(qint64 messageId) {
    m_open.showFrom(messageId);
    emit branchShown();
    emit stateChanged();
    m_figures.forget();
}

QString ChatController::messageText(qint64 messageId) const {
    const store::Message* message = m_open.tree().find(messageId);
    return message == nullptr ? QString() : message->text;
}

QString ChatController::plainText(qint64 messageId) const {
    const store::Message* message = m_open.tree().find(messageId);
    if (message == nullptr) return {};
    return message->role == store::Role::User ? message->text : plainTextOf(message->text);
}

QString ChatController::selectedText(int fromRow, int from, int toRow, int to) const {
    return app::selectedText(m_open.rows(), fromRow, from, toRow, to);
}

void ChatController::quote(const QString& text) {
    QString quoted;
    const QStringList lines = text.trimmed().split(u'\n');
    for (const QString& line : lines) quoted += QStringLiteral("> ") + line + u'\n';
    quoted += u'\n';
    setDraft(m_draft.isBlank() ? quoted : draft().trimmed() + QStringLiteral("\n\n") + quoted);
    emit composerWanted();
}

std::optional<GenerationRequest> ChatController::draftedChat() {
    std::vector<store::Message> path = m_open.tree().path();
    QString files;
    for (const store::Attachment& file : m_attachments.files())
        files += attachmentInPrompt(file.name, file.text);
    if (!m_draft.isBlank() || !files.isEmpty()) {
        store::Message message;
        message.role = store::Role::User;
        message.text = files + m_draft.text();
        path.push_back(message);
    }
    std::optional<GenerationRequest> request;
    changeStore([&] { request = m_starter.request(systemPrompt(), path, m_parts.sampling.params()); });
    return request;
}

void ChatController::setOverflow(Overflow overflow) {
    m_runner.setOverflow(overflow);
    updateFullContext();
}

void ChatController::updateFullContext() {
    FullContext::Facts facts;
    facts.promptTokens = m_figures.promptTokens();
    facts.hasDraft = !m_draft.isBlank() || !m_attachments.files().empty();
    facts.turns =
        static_cast<int>(std::ranges::count(m_open.tree().path(), store::Role::User, &store::Message::role)) +
        (facts.hasDraft ? 1 : 0);
    facts.dropsTurns = m_runner.overflow() != Overflow::Refuse;
    if (const store::Message* failed = failedReply()) facts.failedReply = failed->id;
    m_fullContext.update(facts);
}

void ChatController::startChatWithLastQuestion() {
    // What stands in the composer, or the question that was not answered.
    QString question = m_draft.text();
    std::vector<store::Attachment> files = m_attachments.files();
    if (m_draft.isBlank() && files.empty())
        for (const store::Message& message : m_open.tree().path()) {
            if (message.role != store::Role::User) continue;
            question = message.text;
            changeStore([&] { files = m_parts.store.attachments().ofMessage(message.id); });
        }
    const QString prompt = systemPrompt();
    open(0);
    setSystemPrompt(prompt);
    m_attachments.put(files);
    if (!draft().contains(question))
        setDraft(m_draft.isBlank() ? question : draft() + QStringLiteral("\n\n") + question);
    emit draftChanged();
    emit composerWanted();
}

}  // namespace hearth::app
