#include "chat/chat_controller.h"

#include <QDateTime>
#include <algorithm>
#include <utility>

#include "chat/conversation_list_model.h"
#include "chat/conversation_title.h"
#include "chat/figures_text.h"
#include "chat/reply_notice.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "settings/sampling_settings.h"
#include "window/toast_queue.h"

namespace hearth::app {

namespace {
constexpr int draftMs = 400;
constexpr int estimateMs = 250;
}  // namespace

ChatController::ChatController(const Parts& parts, QObject* parent)
    : QObject(parent),
      m_parts(parts),
      m_runner(parts.store, parts.inference),
      m_requests(parts.store),
      m_titles(parts.store, parts.inference),
      m_attachments(parts.inference),
      m_waiting(parts.store),
      m_fullContext(parts.engine) {
    m_draftTimer.setSingleShot(true);
    m_draftTimer.setInterval(draftMs);
    connect(&m_draftTimer, &QTimer::timeout, this, &ChatController::keepDraft);
    m_estimateTimer.setSingleShot(true);
    m_estimateTimer.setInterval(estimateMs);
    connect(&m_estimateTimer, &QTimer::timeout, this, &ChatController::askEstimate);

    connect(&m_runner, &ReplyRunner::started, this,
            [this](qint64 id) { m_parts.conversations.setBusy(id, true); });
    connect(&m_runner, &ReplyRunner::progressed, this, [this](qint64 id) {
        if (id != m_conversation.id) return;
        emit prefillChanged();
        emit contextChanged();
        emit stateChanged();
    });
    connect(&m_runner, &ReplyRunner::repeatingChanged, this, [this](qint64 id) {
        if (id == m_conversation.id) emit repeatingChanged();
    });
    connect(&m_waiting, &MessageQueue::notKept, this,
            [this](const QString& sentence) { emit failed(tr("This was not saved"), sentence); });
    connect(&m_runner, &ReplyRunner::contextRefused, &m_fullContext, &FullContext::noteRefused);
    connect(&m_runner, &ReplyRunner::textAdded, this,
            [this](qint64 id, qint64 messageId, const QString& delta) {
                if (id != m_conversation.id) return;
                m_blocks.appendText(messageId, delta);
                emit contextChanged();
            });
    connect(&m_runner, &ReplyRunner::finished, this, &ChatController::replyFinished);
    connect(&m_runner, &ReplyRunner::notKept, this, [this](const QString& sentence) {
        m_parts.toasts.show(tr("The reply is not saved yet. %1").arg(sentence));
    });
    connect(&m_parts.inference, &InferenceThread::piecesReady, this, &ChatController::takeBranch);
    connect(&m_attachments, &DraftAttachments::refused, this,
            [this](const QString& sentence) { m_parts.toasts.show(sentence); });
    connect(&m_attachments, &DraftAttachments::changed, &m_estimateTimer, qOverload<>(&QTimer::start));
    connect(&m_titles, &TitleWriter::titled, &m_parts.conversations, &ConversationListModel::refresh);
    connect(&m_parts.inference, &InferenceThread::estimated, this, &ChatController::takeEstimate);
    watchFullContext();
    connect(&m_parts.engine, &EngineStatus::changed, this, [this] {
        m_parts.sampling.setModel(m_parts.engine.modelName());
        forgetEstimate();
        emit stateChanged();
    });
    connect(&m_parts.engine, &EngineStatus::becameReady, &m_estimateTimer, qOverload<>(&QTimer::start));
    connect(&m_parts.conversations, &ConversationListModel::openRequested, this, &ChatController::open);
    connect(&m_parts.conversations, &ConversationListModel::removed, this, [this](qint64 id) {
        m_runner.stop(id);
        m_waiting.forget(id);
        if (id == m_conversation.id) open(0);
    });
    connect(&m_parts.conversations, &ConversationListModel::conversationChanged, this, [this](qint64 id) {
        if (id != m_conversation.id) return;
        changeStore(
            [&] { m_conversation = m_parts.store.conversations().find(id).value_or(m_conversation); });
        emit titleChanged();
    });
    readDraft();
}

ChatController::~ChatController() {
    flush();
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

ChatController::State ChatController::state() const {
    if (const ReplyRunner::Reply* running = reply()) return running->hasText ? Generating : Prefilling;
    if (m_parts.engine.isLoading()) return LoadingModel;
    return m_errorTitle.isEmpty() ? Idle : Failed;
}

bool ChatController::canSend() const {
    return reply() == nullptr && (m_parts.engine.isReady() || m_parts.engine.isLoading());
}

bool ChatController::canStop() const {
    return reply() != nullptr;
}

void ChatController::setDraft(const QString& text) {
    if (m_draft == text) return;
    m_draft = text;
    m_draftKept = false;
    m_draftTimer.start();
    m_estimateTimer.start();
    emit draftChanged();
}

void ChatController::keepDraft() {
    m_draftTimer.stop();
    if (std::exchange(m_draftKept, true)) return;
    changeStore([&] { m_parts.store.drafts().put(m_conversation.id, m_draft); });
}

void ChatController::flush() {
    keepDraft();
    m_runner.journal();
}

void ChatController::setSystemPrompt(const QString& text) {
    if (m_conversation.systemPrompt == text) return;
    m_conversation.systemPrompt = text;
    if (m_conversation.id != 0)
        changeStore([&] { m_parts.store.conversations().setSystemPrompt(m_conversation.id, text); });
    m_estimateTimer.start();
    emit systemPromptChanged();
}

void ChatController::open(qint64 conversationId) {
    keepDraft();
    store::Conversation conversation;
    if (conversationId != 0) {
        std::optional<store::Conversation> found;
        if (!changeStore([&] { found = m_parts.store.conversations().find(conversationId); }) || !found)
            return;
        conversation = std::move(*found);
    }
    m_conversation = std::move(conversation);
    m_requests.clear();
    m_attachments.clear();
    forgetEstimate();
    readMessages();
    readDraft();
    m_waiting.open(m_conversation.id);
    m_parts.sampling.openConversation(m_conversation.id);
    m_parts.conversations.setCurrent(m_conversation.id);
    showAll();
    updateError();
    emit conversationChanged();
    emit titleChanged();
    emit systemPromptChanged();
    emit stateChanged();
    emit prefillChanged();
    emit repeatingChanged();
    emit contextChanged();
    emit composerWanted();
    // Its reply may have ended while another chat was open.
    if (reply() == nullptr && !m_path.empty()) goOnAfter(m_path.back());
}

void ChatController::openAt(qint64 conversationId, qint64 messageId) {
    if (conversationId != m_conversation.id) open(conversationId);
    if (conversationId != m_conversation.id) return;
    if (m_blocks.rowOf(messageId) < 0) {
        // It lies on another branch: every message up to the first becomes the visible one.
        for (const store::Message* at = find(messageId); at != nullptr; at = find(at->parentId))
            if (!changeStore([&] { m_parts.store.selectBranch(*at); })) return;
        readMessages();
        showAll();
    }
    emit messageWanted(messageId);
}

void ChatController::readDraft() {
    m_draftKept = true;
    m_draftTimer.stop();
    QString text;
    changeStore([&] { text = m_parts.store.drafts().find(m_conversation.id); });
    if (text == m_draft) return;
    m_draft = text;
    emit draftChanged();
}

void ChatController::readMessages() {
    m_all.clear();
    m_attached.clear();
    if (m_conversation.id != 0) {
        changeStore([&] {
            for (const auto& [id, files] : m_parts.store.attachments().ofConversation(m_conversation.id)) {
                QStringList lines;
                for (const store::Attachment& file : files)
                    lines += tr("%1, %2").arg(file.name, DraftAttachments::figuresText(file));
                m_attached.insert(id, lines.join(u'\n'));
            }
            m_all = m_parts.store.messages().ofConversation(m_conversation.id);
            if (const auto conversation = m_parts.store.conversations().find(m_conversation.id))
                m_conversation.activeRoot = conversation->activeRoot;
        });
    }
    m_children.clear();
    for (const store::Message& message : m_all) m_children[message.parentId].push_back(message.id);
    m_path = store::activePath(m_all, m_conversation.activeRoot);
}

const store::Message* ChatController::find(qint64 messageId) const {
    const auto found = std::find_if(m_all.begin(), m_all.end(),
                                    [messageId](const auto& message) { return message.id == messageId; });
    return found == m_all.end() ? nullptr : &*found;
}

std::vector<store::Message> ChatController::pathTo(qint64 messageId) const {
    const auto found = std::find_if(m_path.begin(), m_path.end(),
                                    [messageId](const auto& message) { return message.id == messageId; });
    return found == m_path.end() ? std::vector<store::Message>() : std::vector(m_path.begin(), found + 1);
}

MessageBlockModel::Message ChatController::shown(const store::Message& message) const {
    MessageBlockModel::Message row;
    row.id = message.id;
    row.author = message.role == store::Role::User        ? QStringLiteral("user")
                 : message.role == store::Role::Assistant ? QStringLiteral("assistant")
                                                          : QStringLiteral("system");
    row.text = message.text;
    row.figures = message.figures;
    row.attachments = m_attached.value(message.id);
    if (message.thoughtMs > 0) row.thoughtText = thoughtText(static_cast<double>(message.thoughtMs) / 1000);
    const ReplyRunner::Reply* running = m_runner.find(message.conversationId);
    row.streaming = running != nullptr && running->message.id == message.id;
    if (row.streaming) row.text = running->message.text;
    row.stopped = !row.streaming && message.role == store::Role::Assistant &&
                  message.state != store::MessageState::Complete;
    if (!row.streaming) row.notice = noticeOf(message, finishReasonOf(message));
    if (!message.error.isEmpty() && !row.streaming) {
        row.errorTitle = tr("The reply stopped");
        row.errorBody = message.error;
        row.errorAction = tr("Try again");
    }
    const std::vector<qint64> siblings = m_children.value(message.parentId, {message.id});
    row.siblingCount = static_cast<int>(siblings.size());
    row.siblingIndex =
        static_cast<int>(std::find(siblings.begin(), siblings.end(), message.id) - siblings.begin());
    return row;
}

QString ChatController::finishReasonOf(const store::Message& message) const {
    // Of the last reply only: of others nothing can be done about it any more.
    if (message.role != store::Role::Assistant || m_path.empty() || m_path.back().id != message.id) return {};
    try {
        const auto generation = m_parts.store.generations().find(message.id);
        return generation ? generation->recipe.value(QStringLiteral("finishReason")).toString() : QString();
    } catch (const store::StoreError&) {
        return {};  // the reply is shown without
    }
}

void ChatController::showAll() {
    std::vector<MessageBlockModel::Message> rows;
    rows.reserve(m_path.size());
    for (const store::Message& message : m_path) rows.push_back(shown(message));
    m_blocks.setMessages(rows);
    emit branchShown();
}

void ChatController::showFrom(qint64 messageId) {
    // Rows before the message stay as they are, so the list does not jump.
    m_path = store::activePath(m_all, m_conversation.activeRoot);
    std::vector<MessageBlockModel::Message> rows;
    bool from = false;
    for (const store::Message& message : m_path) {
        from = from || m_blocks.rowOf(message.id) < 0 || message.id == messageId;
        if (from) rows.push_back(shown(message));
    }
    m_blocks.replaceFrom(messageId, rows);
    emit branchShown();
    updateError();
    emit stateChanged();
    forgetEstimate();
}

}  // namespace hearth::app
