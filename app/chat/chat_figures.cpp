// ChatController: how full the context is, what sending would cost, and what helps where there is no room.
#include <QDateTime>
#include <algorithm>

#include "attachments/attachment_reader.h"
#include "chat/chat_controller.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "settings/sampling_settings.h"

namespace hearth::app {

PrefillProgress ChatController::prefill() const {
    const ReplyRunner::Reply* running = reply();
    return running ? running->prefill : PrefillProgress{};
}

double ChatController::prefillSecondsLeft() const {
    const PrefillProgress now = prefill();
    return now.tokensPerS > 0 ? (now.total - now.done) / now.tokensPerS : -1;
}

bool ChatController::contextKnown() const {
    return prefill().total > 0 || m_estimate.promptTokens > 0 ||
           (m_path.empty() && m_draft.isEmpty() && m_conversation.systemPrompt.isEmpty());
}

int ChatController::contextCached() const {
    const ReplyRunner::Reply* running = reply();
    if (running == nullptr || running->prefill.total == 0) return m_estimate.cachedTokens;
    return running->hasText ? running->prefill.total : running->prefill.done;
}

int ChatController::contextNew() const {
    const ReplyRunner::Reply* running = reply();
    if (running == nullptr || running->prefill.total == 0)
        return m_estimate.promptTokens - m_estimate.cachedTokens;
    return running->hasText ? running->tokens : running->prefill.total - running->prefill.done;
}

int ChatController::contextFree() const {
    return std::max(0, contextLength() - contextCached() - contextNew());
}

int ChatController::contextLength() const {
    return m_parts.engine.contextLength();
}

int ChatController::replyTokens() const {
    const ReplyRunner::Reply* running = reply();
    return running ? static_cast<int>(running->before.tokens.size()) + running->tokens : 0;
}

double ChatController::replyRate() const {
    const ReplyRunner::Reply* running = reply();
    return running ? running->tokensPerS() : 0;
}

int ChatController::estimateNew() const {
    return m_estimate.promptTokens > 0 ? m_estimate.promptTokens - m_estimate.cachedTokens : -1;
}

void ChatController::askEstimate() {
    // The reply under way tells how full the context is. That of another chat only delays the answer.
    if (!m_parts.engine.isReady() || reply() != nullptr) return;
    std::vector<store::Message> path = m_path;
    QString files;
    for (const store::Attachment& file : m_attachments.files())
        files += attachmentInPrompt(file.name, file.text);
    if (!m_draft.trimmed().isEmpty() || !files.isEmpty()) {
        store::Message message;
        message.role = store::Role::User;
        message.text = files + m_draft;
        path.push_back(message);
    }
    if (path.empty() && m_conversation.systemPrompt.isEmpty()) {
        m_estimateJob = 0;
        takeEstimate(0, {});
        return;
    }
    changeStore([&] {
        m_estimateJob = m_parts.inference.estimate(m_requests.build(
            m_conversation.systemPrompt, path, m_parts.engine.modelName(), m_parts.sampling.params()));
    });
}

void ChatController::takeEstimate(quint64 job, const PromptEstimate& estimate) {
    if (job != m_estimateJob) return;
    m_estimate = estimate;
    emit estimateChanged();
    emit contextChanged();
    updateFullContext();
}

void ChatController::forgetEstimate() {
    m_estimate = {};
    m_estimateJob = 0;
    // Nobody types: there is nothing to wait for but what goes on just now.
    QMetaObject::invokeMethod(this, &ChatController::askEstimate, Qt::QueuedConnection);
    emit estimateChanged();
    emit contextChanged();
    updateFullContext();
}

void ChatController::setOverflow(Overflow overflow) {
    m_runner.setOverflow(overflow);
    updateFullContext();
}

void ChatController::updateFullContext() {
    FullContext::Facts facts;
    facts.promptTokens = m_estimate.promptTokens;
    facts.hasDraft = !m_draft.trimmed().isEmpty() || !m_attachments.files().empty();
    facts.turns = static_cast<int>(std::ranges::count(m_path, store::Role::User, &store::Message::role)) +
                  (facts.hasDraft ? 1 : 0);
    facts.dropsTurns = m_runner.overflow() != Overflow::Refuse;
    if (reply() == nullptr && !m_path.empty() && m_path.back().state == store::MessageState::Failed)
        facts.failedReply = m_path.back().id;
    m_fullContext.update(facts);
}

void ChatController::watchFullContext() {
    connect(&m_parts.engine, &EngineStatus::becameReady, this, [this] {
        m_fullContext.forgetRefused();
        const qint64 failed = std::exchange(m_retryWhenReady, 0);
        if (failed != 0 && !m_path.empty() && m_path.back().id == failed) regenerate(failed);
    });
    connect(&m_parts.engine, &EngineStatus::loadFailed, this, [this] { m_retryWhenReady = 0; });
    connect(&m_fullContext, &FullContext::retryDroppingWanted, this, [this] {
        if (m_path.empty()) return;
        m_nextOverflow = Overflow::DropOldest;
        regenerate(m_path.back().id);
        m_nextOverflow.reset();
    });
    connect(&m_fullContext, &FullContext::sendDroppingWanted, this, [this] {
        m_nextOverflow = Overflow::DropOldest;
        send(m_draft);
        m_nextOverflow.reset();
    });
    connect(&m_fullContext, &FullContext::lengthenWanted, this, [this](int contextLength, bool retry) {
        m_retryWhenReady = retry && !m_path.empty() ? m_path.back().id : 0;
        m_parts.engine.reloadWith(contextLength, m_parts.engine.kvType());
    });
    connect(&m_fullContext, &FullContext::newChatWanted, this, &ChatController::startChatWithLastQuestion);
}

void ChatController::startChatWithLastQuestion() {
    // What stands in the composer, or the question that was not answered.
    QString question = m_draft;
    std::vector<store::Attachment> files = m_attachments.files();
    if (question.trimmed().isEmpty() && files.empty())
        for (const store::Message& message : m_path) {
            if (message.role != store::Role::User) continue;
            question = message.text;
            changeStore([&] { files = m_parts.store.attachments().ofMessage(message.id); });
        }
    const QString systemPrompt = m_conversation.systemPrompt;
    open(0);
    setSystemPrompt(systemPrompt);
    m_attachments.put(files);
    if (!m_draft.contains(question))
        setDraft(m_draft.trimmed().isEmpty() ? question : m_draft + QStringLiteral("\n\n") + question);
    emit draftChanged();
    emit composerWanted();
}

}  // namespace hearth::app
