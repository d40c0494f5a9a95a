#include "endpoints/remote_engine.h"

#include <QCoreApplication>
#include <QScopeGuard>
#include <algorithm>
#include <chrono>
#include <utility>

#include "endpoints/chat_protocol.h"
#include "endpoints/event_stream.h"
#include "hearth/error.h"
#include "hearth/reply_text.h"

namespace hearth::app {

namespace {

/// Where the server does not say; most models that are served can do more.
constexpr int assumedContextLength = 32768;
/// Bodies of errors are read up to here.
constexpr qsizetype maximumErrorBytes = 256 << 10;
/// Longer than any reply: a server that goes on has lost its way.
constexpr size_t maximumReplyBytes = 16 << 20;
constexpr int maximumDeltas = 2'000'000;
/// What may come one after the other without a word of the reply: comments, empty events.
constexpr qsizetype maximumIdleBytes = 16 << 20;

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

[[noreturn]] void onlyLocal() {
    throw Error(ErrorCode::Unsupported,
                QCoreApplication::translate("Endpoints", "This works with models on this computer only.")
                    .toStdString());
}

[[noreturn]] void fail(const QString& sentence) {
    throw Error(ErrorCode::Io, sentence.toStdString());
}

/// Gathers one streamed answer.
class Answer {
public:
    Answer(GenerationListener& listener, QString host) : m_listener(listener), m_host(std::move(host)) {}

    void take(const ChatChunk& chunk) {
        if (!chunk.error.isEmpty())
            fail(QCoreApplication::translate("Endpoints", "%1 stopped: %2").arg(m_host, chunk.error));
        if (result.text.size() > maximumReplyBytes || m_deltas > maximumDeltas)
            fail(QCoreApplication::translate(
                     "Endpoints", "%1 did not stop writing, so Hearth ended the reply. What arrived is kept.")
                     .arg(m_host));
        ReplyDelta reasoning, text;
        reasoning.reasoning = chunk.reasoning;
        text.text = chunk.text;
        if (!chunk.reasoning.empty()) token(std::move(reasoning));
        if (!chunk.text.empty()) token(std::move(text));
        if (!chunk.finishReason.isEmpty()) {
            finished = true;
            result.reason = chunk.finishReason == QLatin1String("length") ? FinishReason::MaxTokens
                                                                          : FinishReason::EndOfText;
        }
        const auto keep = [](auto& value, auto said) {
            if (said >= 0) value = said;
        };
        GenerationMetrics& metrics = result.metrics;
        keep(metrics.promptTokens, chunk.promptTokens);
        keep(metrics.reusedTokens, chunk.cachedTokens);
        keep(m_completionTokens, chunk.completionTokens);
        keep(metrics.prefillMs, chunk.promptMs);
        keep(metrics.decodeMs, chunk.decodeMs);
    }

    /// Counts what comes; throws when so much of it says nothing.
    void heard(qsizetype bytes) {
        m_idleBytes += bytes;
        if (m_idleBytes > maximumIdleBytes) makesNoSense();
    }
    [[noreturn]] void makesNoSense() const { fail(ServerCalls::notAnAnswer(m_host)); }

    GenerationResult end(FinishReason reason) {
        result.reason = reason;
        GenerationMetrics& metrics = result.metrics;
        metrics.totalMs = millisecondsSince(m_start);
        metrics.generatedTokens = m_completionTokens >= 0 ? m_completionTokens : m_deltas;
        metrics.processedTokens = std::max(0, metrics.promptTokens - metrics.reusedTokens);
        if (metrics.prefillMs <= 0) metrics.prefillMs = metrics.timeToFirstTokenMs;
        if (metrics.decodeMs <= 0)
            metrics.decodeMs = std::max(0.0, metrics.totalMs - metrics.timeToFirstTokenMs);
        if (metrics.prefillMs > 0)
            metrics.prefillTokensPerS = metrics.processedTokens * 1000.0 / metrics.prefillMs;
        // The first token came with the prompt.
        if (metrics.decodeMs > 0 && metrics.generatedTokens > 1)
            metrics.decodeTokensPerS = (metrics.generatedTokens - 1) * 1000.0 / metrics.decodeMs;
        return std::move(result);
    }

    GenerationResult result;
    bool finished = false;

private:
    void token(ReplyDelta delta) {
        if (m_deltas == 0)
            result.metrics.timeToFirstTokenMs = millisecondsSince(m_start);
        else
            result.metrics.interTokenMs.push_back(static_cast<float>(millisecondsSince(m_last)));
        m_last = Clock::now();
        ++m_deltas;
        m_idleBytes = 0;
        delta.tokens.emplace_back();
        delta.shown = m_text.add(delta);
        result.text += delta.shown;
        m_listener.replied(delta);
    }

    GenerationListener& m_listener;
    const QString m_host;
    const Clock::time_point m_start = Clock::now();
    Clock::time_point m_last;
    int m_deltas = 0, m_completionTokens = -1;
    qsizetype m_idleBytes = 0;
    ReplyText m_text;
};

/// Reads what came of a stream into the answer; true at its end.
bool readEvents(const QByteArray& bytes, EventStream& events, Answer& answer) {
    answer.heard(bytes.size());
    for (const QByteArray& data : events.feed(bytes)) {
        const auto chunk = readChunk(data);
        // "data: ping" and the like mean nothing; a part of the reply that cannot be read would be missing.
        if (!chunk && data.trimmed().startsWith('{')) answer.makesNoSense();
        if (!chunk) continue;
        if (chunk->done) return true;
        answer.take(*chunk);
    }
    if (events.isOverlong()) answer.makesNoSense();
    return false;
}

}  // namespace

RemoteEngine::RemoteEngine(Endpoint endpoint, QByteArray key, QString model)
    : m_endpoint(std::move(endpoint)),
      m_model(std::move(model)),
      m_calls(m_endpoint.address, std::move(key)) {
}

EngineInfo RemoteEngine::info() const {
    EngineInfo info;
    info.canSpeculate = false;
    info.modelName = m_model.section(u'/', -1).toStdString();
    const EndpointModel* known = m_endpoint.find(m_model);
    const int said = known != nullptr ? known->contextLength : 0;
    info.contextLength = info.trainedContextLength = said > 0 ? said : assumedContextLength;
    info.backend = QCoreApplication::translate("Endpoints", "On %1").arg(m_endpoint.host()).toStdString();
    info.device =
        m_endpoint.program.isEmpty() ? m_endpoint.name.toStdString() : m_endpoint.program.toStdString();
    if (said == 0)
        info.templateNote = QCoreApplication::translate(
                                "Endpoints", "The server does not say how many tokens fit; %1 are assumed.")
                                .arg(assumedContextLength)
                                .toStdString();
    return info;
}

const Tokenizer& RemoteEngine::tokenizer() const {
    onlyLocal();
}

const ChatTemplate& RemoteEngine::chatTemplate() const {
    onlyLocal();
}

PromptPieces RemoteEngine::renderPrompt(const GenerationRequest&, std::stop_token) const {
    onlyLocal();
}

std::vector<TokenId> RemoteEngine::promptTokens(const GenerationRequest&, std::stop_token) const {
    onlyLocal();
}

std::vector<float> RemoteEngine::logits(std::span<const TokenId>, bool, std::stop_token) {
    onlyLocal();
}

PromptEstimate RemoteEngine::estimate(const GenerationRequest& request, std::stop_token) const {
    PromptEstimate estimate;
    // About four bytes a token in most languages, and a few for each message's frame.
    for (const ChatMessage& message : request.messages)
        estimate.promptTokens += static_cast<int>(message.content.size() / 4) + 4;
    return estimate;
}

GenerationResult RemoteEngine::generate(const GenerationRequest& request, GenerationListener& listener,
                                        std::stop_token stop) {
    request.sampling.check();
    if (request.rawText || !request.rawTokens.empty() || request.messages.empty()) onlyLocal();
    const QString host = m_endpoint.host();
    listener.prefillProgress(0, estimate(request, {}).promptTokens, 0, 0);
    m_calls.post(QStringLiteral("/chat/completions"), chatBody(request, m_model, m_extras));
    Answer answer(listener, host);
    answer.result.seed = request.sampling.seed.value_or(0);
    // However this ends, the server is not listened to any longer.
    const auto ended = qScopeGuard([this] { m_calls.cancel(); });
    EventStream events;
    QByteArray body;
    for (;;) {
        const ServerCalls::Event event = m_calls.next(stop);
        if (event.kind == ServerCalls::Event::Stopped) return answer.end(FinishReason::Cancelled);
        if (event.kind == ServerCalls::Event::Bytes && event.status == 200) {
            if (readEvents(event.bytes, events, answer)) return answer.end(answer.result.reason);
            continue;
        }
        if (event.kind == ServerCalls::Event::Bytes) {
            body += event.bytes;
            if (body.size() < maximumErrorBytes) continue;
        }
        if (!event.problem.isEmpty()) fail(event.problem);
        if (event.status != 200) {
            if (m_extras && refusesExtras(event.status, body)) {
                m_extras = false;
                return generate(request, listener, stop);
            }
            const QString problem = endpointProblem(event.status, body, host);
            if (refusesLength(event.status, body)) throw Error(ErrorCode::ContextFull, problem.toStdString());
            fail(problem);
        }
        if (!answer.finished)
            fail(QCoreApplication::translate("Endpoints",
                                             "%1 ended the connection before the reply was complete.")
                     .arg(host));
        return answer.end(answer.result.reason);
    }
}

}  // namespace hearth::app
