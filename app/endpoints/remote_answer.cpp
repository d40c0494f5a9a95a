#include "endpoints/remote_answer.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "endpoints/server_call.h"
#include "hearth/error.h"

namespace hearth::app {

namespace {

/// Longer than any reply: a server that goes on has lost its way.
constexpr qsizetype maximumReplyBytes = 16 << 20;
constexpr int maximumDeltas = 2'000'000;
/// What may come one after the other without a word of the reply: comments, empty events.
constexpr qsizetype maximumIdleBytes = 16 << 20;

double millisecondsSince(RemoteAnswer::Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(RemoteAnswer::Clock::now() - start).count();
}

[[noreturn]] void failWith(const QString& sentence) {
    throw Error(ErrorCode::Io, sentence.toStdString());
}

/// Takes over what a server said of a figure; below 0: nothing.
template <class Number>
void keepSaid(Number& figure, Number said) {
    if (said >= 0) figure = said;
}

}  // namespace

RemoteAnswer::RemoteAnswer(GenerationListener& listener, QString host, Clock::time_point asked)
    : m_listener(listener), m_host(std::move(host)), m_asked(asked) {
}

void RemoteAnswer::makesNoSense() const {
    failWith(ServerCalls::notAnAnswer(m_host));
}

bool RemoteAnswer::read(const QByteArray& bytes) {
    m_idleBytes += bytes.size();
    if (m_idleBytes > maximumIdleBytes) makesNoSense();
    for (const QByteArray& data : m_events.feed(bytes)) {
        const auto chunk = readChunk(data);
        // "data: ping" and the like mean nothing; a part of the reply that cannot be read would be missing.
        if (!chunk && data.trimmed().startsWith('{')) makesNoSense();
        if (!chunk) continue;
        if (chunk->done) return true;
        take(*chunk);
    }
    if (m_events.isOverlong()) makesNoSense();
    return false;
}

void RemoteAnswer::take(const ChatChunk& chunk) {
    if (!chunk.error.isEmpty())
        failWith(QCoreApplication::translate("Endpoints", "%1 stopped: %2").arg(m_host, chunk.error));
    if (m_saidBytes > maximumReplyBytes || m_deltas > maximumDeltas)
        failWith(QCoreApplication::translate(
                     "Endpoints", "%1 did not stop writing, so Hearth ended the reply. What arrived is kept.")
                     .arg(m_host));
    ReplyDelta reasoning, text;
    reasoning.reasoning = chunk.reasoning;
    text.text = chunk.text;
    if (!chunk.reasoning.empty()) tell(std::move(reasoning));
    if (!chunk.text.empty()) tell(std::move(text));
    for (const ToolCallDelta& call : chunk.calls) {
        ReplyDelta delta;
        delta.call = call;
        tell(std::move(delta));
    }
    if (!chunk.finishReason.isEmpty()) {
        m_complete = true;
        m_result.reason =
            chunk.finishReason == QLatin1String("length") ? FinishReason::MaxTokens : FinishReason::EndOfText;
    }
    GenerationMetrics& metrics = m_result.metrics;
    keepSaid(metrics.promptTokens, chunk.promptTokens);
    keepSaid(metrics.reusedTokens, chunk.cachedTokens);
    keepSaid(m_completionTokens, chunk.completionTokens);
    keepSaid(metrics.prefillMs, chunk.promptMs);
    keepSaid(metrics.decodeMs, chunk.decodeMs);
}

void RemoteAnswer::tell(ReplyDelta delta) {
    if (m_deltas == 0)
        m_result.metrics.timeToFirstTokenMs = millisecondsSince(m_asked);
    else
        m_result.metrics.interTokenMs.push_back(static_cast<float>(millisecondsSince(m_last)));
    m_last = Clock::now();
    ++m_deltas;
    m_idleBytes = 0;
    // Servers send about a token at a time, and say nothing of its number here.
    delta.tokens.emplace_back();
    delta.shown = m_text.add(delta);
    m_saidBytes += static_cast<qsizetype>(delta.text.size() + delta.reasoning.size());
    if (delta.call) m_saidBytes += static_cast<qsizetype>(delta.call->arguments.size());
    m_result.text += delta.shown;
    m_listener.replied(delta);
}

GenerationResult RemoteAnswer::end(uint64_t seed) {
    m_result.seed = seed;
    GenerationMetrics& metrics = m_result.metrics;
    metrics.totalMs = millisecondsSince(m_asked);
    metrics.generatedTokens = m_completionTokens >= 0 ? m_completionTokens : m_deltas;
    metrics.processedTokens = std::max(0, metrics.promptTokens - metrics.reusedTokens);
    if (metrics.prefillMs <= 0) metrics.prefillMs = metrics.timeToFirstTokenMs;
    if (metrics.decodeMs <= 0) metrics.decodeMs = std::max(0.0, metrics.totalMs - metrics.timeToFirstTokenMs);
    if (metrics.prefillMs > 0)
        metrics.prefillTokensPerS = metrics.processedTokens * 1000.0 / metrics.prefillMs;
    // The first token came with the prompt.
    if (metrics.decodeMs > 0 && metrics.generatedTokens > 1)
        metrics.decodeTokensPerS = (metrics.generatedTokens - 1) * 1000.0 / metrics.decodeMs;
    return std::move(m_result);
}

}  // namespace hearth::app
