#include "chat/chat_figures.h"

#include <algorithm>
#include <utility>

#include "endpoints/untold_figures.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "look/number_text.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {
constexpr int estimateMs = 250;
}

ChatFigures::ChatFigures(Sources sources, QObject* parent) : QObject(parent), m_sources(std::move(sources)) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(estimateMs);
    connect(&m_timer, &QTimer::timeout, this, &ChatFigures::ask);
    connect(&m_sources.inference.questions(), &EngineQuestions::estimated, this, &ChatFigures::take);
    connect(&m_sources.engine, &EngineStatus::changed, this, &ChatFigures::forget);
    connect(&m_sources.engine, &EngineStatus::becameReady, &m_timer, qOverload<>(&QTimer::start));
}

PrefillProgress ChatFigures::prefill() const {
    const ReplyRunner::Reply* running = m_sources.reply();
    return running ? running->prefill : PrefillProgress{};
}

QString ChatFigures::server() const {
    return m_sources.engine.device()->remoteHost();
}

double ChatFigures::prefillSecondsLeft() const {
    const PrefillProgress now = prefill();
    const double tokens = now.tokensPerS > 0 ? (now.total - now.done) / now.tokensPerS : -1;
    if (now.pictureDone <= 0) return tokens;
    return now.pictureSecondsLeft < 0 ? -1 : now.pictureSecondsLeft + std::max(tokens, 0.0);
}

const ReplyRunner::Reply* ChatFigures::toldReply() const {
    const ReplyRunner::Reply* running = m_sources.reply();
    return running == nullptr || running->prefill.total == 0 ? nullptr : running;
}

bool ChatFigures::cacheKnown() const {
    return toldReply() != nullptr || (knowsCache(m_estimate) && !m_sources.engine.device()->isRemote());
}

int ChatFigures::contextUsed() const {
    if (toldReply() != nullptr) return contextCached() + contextNew();
    const ReplyRunner::Reply* running = m_sources.reply();
    return m_estimate.promptTokens + (running == nullptr ? 0 : running->tokens);
}

int ChatFigures::contextCached() const {
    if (!cacheKnown()) return 0;
    const ReplyRunner::Reply* running = toldReply();
    if (running == nullptr) return m_estimate.cachedTokens + m_estimate.diskTokens;
    return running->hasText ? running->prefill.total : running->prefill.done;
}

int ChatFigures::contextNew() const {
    if (!cacheKnown()) return contextUsed();
    const ReplyRunner::Reply* running = toldReply();
    if (running == nullptr) return m_estimate.promptTokens - m_estimate.cachedTokens - m_estimate.diskTokens;
    return running->hasText ? running->tokens : running->prefill.total - running->prefill.done;
}

int ChatFigures::contextFree() const {
    return std::max(0, contextLength() - contextUsed());
}

int ChatFigures::contextLength() const {
    return m_sources.engine.context()->length();
}

bool ChatFigures::lengthKnown() const {
    return m_sources.engine.context()->isKnown();
}

double ChatFigures::estimateSeconds() const {
    // The prompt speed is not known before the first prompt.
    if (estimateNew() < 0 || (m_estimate.prefillMs <= 0 && estimateNew() > 0)) return -1;
    return m_estimate.prefillMs / 1000;
}

QString ChatFigures::pictureText() const {
    const std::vector<PictureCost>& costs = pictures();
    if (costs.empty()) return {};
    int tokens = 0, cached = 0;
    for (const PictureCost& picture : costs) {
        tokens += picture.tokens;
        if (picture.cached) cached += picture.tokens;
    }
    const QLocale locale = spokenLocale();
    const QString all =
        costs.size() == 1
            ? tr("1 picture, %1").arg(NumberText().tokens(tokens))
            : tr("%1 pictures, %2").arg(locale.toString(costs.size()), NumberText().tokens(tokens));
    return cached == 0        ? all
           : cached == tokens ? tr("%1, cached").arg(all)
                              : tr("%1, %2 of them cached").arg(all, locale.toString(cached));
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
    return m_estimate.promptTokens > 0 && knowsCache(m_estimate)
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
        take(0, {}, 0);
        return;
    }
    m_job = m_sources.inference.questions().estimate(*chat);
}

void ChatFigures::take(quint64 job, const PromptEstimate& estimate, int lastTurnTokens) {
    if (job != m_job) return;
    m_estimate = estimate;
    m_lastTurnTokens = lastTurnTokens;
    emit estimateChanged();
    emit contextChanged();
}

void ChatFigures::forget() {
    m_estimate = {};
    m_lastTurnTokens = 0;
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
    if (m_sources.engine.model().info.canSlide && tokens > contextLength()) {
        // It slid while it was written: the next estimate says how much is left.
        m_estimate = {};
    } else if (metrics.promptTokens > 0) {
        m_estimate.promptTokens = tokens;
        m_estimate.cachedTokens = !m_sources.engine.device()->isRemote() ? tokens : untoldTokens;
        m_estimate.diskTokens = 0;
        m_estimate.prefillMs = 0;
    }
    followReply();
    emit estimateChanged();
}

}  // namespace hearth::app
