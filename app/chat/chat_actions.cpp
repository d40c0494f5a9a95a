// ChatController: what a person can do with messages.
#include <QDateTime>
#include <algorithm>
#include <utility>

#include "chat/chat_controller.h"
#include "chat/conversation_list_model.h"
#include "chat/conversation_title.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "inspector/token_candidates.h"
#include "settings/sampling_parameters.h"
#include "settings/sampling_settings.h"
#include "window/toast_queue.h"

namespace hearth::app {

namespace {

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
    if (m_fullContext.blocks() && !m_nextOverflow && !m_estimateTimer.isActive()) return false;
    if (!sendNow(text, m_attachments.files(), {})) return false;
    clearComposer();
    return true;
}

void ChatController::clearComposer() {
    m_attachments.clear();
    m_draft.clear();
    m_draftKept = false;
    keepDraft();
    emit draftChanged();
}

bool ChatController::sendNow(const QString& text, const std::vector<store::Attachment>& files,
                             const QString& draftAfter) {
    const bool isNew = m_conversation.id == 0;
    store::Conversation conversation = m_conversation;
    if (isNew)
        conversation.title =
            titleFromMessage(text.trimmed().isEmpty() && !files.empty() ? files[0].text : text);
    store::Message message =
        newMessage(store::Role::User, conversation, m_path.empty() ? 0 : m_path.back().id, text);
    store::Message answer = newMessage(store::Role::Assistant, conversation, 0);
    answer.model = m_parts.engine.modelName();
    if (!changeStore([&] {
            m_parts.store.addTurn(conversation, message, answer, files);
            if (!draftAfter.isEmpty()) m_parts.store.drafts().put(conversation.id, draftAfter);
        }))
        return false;

    m_conversation = conversation;
    if (isNew) {
        m_waiting.open(m_conversation.id);
        m_parts.sampling.adopt(m_conversation.id);
        emit conversationChanged();
        emit titleChanged();
    }
    readMessages();
    startReply(answer);
    m_blocks.append(shown(message));
    m_blocks.append(shown(answer));
    m_parts.conversations.refresh(m_conversation.id);
    if (isNew) m_parts.conversations.setCurrent(m_conversation.id);
    updateError();
    emit stateChanged();
    return true;
}

void ChatController::startReply(const store::Message& message, const store::Generation& before) {
    std::vector<store::Message> path = pathTo(message.id);
    GenerationRequest request;
    const bool continues = !message.text.isEmpty();
    if (!continues && !path.empty()) path.pop_back();
    const QJsonObject values = samplingOfNextReply();
    const SamplingParams sampling = samplingFromJson(values);
    m_titles.cancel();
    if (!changeStore([&] {
            request =
                m_requests.build(m_conversation.systemPrompt, path, m_parts.engine.modelName(), sampling);
        }))
        return;
    request.continueLast = continues;
    request.candidates = keptCandidates;
    request.speculation = m_speculation;
    // The ids have to end where the text ends: without the end token of the part that is there.
    if (continues && !request.messages.empty() && message.model == m_parts.engine.modelName())
        request.messages.back().tokens = before.tokens;
    QJsonObject recipe{{QStringLiteral("model"), m_parts.engine.modelName()},
                       {QStringLiteral("quantization"), m_parts.engine.quantization()},
                       {QStringLiteral("device"), m_parts.engine.deviceText()},
                       {QStringLiteral("systemPrompt"), m_conversation.systemPrompt},
                       {QStringLiteral("sampling"), values},
                       {QStringLiteral("continued"), continues}};
    m_runner.start(message, request, recipe, before, std::exchange(m_nextOverflow, {}));
    if (message.conversationId == m_conversation.id) emit endWanted();
}

void ChatController::replyFinished(const store::Message& message, const GenerationMetrics& metrics) {
    m_parts.conversations.setBusy(message.conversationId, false);
    // The ids of a reply that was continued are others now.
    m_requests.clear();
    m_parts.conversations.refresh(message.conversationId);
    if (message.conversationId == m_conversation.id) {
        for (std::vector<store::Message>* messages : {&m_all, &m_path})
            for (store::Message& known : *messages)
                if (known.id == message.id) {
                    const qint64 child = known.activeChild;
                    known = message;
                    known.activeChild = child;
                }
        m_blocks.finish(shown(message));
        updateError();
        if (message.state == store::MessageState::Failed) emit endWanted();
        // The figures tell how full the context is now, before any estimate does.
        if (metrics.promptTokens > 0) {
            m_estimate.promptTokens = m_estimate.cachedTokens =
                metrics.promptTokens + metrics.generatedTokens;
            m_estimate.prefillMs = 0;
        }
        emit prefillChanged();
        emit contextChanged();
        emit estimateChanged();
        emit stateChanged();
        updateFullContext();
    }
    // Also after the reply of another chat, which may have taken this one's place in the cache.
    m_estimateTimer.start();
    QString title;
    changeStore([&] {
        if (const auto conversation = m_parts.store.conversations().find(message.conversationId))
            title = conversation->title;
    });
    writeTitle(message);
    emit replyEnded(message.conversationId, title, metrics.totalMs);
    if (message.conversationId == m_conversation.id) {
        emit repeatingChanged();
        goOnAfter(message);
    }
}

void ChatController::writeTitle(const store::Message& reply) {
    if (reply.state != store::MessageState::Complete || m_runner.isBusy()) return;
    // The first reply only: later the chat has a title, or had its chance.
    const bool isOpen = reply.conversationId == m_conversation.id;
    if (isOpen && m_all.size() != 2) return;
    changeStore([&] {
        const auto conversation = m_parts.store.conversations().find(reply.conversationId);
        if (!conversation || conversation->titleSource != store::TitleSource::FirstMessage) return;
        const std::vector<store::Message> all = m_parts.store.messages().ofConversation(reply.conversationId);
        if (all.size() != 2) return;
        RequestBuilder requests(m_parts.store);
        m_titles.write(reply.conversationId, requests.build(conversation->systemPrompt,
                                                            store::activePath(all, conversation->activeRoot),
                                                            m_parts.engine.modelName(), {}));
    });
}

void ChatController::stop() {
    m_runner.stop(m_conversation.id);
}

void ChatController::regenerate(qint64 messageId) {
    const store::Message* old = find(messageId);
    if (old == nullptr || reply() != nullptr) return;
    if (!canSend()) {
        emit modelsWanted();
        return;
    }
    // For a person's message: another reply to it.
    const qint64 parentId = old->role == store::Role::Assistant ? old->parentId : old->id;
    qint64 shownReply = messageId;
    if (old->role != store::Role::Assistant) {
        const auto next = std::find_if(m_path.begin(), m_path.end(), [messageId](const auto& message) {
            return message.parentId == messageId;
        });
        shownReply = next == m_path.end() ? 0 : next->id;
    }
    store::Message answer = newMessage(store::Role::Assistant, m_conversation, parentId);
    answer.model = m_parts.engine.modelName();
    if (!changeStore([&] { m_parts.store.addReply(answer); })) return;
    readMessages();
    startReply(answer);
    showFrom(shownReply);
    m_parts.conversations.refresh(m_conversation.id);
}

void ChatController::edit(qint64 messageId, const QString& newText) {
    const store::Message* old = find(messageId);
    if (old == nullptr || reply() != nullptr || newText.trimmed().isEmpty() || newText == old->text) return;
    store::Message message = newMessage(old->role, m_conversation, old->parentId, newText);
    if (old->role == store::Role::Assistant) {
        if (!changeStore([&] { m_parts.store.addMessage(message); })) return;
        readMessages();
        showFrom(messageId);
        return;
    }
    if (!canSend()) {
        emit modelsWanted();
        return;
    }
    store::Message answer = newMessage(store::Role::Assistant, m_conversation, 0);
    answer.model = m_parts.engine.modelName();
    // What stands in the composer has nothing to do with the edit and stays.
    keepDraft();
    if (!changeStore([&] {
            m_parts.store.addTurn(m_conversation, message, answer,
                                  m_parts.store.attachments().ofMessage(messageId));
            m_parts.store.drafts().put(m_conversation.id, m_draft);
        }))
        return;
    readMessages();
    startReply(answer);
    showFrom(messageId);
    m_parts.conversations.refresh(m_conversation.id);
}

void ChatController::continueReply(qint64 messageId) {
    const store::Message* old = find(messageId);
    if (old == nullptr || old->role != store::Role::Assistant || reply() != nullptr || m_path.empty() ||
        m_path.back().id != messageId)
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
            const QString reason = before.recipe.value(QStringLiteral("finishReason")).toString();
            if (reason == QLatin1String("end of text") && !before.tokens.empty()) {
                before.tokens.pop_back();
                if (!before.probabilities.empty()) before.probabilities.pop_back();
                before.candidates = firstCandidates(before.candidates, before.tokens.size());
            }
            m_parts.store.resumeReply(message);
        }))
        return;
    m_requests.clear();
    startReply(message, before);
    showFrom(messageId);
}

void ChatController::selectSibling(qint64 messageId, int delta) {
    const std::vector<const store::Message*> siblings = store::siblingsOf(m_all, messageId);
    const auto at = std::find_if(siblings.begin(), siblings.end(),
                                 [messageId](const auto* message) { return message->id == messageId; });
    if (at == siblings.end() || reply() != nullptr) return;
    const auto target = (at - siblings.begin()) + delta;
    if (target < 0 || target >= static_cast<std::ptrdiff_t>(siblings.size())) return;
    const store::Message chosen = *siblings[static_cast<size_t>(target)];
    if (!changeStore([&] { m_parts.store.selectBranch(chosen); })) return;
    readMessages();
    showFrom(messageId);
}

void ChatController::removeMessage(qint64 messageId) {
    if (find(messageId) == nullptr || reply() != nullptr) return;
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    const qint64 conversationId = m_conversation.id;
    if (!changeStore([&] { m_parts.store.messages().moveToTrash(messageId, now); })) return;
    readMessages();
    showFrom(messageId);
    m_parts.toasts.show(tr("Message deleted, with what followed it"), tr("Undo"),
                        [this, messageId, now, conversationId] {
                            if (!changeStore([&] { m_parts.store.messages().restore(messageId, now); }))
                                return;
                            if (m_conversation.id != conversationId) return;
                            readMessages();
                            showAll();
                            updateError();
                            forgetEstimate();
                        });
}

QString ChatController::messageText(qint64 messageId) const {
    const store::Message* message = find(messageId);
    return message == nullptr ? QString() : message->text;
}

void ChatController::updateError() {
    QString title, body, action;
    m_remedy = Remedy::None;
    if (reply() == nullptr && !m_path.empty() && m_path.back().state == store::MessageState::Failed) {
        title = tr("The reply stopped");
        body = m_path.back().error;
        action = tr("Try again");
        m_remedy = Remedy::TryAgain;
    }
    m_errorTitle = title;
    m_errorBody = body;
    m_errorAction = action;
    emit errorChanged();
    updateFullContext();
}

void ChatController::runErrorAction() {
    if (m_remedy == Remedy::TryAgain && !m_path.empty()) regenerate(m_path.back().id);
}

}  // namespace hearth::app
