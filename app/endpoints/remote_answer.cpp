#include "endpoints/remote_answer.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <utility>

#include "endpoints/server_call.h"
#include "endpoints/untold_figures.h"
#include "hearth/error.h"

namespace hearth::app {

namespace {

/// Longer than any reply: a server that continues is faulty.
constexpr qsizetype maximumReplyBytes = 16 << 20;
constexpr int maximumDeltas = 2'000'000;
/// Tokens with their alternatives are kept up to this size: some 100,000 tokens.
constexpr size_t maximumToldBytes = 64 << 20;
/// Maximum number of consecutive bytes without any text of the reply: comments, empty events.
constexpr qsizetype maximumIdleBytes = 16 << 20;
constexpr std::string_view thoughtEnd = "</think>";

double millisecondsSince(RemoteAnswer::Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(RemoteAnswer::Clock::now() - start).count();
}

[[noreturn]] void failWith(const QString& sentence) {
    throw Error(ErrorCode::Io, sentence.toStdString());
}

/// Some templates begin the thought themselves, and without a parser of thoughts a server then sends only its
/// end: it is known by the mark on a line of its own.
void openThought(std::string& text) {
    const size_t at = text.find(thoughtEnd);
    if (at == std::string::npos || text.substr(0, at).find("<think>") != std::string::npos) return;
    const size_t after = at + thoughtEnd.size();
    if ((at == 0 || text[at - 1] == '\n') && (after == text.size() || text[after] == '\n'))
        text.insert(0, "<think>\n");
}

/// Reasons that servers give for a reply that they broke off, as vLLM does when it is ended.
bool isBrokenOff(const QString& reason) {
    static const QStringList reasons{QStringLiteral("abort"), QStringLiteral("error"),
                                     QStringLiteral("cancelled")};
    return reasons.contains(reason);
}

/// Takes a figure that a server reported; below 0: none.
template <class Number>
void keepSaid(Number& figure, Number said) {
    if (said >= 0) figure = said;
}

}  // namespace

RemoteAnswer::RemoteAnswer(GenerationListener& listener, Asked asked)
    : m_listener(listener), m_asked(std::move(asked)) {
    if (m_asked.begun.empty()) return;
    // Reasoning that was cut off continues without another opening mark.
    const bool thinks =
        splitReplyText(m_asked.begun).has_value() && m_asked.begun.find(thoughtEnd) == std::string::npos;
    ReplyDelta begun;
    (thinks ? begun.reasoning : begun.text) = ".";
    m_text.add(begun);
}

void RemoteAnswer::makesNoSense() const {
    failWith(ServerCalls::notAnAnswer(m_asked.host));
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
        failWith(QCoreApplication::translate("Endpoints", "%1 stopped: %2").arg(m_asked.host, chunk.error));
    if (m_saidBytes > maximumReplyBytes || m_deltas > maximumDeltas)
        failWith(QCoreApplication::translate(
                     "Endpoints", "%1 did not stop writing, so Hearth ended the reply. What arrived is kept.")
                     .arg(m_asked.host));
    ReplyDelta reasoning, text;
    reasoning.reasoning = chunk.reasoning;
    text.text = chunk.text;
    keepTokens(chunk.tokens);
    // Servers send about a token at a time, and few report the number in an event.
    (chunk.reasoning.empty() ? text : reasoning).tokens.resize(std::max<size_t>(1, chunk.tokens.size()));
    if (!chunk.reasoning.empty()) tell(std::move(reasoning));
    if (!chunk.text.empty()) tell(std::move(text));
    for (const ToolCallDelta& call : chunk.calls) {
        ReplyDelta delta;
        delta.call = call;
        tell(std::move(delta));
    }
    if (isBrokenOff(chunk.finishReason))
        failWith(QCoreApplication::translate("Endpoints", "%1 broke the reply off before it was complete.")
                     .arg(m_asked.host));
    if (!chunk.finishReason.isEmpty()) {
        m_complete = true;
        m_isCut = chunk.finishReason == QLatin1String("length");
    }
    if (!chunk.thoughtField.isEmpty()) m_thoughtField = chunk.thoughtField;
    GenerationMetrics& metrics = m_result.metrics;
    keepSaid(metrics.promptTokens, chunk.promptTokens);
    keepSaid(m_cachedTokens, chunk.cachedTokens);
    keepSaid(m_completionTokens, chunk.completionTokens);
    keepSaid(metrics.prefillMs, chunk.promptMs);
    keepSaid(metrics.decodeMs, chunk.decodeMs);
}

void RemoteAnswer::keepTokens(const std::vector<ToldToken>& tokens) {
    for (const ToldToken& token : tokens) {
        size_t bytes = sizeof token + token.text.size();
        for (const ToldToken::Alternative& other : token.alternatives)
            bytes += sizeof other + other.text.size();
        m_toldBytes += bytes;
        // From there on the reply has its text alone.
        if (m_toldBytes > maximumToldBytes) return;
        m_result.toldTokens.push_back(token);
    }
}

void RemoteAnswer::tell(ReplyDelta delta) {
    if (m_deltas == 0)
        m_result.metrics.timeToFirstTokenMs = millisecondsSince(m_asked.when);
    else
        m_result.metrics.interTokenMs.push_back(static_cast<float>(millisecondsSince(m_last)));
    m_last = Clock::now();
    ++m_deltas;
    m_idleBytes = 0;
    if (delta.tokens.empty()) delta.tokens.emplace_back();
    delta.shown = m_text.add(delta);
    m_saidBytes += static_cast<qsizetype>(delta.text.size() + delta.reasoning.size());
    if (delta.call) m_saidBytes += static_cast<qsizetype>(delta.call->arguments.size());
    m_result.text += delta.shown;
    m_listener.replied(delta);
}

FinishReason RemoteAnswer::reasonOfCut() const {
    const int written = m_completionTokens;
    const bool reachedLimit = m_asked.limit > 0 && (written < 0 || written >= m_asked.limit);
    const bool fills = m_asked.contextLength > 0 && written >= 0 &&
                       m_result.metrics.promptTokens + written + 1 >= m_asked.contextLength;
    return fills && !reachedLimit ? FinishReason::ContextFull : FinishReason::MaxTokens;
}

GenerationResult RemoteAnswer::end(std::optional<uint64_t> seed) {
    m_result.seed = seed.value_or(untoldSeed);
    GenerationMetrics& metrics = m_result.metrics;
    if (m_isCut) m_result.reason = reasonOfCut();
    if (m_thoughtField.isEmpty() && m_asked.begun.empty()) openThought(m_result.text);
    metrics.totalMs = millisecondsSince(m_asked.when);
    metrics.generatedTokens = m_completionTokens >= 0 ? m_completionTokens : m_deltas;
    const bool tellsCache = m_cachedTokens >= 0 && metrics.promptTokens >= m_cachedTokens;
    metrics.reusedTokens = tellsCache ? m_cachedTokens : untoldTokens;
    metrics.processedTokens = tellsCache ? metrics.promptTokens - m_cachedTokens : untoldTokens;
    if (metrics.decodeMs <= 0) metrics.decodeMs = std::max(0.0, metrics.totalMs - metrics.timeToFirstTokenMs);
    if (tellsCache && metrics.prefillMs > 0)
        metrics.prefillTokensPerS = metrics.processedTokens * 1000.0 / metrics.prefillMs;
    // The first token came with the prompt.
    if (metrics.decodeMs > 0 && metrics.generatedTokens > 1)
        metrics.decodeTokensPerS = (metrics.generatedTokens - 1) * 1000.0 / metrics.decodeMs;
    return std::move(m_result);
}

}  // namespace hearth::app
