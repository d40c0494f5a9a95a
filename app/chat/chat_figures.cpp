#include "chat/chat_figures.h"

#include <algorithm>
#include <utility>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"

namespace hearth::app {

namespace {
constexpr int estimateMs = 250;
}

ChatFigures::ChatFigures(Sources sources, QObject* parent) : QObject(parent), m_sources(std::move(sources)) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(estimateMs);
    connect(&m_timer, &QTimer::timeout, this, &ChatFigures::ask);
    connect(&m_sources.inference, &InferenceThread::estimated, this, &ChatFigures::take);
    connect(&m_sources.engine, &EngineStatus::changed, this, &ChatFigures::forget);
    connect(&m_sources.engine, &EngineStatus::becameReady, &m_timer, qOverload<>(&QTimer::start));
}

PrefillProgress ChatFigures::prefill() const {
    const ReplyRunner::Reply* running = m_sources.reply();
    return running ? running->prefill : PrefillProgress{};
}

double ChatFigures::prefillSecondsLeft() const {
    const PrefillProgress now = prefill();
    return now.tokensPerS > 0 ? (now.total - now.done) / now.tokensPerS : -1;
}

int ChatFigures::contextCached() const {
    const ReplyRunner::Reply* running = m_sources.reply();
    if (running == nullptr || running->prefill.total == 0)
        return m_estimate.cachedTokens + m_estimate.diskTokens;
    return running->hasText ? running->prefill.total : running->prefill.done;
}

int ChatFigures::contextNew() const {
    const ReplyRunner::Reply* running = m_sources.reply();
    if (running == nullptr || running->prefill.total == 0)
        return m_estimate.promptTokens - m_estimate.cachedTokens - m_estimate.diskTokens;
    return running->hasText ? running->tokens : running->prefill.total - running->prefill.done;
}

int ChatFigures::contextFree() const {
    return std::max(0, contextLength() - contextCached() - contextNew());
}

int ChatFigures::contextLength() const {
    return m_sources.engine.contextLength();
}

int ChatFigures::replyTokens() const {
    const ReplyRunner::Reply* running = m_sources.reply();
    return running ? static_cast<int>(running->before.tokens.size()) + running->tokens : 0;
}

double ChatFigures::replyRate() const {
    const ReplyRunner::Reply* running = m_sources.reply();
    return running ? running->tokensPerS() : 0;
}

int ChatFigures::estimateNew() const {
    return m_estimate.promptTokens > 0
               ? m_estimate.promptTokens - m_estimate.cachedTokens - m_estimate.diskTokens
               : -1;
}

void ChatFigures::ask() {
    // The reply under way tells how full the context is. That of another chat only delays the answer.
    if (!m_sources.engine.isReady() || m_sources.reply() != nullptr) return;
    const std::optional<GenerationRequest> chat = m_sources.draftedChat();
    if (!chat) return;
    if (chat->messages.empty()) {
        m_job = 0;
        take(0, {});
        return;
    }
    m_job = m_sources.inference.estimate(*chat);
}

void ChatFigures::take(quint64 job, const PromptEstimate& estimate) {
    if (job != m_job) return;
    m_estimate = estimate;
    emit estimateChanged();
    emit contextChanged();
}

void ChatFigures::forget() {
    m_estimate = {};
    m_job = 0;
    // Nobody types: there is nothing to wait for but what goes on just now.
    QMetaObject::invokeMethod(this, &ChatFigures::ask, Qt::QueuedConnection);
    emit estimateChanged();
    emit contextChanged();
}

void ChatFigures::followReply() {
    emit prefillChanged();
    emit contextChanged();
}

void ChatFigures::takeReply(const GenerationMetrics& metrics) {
    const int tokens = metrics.promptTokens + metrics.generatedTokens;
    if (m_sources.engine.info().canSlide && tokens > contextLength()) {
        // It slid while it was written: the next estimate says how much is left.
        m_estimate = {};
    } else if (metrics.promptTokens > 0) {
        m_estimate.promptTokens = m_estimate.cachedTokens = tokens;
        m_estimate.diskTokens = 0;
        m_estimate.prefillMs = 0;
    }
    followReply();
    emit estimateChanged();
}

}  // namespace hearth::app
