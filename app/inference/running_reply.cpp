#include "inference/running_reply.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "hearth/context_cut.h"
#include "inference/cut_turns.h"
#include "inference/dropped_turns.h"
#include "inference/guarded.h"
#include "inference/inference_worker.h"

namespace hearth::app {

namespace {
/// Between two looks at calls that grow: all of them goes each time.
constexpr int callsMs = 100;
}  // namespace

RunningReply::RunningReply(InferenceWorker& worker, Engine& engine, GenerationJob job)
    : m_worker(worker), m_engine(engine), m_job(std::move(job)) {
    m_sinceText.start();
    m_hasTools = QJsonDocument::fromJson(QByteArray::fromStdString(m_job.request.templateVariables))
                     .object()
                     .contains(QLatin1String("tools"));
}

void RunningReply::setPriority(Priority priority) {
    m_job.priority = priority;
    m_engine.setPriority(m_request, priority);
}

void RunningReply::cancel() {
    m_engine.cancel(m_request);
}

void RunningReply::submit() {
    m_problem = guarded([this] {
        const EngineInfo info = m_engine.info();
        const auto length = static_cast<size_t>(std::max(1, info.contextLength));
        m_engineSlides = info.canSlide;
        if (m_job.whenFull == WhenFull::Slide && m_engineSlides)
            m_job.request.overflow = ContextOverflow::Slide;
        else if (m_job.whenFull == WhenFull::Slide &&
                 (info.serverHost.empty() || info.trainedContextLength > 0))
            drop(roomForPrompt(length), length / 2);
        giveToEngine();
    });
}

bool RunningReply::submitShorter() {
    const bool refused = m_problem && m_problem->code == ErrorCode::ContextFull;
    if (!refused || m_sentAny || m_tokens > 0 || m_job.whenFull == WhenFull::Refuse || m_engineSlides ||
        stopRequested())
        return false;
    bool dropped = false;
    auto problem = guarded([&] {
        // A server has less room than it says, or other tokens than are assumed of it.
        const auto tokens = static_cast<size_t>(m_engine.prepare(m_job.request, m_job.stop).promptTokens);
        dropped = drop(tokens / 2, tokens / 2);
        if (dropped) giveToEngine();
    });
    if (!dropped) return false;
    m_problem = std::move(problem);
    return true;
}

bool RunningReply::drop(size_t room, size_t target) {
    const DroppedTurns more = dropTurns(m_engine, m_job.request, room, target, m_job.stop);
    m_dropped.turns += more.turns;
    m_dropped.messages += more.messages;
    m_dropped.tokens += more.tokens;
    return more.turns > 0;
}

void RunningReply::giveToEngine() {
    m_cancelOnStop.reset();
    if (m_dropped.turns > 0) emit m_worker.turnsDropped(m_job.id, m_dropped);
    // A template may take long: nothing but this hears a stop request meanwhile.
    (void)m_engine.prepare(m_job.request, m_job.stop);
    std::optional<Prompt> prompt = std::exchange(m_job.request.prompt, std::nullopt);
    GenerationRequest request = m_job.request;
    request.prompt = std::move(prompt);
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - m_job.asked;
    request.spentMs = spent.count();
    m_request = m_engine.submit(std::move(request), *this, m_job.priority);
    m_cancelOnStop.emplace(m_job.stop, [&engine = m_engine, id = m_request] { engine.cancel(id); });
}

void RunningReply::prefillProgress(int done, int total, int reused, double tokensPerS) {
    emit m_worker.prefillProgress(m_job.id, PrefillProgress{done, total, reused, tokensPerS});
}

void RunningReply::replied(const ReplyDelta& delta) {
    if (m_hasTools) m_calls.add(delta);
    if (!m_hasTools || !delta.call) m_text += delta.shown;
    m_tokens += static_cast<int>(delta.tokens.size());
    withhold(delta);
    if (m_hasTools && delta.call && (!m_sinceCalls.isValid() || m_sinceCalls.elapsed() >= callsMs))
        sendCalls();
    // The first text goes at once, later ones when a frame has passed.
    if (!m_sentAny || m_sinceText.elapsed() >= InferenceWorker::coalesceMs) sendText();
}

void RunningReply::finished(GenerationResult result) {
    m_result = std::move(result);
}

void RunningReply::failed(const Error& error) {
    m_problem = problemOf(error);
}

void RunningReply::sendText() {
    if (m_tokens == 0 && m_text.empty()) return;
    emit m_worker.textReady(m_job.id, QString::fromStdString(m_text), m_tokens);
    if (!m_hidden.empty() || m_withheldTokens != m_toldWithheld)
        emit m_worker.textWithheld(m_job.id, QString::fromStdString(m_hidden), m_withheldTokens);
    m_hidden.clear();
    m_toldWithheld = m_withheldTokens;
    m_text.clear();
    m_tokens = 0;
    m_sentAny = true;
    m_sinceText.restart();
}

void RunningReply::withhold(const ReplyDelta& delta) {
    if (m_hasTools && delta.call) {
        m_hidden += delta.call->written;
        m_withheldTokens = 0;
    } else if (!delta.shown.empty()) {
        m_withheldTokens = 0;
    } else {
        m_withheldTokens += static_cast<int>(delta.tokens.size());
        // A server's have no numbers, and of two models nobody knows here whose they are.
        guarded([&] {
            for (const GeneratedToken& token : delta.tokens)
                if (token.token >= 0) m_hidden += m_engine.tokenizer().pieceBytes(token.token, true);
        });
    }
}

void RunningReply::sendCalls() {
    emit m_worker.callsGrew(m_job.id, m_calls.calls());
    m_sinceCalls.start();
}

void RunningReply::tellCuts() {
    if (!m_result || m_result->cuts.empty() || m_result->cuts == m_job.request.cuts) return;
    // Without the number the reply is as good.
    guarded([this] {
        m_dropped = turnsOfCuts(m_engine, m_job.request, m_result->cuts, {});
        emit m_worker.turnsDropped(m_job.id, m_dropped);
    });
}

void RunningReply::tellCalls() {
    // Of a reply that was cut off the last call may be half of one: then what was written is only text.
    const bool whole =
        m_result && !m_problem &&
        (m_result->reason == FinishReason::EndOfText || m_result->reason == FinishReason::StopString);
    if (!whole || m_calls.calls().isEmpty()) return;
    m_result->text = m_calls.text().toStdString();
    int begun = 0;
    if (m_job.request.continueLast && !m_job.request.messages.empty())
        begun = m_calls.begunIn(QString::fromStdString(m_job.request.messages.back().content));
    emit m_worker.callsReady(m_job.id, m_calls.calls(), begun);
}

void RunningReply::tellEnd() {
    sendText();
    if (m_problem && m_problem->code != ErrorCode::Cancelled) {
        emit m_worker.failed(m_job.id, *m_problem);
        return;
    }
    tellCuts();
    tellCalls();
    auto result = std::make_shared<GenerationResult>(m_result ? std::move(*m_result) : GenerationResult());
    if (m_problem) result->reason = FinishReason::Cancelled;
    emit m_worker.finished(m_job.id, result);
}

}  // namespace hearth::app
