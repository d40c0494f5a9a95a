#include "inference/running_reply.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "inference/dropped_turns.h"
#include "inference/guarded.h"
#include "inference/inference_worker.h"

namespace hearth::app {

RunningReply::RunningReply(InferenceWorker& worker, Engine& engine, GenerationJob job)
    : m_worker(worker), m_engine(engine), m_job(std::move(job)) {
    m_sinceText.start();
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
        m_dropped = dropTurns(m_engine, m_job.request, m_job.overflow, roomForPrompt(m_engine), m_job.stop);
        giveToEngine();
    });
}

bool RunningReply::submitShorter() {
    const bool refused = m_problem && m_problem->code == ErrorCode::ContextFull;
    if (!refused || m_sentAny || m_tokens > 0 || m_job.overflow == Overflow::Refuse || stopRequested())
        return false;
    int more = 0;
    auto problem = guarded([&] {
        // A server has less room than it says, or other tokens than are assumed of it.
        const int tokens = m_engine.estimate(m_job.request, m_job.stop).promptTokens;
        more = dropTurns(m_engine, m_job.request, m_job.overflow, static_cast<size_t>(tokens) * 3 / 4,
                         m_job.stop);
        m_dropped += more;
        if (more > 0) giveToEngine();
    });
    if (more == 0) return false;
    m_problem = std::move(problem);
    return true;
}

void RunningReply::giveToEngine() {
    m_cancelOnStop.reset();
    if (m_dropped > 0) emit m_worker.messagesDropped(m_job.id, m_dropped);
    try {
        m_stream = ReplyStream::forRequest(m_engine, m_job.request, m_job.stop);
    } catch (const Error&) {
        m_stream.reset();  // submit() says what is wrong, or the engine has no template
    }
    m_request = m_engine.submit(m_job.request, *this, m_job.priority);
    m_cancelOnStop.emplace(m_job.stop, [&engine = m_engine, request = m_request] { engine.cancel(request); });
}

void RunningReply::prefillProgress(int done, int total, int reused, double tokensPerS) {
    emit m_worker.prefillProgress(m_job.id, PrefillProgress{done, total, reused, tokensPerS});
}

void RunningReply::tokenGenerated(const GeneratedToken& token, const std::string& text) {
    if (!m_stream)
        m_text += text;
    else if (token.token >= 0)  // text that was held back to the end comes without one
        m_text += m_stream->textOf(m_stream->push(token.token));
    ++m_tokens;
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
    if (m_tokens == 0) return;
    emit m_worker.textReady(m_job.id, QString::fromStdString(m_text), m_tokens);
    m_sent += m_text;
    m_text.clear();
    m_tokens = 0;
    m_sentAny = true;
    m_sinceText.restart();
}

void RunningReply::tellEnd() {
    if (m_stream) {
        const std::string rest = m_stream->textOf(m_stream->finish());
        m_text += rest;
        if (!rest.empty()) ++m_tokens;
    }
    sendText();
    if (m_problem && m_problem->code != ErrorCode::Cancelled) {
        emit m_worker.failed(m_job.id, *m_problem);
        return;
    }
    auto result = std::make_shared<GenerationResult>(m_result ? std::move(*m_result) : GenerationResult());
    if (m_problem) result->reason = FinishReason::Cancelled;
    if (m_stream) result->text = m_sent;
    emit m_worker.finished(m_job.id, result);
}

}  // namespace hearth::app
