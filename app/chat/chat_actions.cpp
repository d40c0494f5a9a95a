// ChatController: what a person does with messages, and what follows when a reply ends.
#include <QDateTime>
#include <algorithm>
#include <utility>

#include "chat/chat_controller.h"
#include "chat/conversation_list_model.h"
#include "chat/conversation_title.h"
#include "chat/token_candidates.h"
#include "inference/engine_status.h"
#include "notices/toast_queue.h"
#include "settings/sampling_settings.h"

namespace hearth::app {

namespace {

/// Breaks circles without spoiling texts that repeat words as all texts do.
constexpr double circlePenalty = 1.15;

store::Message newMessage(store::Role role, const store::Conversation& conversation, qint64 parentId,
                          const QString& text = {}) {
    store::Message message;
    message.role = role;
    message.conversationId = conversation.id;
    message.parentId = parentId;
    message.text = text;
    message.createdAt = QDateTime::currentMSecsSinceEpoch();
    return message;
}

}  // namespace

bool ChatController::send(const QString& text) {
    // A file that is still being read would be left behind.
    const bool isEmpty = text.trimmed().isEmpty() && m_attachments.count() == 0;
    if (isEmpty || m_attachments.isBusy()) return false;
    if (reply() != nullptr) return letWait(text);
    if (!canSend()) {
        emit modelsWanted();
        return false;
    }
    // Unless the estimate is of an older text, it is known not to fit.
    if (m_fullContext.blocks() && !m_nextOverflow && !m_figures.isOutdated()) return false;
    if (!sendNow(text, m_attachments.files(), {})) return false;
    m_attachments.clear();
    m_draft.clear();
    return true;
}

bool ChatController::writeTurn(const QString& text, const std::vector<store::Attachment>& files,
                               const QString& draftAfter, store::Message& message, store::Message& answer) {
    store::Conversation record = m_open.record();
    const bool isNew = record.id == 0;
    if (isNew)
        record.title = titleFromMessage(text.trimmed().isEmpty() && !files.empty() ? files[0].text : text);
    const store::Message* last = m_open.tree().last();
    message = newMessage(store::Role::User, record, last == nullptr ? 0 : last->id, text);
    answer = newMessage(store::Role::Assistant, record, 0);
    answer.model = m_parts.engine.modelName();
    if (!changeStore([&] {
            m_parts.store.addTurn(record, message, answer, files);
            if (!draftAfter.isEmpty()) m_parts.store.drafts().put(record.id, draftAfter);
        }))
        return false;
    m_open.setRecord(record);
    m_open.insert(message);
    m_open.insert(answer);
    if (!files.empty()) changeStore([&] { m_open.readFiles(); });
    if (!isNew) return true;
    m_runner.setRead(record.id);
    m_draft.adopt(record.id);
    m_waiting.open(record.id);
    m_comparison.open(record.id);
    m_parts.sampling.adopt(record.id);
    emit conversationChanged();
    emit titleChanged();
    m_parts.conversations.refresh(record.id);
    m_parts.conversations.setCurrent(record.id);
    return true;
}

bool ChatController::sendNow(const QString& text, const std::vector<store::Attachment>& files,
                             const QString& draftAfter) {
    store::Message message, answer;
    if (!writeTurn(text, files, draftAfter, message, answer)) return false;
    start(answer);
    m_open.append(message);
    m_open.append(answer);
    m_parts.conversations.refresh(m_open.id());
    emit stateChanged();
    updateFullContext();
    return true;
}

bool ChatController::start(const store::Message& answer, const store::Generation& before) {
    ReplyStarter::Manner manner{m_parts.sampling.values(), before, std::exchange(m_nextOverflow, {})};
    const QString penalty = QStringLiteral("repeatPenalty");
    if (m_penalty > 0)
        manner.sampling.insert(penalty, std::max(m_penalty, manner.sampling.value(penalty).toDouble()));
    return start(answer, manner);
}

bool ChatController::start(const store::Message& answer, const ReplyStarter::Manner& manner) {
    std::vector<store::Message> path = m_open.tree().pathTo(answer.parentId);
    path.push_back(answer);
    if (!changeStore([&] { m_starter.start(m_open.record(), std::move(path), manner); })) return false;
    emit endWanted();
    return true;
}

std::optional<qint64> ChatController::comparedMessage(qint64 messageId,
                                                      std::vector<store::Message>& answers) {
    const ConversationTree& tree = m_open.tree();
    const store::Message* asked = tree.find(messageId);
    if (asked == nullptr && (!m_draft.isBlank() || m_attachments.count() > 0)) {
        if (m_attachments.isBusy() || m_fullContext.blocks()) return std::nullopt;
        store::Message message, answer;
        if (!writeTurn(m_draft.text(), m_attachments.files(), {}, message, answer)) return std::nullopt;
        m_attachments.clear();
        m_draft.clear();
        answers.push_back(answer);
        return message.id;
    }
    if (asked == nullptr) asked = tree.last();
    if (asked != nullptr && asked->role == store::Role::Assistant) asked = tree.find(asked->parentId);
    return asked == nullptr ? std::nullopt : std::optional(asked->id);
}

bool ChatController::compare(qint64 messageId) {
    if (reply() != nullptr || m_comparison.count() > 0) return false;
    if (!canSend()) {
        emit modelsWanted();
        return false;
    }
    const std::vector<ComparisonPlan::Answer> plan = m_plan.answers();
    std::vector<store::Message> answers;
    const std::optional<qint64> asked = comparedMessage(messageId, answers);
    if (!asked) return false;
    const bool written = changeStore([&] {
        while (answers.size() < plan.size()) {
            store::Message answer = newMessage(store::Role::Assistant, m_open.record(), *asked);
            answer.model = m_parts.engine.modelName();
            m_parts.store.addReply(answer);
            m_open.insert(answer);
            answers.push_back(answer);
        }
        m_parts.store.selectBranch(answers.front());
    });
    if (answers.empty()) return false;
    m_open.select(answers.front().id);
    std::vector<ReplyComparison::Answer> columns;
    for (size_t at = 0; at < answers.size(); ++at)
        if (start(answers[at], {plan[at].sampling})) columns.push_back({answers[at].id, plan[at].label});
    m_comparison.begin(columns);
    m_open.showAll();
    m_parts.conversations.refresh(m_open.id());
    emit branchShown();
    emit stateChanged();
    m_figures.forget();
    return written;
}

void ChatController::keepAnswer(qint64 messageId) {
    const store::Message* kept = m_open.tree().find(messageId);
    if (kept == nullptr || !changeStore([&] { m_parts.store.selectBranch(*kept); })) return;
    m_open.select(messageId);
    if (m_open.tree().path().size() == 2) writeTitle(*m_open.tree().last(), m_open.tree().size());
    m_open.showAll();
    emit branchShown();
    emit stateChanged();
    m_figures.followReply();
    m_figures.forget();
    emit endWanted();
    emit composerWanted();
}

bool ChatController::beginReply(store::Message answer, const store::Generation& before, qint64 shownFrom) {
    if (!changeStore([&] { m_parts.store.addReply(answer); })) return false;
    m_open.insert(answer);
    start(answer, before);
    showFrom(shownFrom);
    m_parts.conversations.refresh(m_open.id());
    return true;
}

void ChatController::replyFinished(const store::Message& message, const GenerationMetrics& metrics) {
    const bool isOpen = message.conversationId == m_open.id();
    m_parts.conversations.setBusy(message.conversationId,
                                  m_runner.ofConversation(message.conversationId) != nullptr);
    // The ids of a reply that was continued are others now.
    m_starter.forget();
    m_parts.conversations.refresh(message.conversationId);
    if (isOpen) {
        m_open.update(message);
        m_open.finish(message);
        if (message.state == store::MessageState::Failed) emit endWanted();
        m_figures.takeReply(metrics);
        emit stateChanged();
        updateFullContext();
    }
    // Also after the reply of another chat, which may have taken this one's place in the cache.
    m_figures.estimateSoon();
    QString title;
    changeStore([&] {
        if (const auto conversation = m_parts.store.conversations().find(message.conversationId))
            title = conversation->title;
    });
    writeTitle(message);
    // Of several that are compared the last one counts.
    const bool othersGoOn = m_runner.ofConversation(message.conversationId) != nullptr;
    if (!othersGoOn) emit replyEnded(message.conversationId, title, metrics.totalMs);
    if (message.conversationId == m_open.id()) {
        emit repeatingChanged();
        // The one that is shown; another one may have been stopped in its favour.
        if (!othersGoOn && m_comparison.count() == 0 && m_open.tree().last() != nullptr)
            goOnAfter(*m_open.tree().last());
    } else if (message.state == store::MessageState::Complete &&
               !m_comparison.holds(message.conversationId)) {
        sendWaitingIn(message.conversationId);
    }
}

void ChatController::writeTitle(const store::Message& reply, size_t messages) {
    if (reply.state != store::MessageState::Complete) return;
    // The first reply only: later the chat has a title, or had its chance.
    const bool isOpen = reply.conversationId == m_open.id();
    if (isOpen && m_open.tree().size() != messages) return;
    changeStore([&] {
        const auto conversation = m_parts.store.conversations().find(reply.conversationId);
        if (!conversation || conversation->titleSource != store::TitleSource::FirstMessage) return;
        const std::vector<store::Message> all = m_parts.store.messages().ofConversation(reply.conversationId);
        if (all.size() != messages) return;
        m_titles.write(reply.conversationId,
                       m_starter.request(conversation->systemPrompt,
                                         store::activePath(all, conversation->activeRoot), {}));
    });
}

void ChatController::stop() {
    m_runner.stop(m_open.id());
}

void ChatController::regenerate(qint64 messageId) {
    const store::Message* old = m_open.tree().find(messageId);
    if (old == nullptr || reply() != nullptr) return;
    if (!canSend()) {
        emit modelsWanted();
        return;
    }
    // For a person's message: another reply to it.
    const bool isReply = old->role == store::Role::Assistant;
    const store::Message* shown = isReply ? old : m_open.tree().answerTo(messageId);
    const qint64 shownFrom = shown == nullptr ? 0 : shown->id;
    store::Message answer =
        newMessage(store::Role::Assistant, m_open.record(), isReply ? old->parentId : old->id);
    answer.model = m_parts.engine.modelName();
    beginReply(answer, {}, shownFrom);
}

void ChatController::regenerateWithPenalty(qint64 messageId) {
    if (reply() != nullptr) {
        m_againWithPenalty = reply()->message.id;
        stop();
        return;
    }
    m_penalty = circlePenalty;
    regenerate(messageId);
    m_penalty = 0;
}

void ChatController::edit(qint64 messageId, const QString& newText) {
    const store::Message* old = m_open.tree().find(messageId);
    if (old == nullptr || reply() != nullptr || newText.trimmed().isEmpty() || newText == old->text) return;
    store::Conversation record = m_open.record();
    store::Message message = newMessage(old->role, record, old->parentId, newText);
    if (old->role == store::Role::Assistant) {
        if (!changeStore([&] { m_parts.store.addMessage(message); })) return;
        m_open.insert(message);
        showFrom(messageId);
        return;
    }
    if (!canSend()) {
        emit modelsWanted();
        return;
    }
    store::Message answer = newMessage(store::Role::Assistant, record, 0);
    answer.model = m_parts.engine.modelName();
    // What stands in the composer has nothing to do with the edit and stays.
    m_draft.keep();
    if (!changeStore([&] {
            m_parts.store.addTurn(record, message, answer, m_parts.store.attachments().ofMessage(messageId));
            m_parts.store.drafts().put(record.id, m_draft.text());
            m_open.readFiles();
        }))
        return;
    m_open.setRecord(record);
    m_open.insert(message);
    m_open.insert(answer);
    start(answer);
    showFrom(messageId);
    m_parts.conversations.refresh(record.id);
}

void ChatController::continueReply(qint64 messageId) {
    const store::Message* old = m_open.tree().find(messageId);
    if (old == nullptr || old->role != store::Role::Assistant || reply() != nullptr ||
        !m_open.tree().endsWith(messageId))
        return;
    if (!canSend()) {
        emit modelsWanted();
        return;
    }
    store::Message message = *old;
    message.state = store::MessageState::Streaming;
    message.error.clear();
    store::Generation before;
    if (!changeStore([&] {
            before = m_parts.store.generations().find(messageId).value_or(store::Generation());
            if (before.finishReason == FinishReason::EndOfText && !before.tokens.empty()) {
                before.tokens.pop_back();
                if (!before.probabilities.empty()) before.probabilities.pop_back();
                before.candidates = firstCandidates(before.candidates, before.tokens.size());
            }
            m_parts.store.resumeReply(message);
        }))
        return;
    m_starter.forget();
    m_open.update(message);
    start(message, before);
    showFrom(messageId);
}

void ChatController::selectSibling(qint64 messageId, int delta) {
    const store::Message* chosen = m_open.tree().version(messageId, delta);
    if (chosen == nullptr || reply() != nullptr) return;
    if (!changeStore([&] { m_parts.store.selectBranch(*chosen); })) return;
    m_open.select(chosen->id);
    showFrom(messageId);
}

void ChatController::branchAt(qint64 messageId, int position, int tokenId) {
    const store::Message* old = m_open.tree().find(messageId);
    if (old == nullptr || old->role != store::Role::Assistant || reply() != nullptr) return;
    if (!canSend() || old->model != m_parts.engine.modelName()) {
        m_parts.toasts.show(
            tr("Load %1 to continue from here: other models use different tokens.").arg(old->model));
        return;
    }
    store::Generation made;
    if (changeStore(
            [&] { made = m_parts.store.generations().find(messageId).value_or(store::Generation()); }))
        m_branch.begin(*old, std::move(made), position, tokenId);
}

void ChatController::removeMessage(qint64 messageId) {
    if (m_open.tree().find(messageId) == nullptr || reply() != nullptr) return;
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    const qint64 conversationId = m_open.id();
    if (!changeStore([&] { m_parts.store.messages().moveToTrash(messageId, now); })) return;
    m_open.erase(messageId);
    showFrom(messageId);
    m_parts.toasts.show(tr("Message deleted, with what followed it"), tr("Undo"),
                        [this, messageId, now, conversationId] {
                            if (!changeStore([&] { m_parts.store.messages().restore(messageId, now); }))
                                return;
                            if (m_open.id() != conversationId) return;
                            changeStore([&] { m_open.read(); });
                            m_open.showAll();
                            emit branchShown();
                            emit stateChanged();
                            m_figures.forget();
                        });
}

void ChatController::runErrorAction() {
    if (m_open.tree().last() != nullptr) regenerate(m_open.tree().last()->id);
}

bool ChatController::letWait(const QString& text) {
    if (!m_waiting.add({text, m_attachments.files()})) {
        m_parts.toasts.show(
            tr("%1 messages are already waiting. This one stays in the composer.").arg(MessageQueue::most));
        return false;
    }
    m_attachments.clear();
    m_draft.clear();
    return true;
}

void ChatController::sendWaiting() {
    if (reply() != nullptr || m_waiting.count() == 0) return;
    if (!canSend()) {
        returnWaiting();
        return;
    }
    const MessageQueue::Message message = m_waiting.take(0);
    if (sendNow(message.text, message.files, m_draft.text())) return;
    m_attachments.put(message.files);
    m_draft.putBefore(message.text);
}

void ChatController::sendWaitingIn(qint64 conversationId) {
    const std::optional<MessageQueue::Message> waiting = m_waiting.first(conversationId);
    if (!waiting || !m_parts.engine.isReady() || m_runner.ofConversation(conversationId) != nullptr) return;
    changeStore([&] {
        std::optional<store::Conversation> record = m_parts.store.conversations().find(conversationId);
        if (!record) return;
        const ConversationTree tree(m_parts.store.messages().ofConversation(conversationId),
                                    record->activeRoot);
        std::vector<store::Message> path = tree.path();
        store::Message message =
            newMessage(store::Role::User, *record, path.empty() ? 0 : path.back().id, waiting->text);
        store::Message answer = newMessage(store::Role::Assistant, *record, 0);
        answer.model = m_parts.engine.modelName();
        const QString draft = m_parts.store.drafts().find(conversationId);
        m_parts.store.addTurn(*record, message, answer, waiting->files);
        if (!draft.isEmpty()) m_parts.store.drafts().put(conversationId, draft);
        m_waiting.removeFirst(conversationId);
        path.push_back(message);
        path.push_back(answer);
        m_starter.start(*record, std::move(path), {m_parts.sampling.valuesOf(record->sampling)});
    });
    m_parts.conversations.refresh(conversationId);
}

void ChatController::returnWaiting() {
    if (m_waiting.count() == 0) return;
    QStringList texts;
    while (m_waiting.count() > 0) {
        const MessageQueue::Message message = m_waiting.take(0);
        texts += message.text;
        m_attachments.put(message.files);
    }
    m_draft.putBefore(texts.join(QStringLiteral("\n\n")));
    emit composerWanted();
}

void ChatController::takeBack(int row) {
    const MessageQueue::Message message = m_waiting.take(row);
    if (message.text.isEmpty() && message.files.empty()) return;
    m_attachments.put(message.files);
    m_draft.putBefore(message.text);
    emit composerWanted();
}

void ChatController::goOnAfter(const store::Message& finished) {
    if (m_againWithPenalty == finished.id && finished.id != 0) {
        m_againWithPenalty = 0;
        regenerateWithPenalty(finished.id);
    } else if (finished.state == store::MessageState::Complete) {
        sendWaiting();
    } else {
        returnWaiting();
    }
}

}  // namespace hearth::app
