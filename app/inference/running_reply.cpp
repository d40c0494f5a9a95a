#include "inference/running_reply.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "hearth/context_shift.h"
#include "hearth/prompt_service.h"
#include "inference/dropped_turns.h"
#include "inference/guarded.h"
#include "inference/shifted_turns.h"

namespace hearth::app {

namespace {
/// Between two looks at calls that grow: all of them goes each time.
constexpr int callsMs = 100;
}  // namespace

RunningReply::RunningReply(GenerationJob job, Tell tell)
    : m_tell(std::move(tell)), m_priority(job.priority), m_job(std::move(job)) {
    m_sinceText.start();
    m_hasTools = QJsonDocument::fromJson(QByteArray::fromStdString(m_job.request.templateVariables))
                     .object()
                     .contains(QLatin1String("tools"));
}

void RunningReply::start(std::shared_ptr<Generator> model) {
    m_model = std::move(model);
    ask();
}

void RunningReply::ask() {
    GenerationRequest request = m_job.request;
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - m_job.asked;
    request.spentMs = spent.count();
    const Policy policy{.speculation = request.speculation};
    const std::scoped_lock lock(m_mutex);
    m_request = m_model->submit(std::move(request), *this, m_priority, policy);
    if (m_stop.stop_requested()) m_model->cancel(m_request);
}

void RunningReply::setPriority(Priority priority) {
    const std::scoped_lock lock(m_mutex);
    m_priority = priority;
    if (m_model != nullptr) m_model->setPriority(m_request, priority);
}

void RunningReply::cancel() {
    m_stop.request_stop();
    const std::scoped_lock lock(m_mutex);
    if (m_model != nullptr) m_model->cancel(m_request);
}

void RunningReply::preparing(Engine& engine, GenerationRequest& request, bool turnsIfTooLong) {
    m_engine = &engine;
    const EngineInfo info = engine.info();
    const auto length = static_cast<size_t>(std::max(1, info.contextLength));
    m_engineSlides = info.canSlide && !turnsIfTooLong;
    const bool slides = m_job.whenFull == WhenFull::Slide && !turnsIfTooLong;
    if (m_refusal) {
        // A server has less room than it says, or other tokens than are assumed of it.
        const auto tokens = static_cast<size_t>(engine.prepare(request, m_stop.get_token()).promptTokens);
        const int before = m_dropped.turns;
        drop(request, tokens / 2, tokens / 2);
        if (m_dropped.turns == before) throw Error(m_refusal->code, m_refusal->cause);
        m_refusal.reset();
    } else if (slides && m_engineSlides) {
        // The position where the prompt is cut depends on the overflow mode.
        if (request.overflow != ContextOverflow::Slide) request.prompt.reset();
        request.overflow = ContextOverflow::Slide;
    } else if (slides && (info.serverHost.empty() || info.trainedContextLength > 0)) {
        drop(request, roomForPrompt(length), length / 2);
    }
    // A template may take long, and only this call can be stopped during that time.
    (void)engine.prepare(request, m_stop.get_token());
}

void RunningReply::starting(Engine& engine, const GenerationRequest&) {
    m_engine = &engine;
    if (m_dropped.turns > 0) m_tell(m_dropped);
}

void RunningReply::heldProgress(int done, int total, int reused, double tokensPerS) {
    prefillProgress(done, total, reused, tokensPerS);
}

bool RunningReply::maySubmitShorter(const InferenceProblem& problem) const {
    return problem.code == ErrorCode::ContextFull && !m_refusal && m_job.whenFull == WhenFull::Slide &&
           m_engine != nullptr && !m_engineSlides && !m_sentAny && m_tokens == 0 && !stopRequested();
}

void RunningReply::drop(GenerationRequest& request, size_t room, size_t target) {
    const DroppedTurns more = dropTurns(*m_engine, request, room, target, m_stop.get_token());
    m_dropped.turns += more.turns;
    m_dropped.messages += more.messages;
    m_dropped.tokens += more.tokens;
    // A further attempt begins with the remaining turns.
    if (more.turns > 0) m_job.request.messages = request.messages;
}

void RunningReply::prefillProgress(int done, int total, int reused, double tokensPerS) {
    m_prefill = {done, total, reused, tokensPerS};
    m_tell(m_prefill);
}

void RunningReply::readingPicture(double done, double) {
    if (m_prefill.pictureDone <= 0 || done < m_prefill.pictureDone) {
        m_sincePicture.start();
        m_pictureFrom = done;
    }
    m_prefill.pictureDone = done;
    const double made = done - m_pictureFrom;
    m_prefill.pictureSecondsLeft =
        made > 0 ? static_cast<double>(m_sincePicture.elapsed()) / 1000 * (1 - done) / made : -1;
    m_tell(m_prefill);
}

void RunningReply::replied(const ReplyDelta& delta) {
    if (m_hasTools) m_calls.add(delta);
    if (!m_hasTools || !delta.call) m_text += delta.shown;
    m_tokens += static_cast<int>(delta.tokens.size());
    withhold(delta);
    if (m_hasTools && delta.call && (!m_sinceCalls.isValid() || m_sinceCalls.elapsed() >= callsMs))
        sendCalls();
    // The first text goes at once, later ones when a frame has passed.
    if (!m_sentAny || m_sinceText.elapsed() >= coalesceMs) sendText();
}

void RunningReply::sendText() {
    if (m_tokens == 0 && m_text.empty()) return;
    m_tell(NewText{QString::fromStdString(m_text), m_tokens});
    if (!m_hidden.empty() || m_withheldTokens != m_toldWithheld)
        m_tell(WithheldText{QString::fromStdString(m_hidden), m_withheldTokens});
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
        // Tokens of a server have no numbers, and with two models their owner is not known here.
        guarded([&] {
            for (const GeneratedToken& token : delta.tokens)
                if (token.token >= 0)
                    m_hidden += promptsOf(*m_engine).tokenizer().pieceBytes(token.token, true);
        });
    }
}

void RunningReply::sendCalls() {
    m_tell(GrownCalls{m_calls.calls()});
    m_sinceCalls.start();
}

void RunningReply::tellCuts(const GenerationResult& result) {
    if (m_engine == nullptr || result.cuts.empty() || result.cuts == m_job.request.cuts) return;
    // Without the number the reply is as good.
    guarded([&] {
        m_dropped = turnsOfShifts(*m_engine, m_job.request, result.cuts, {});
        m_tell(m_dropped);
    });
}

void RunningReply::tellCalls(GenerationResult& result) {
    // The last call of a reply that a limit ended may be incomplete. Its text is then only text, which can be
    // continued.
    const bool hasEnded =
        result.reason == FinishReason::EndOfText || result.reason == FinishReason::StopString;
    const bool isWhole = hasEnded || (result.reason != FinishReason::Cancelled && m_calls.areWhole());
    if (!isWhole || m_calls.calls().isEmpty()) return;
    result.text = m_calls.text().toStdString();
    int begun = 0;
    if (m_job.request.continueLast && !m_job.request.messages.empty())
        begun = m_calls.begunIn(QString::fromStdString(m_job.request.messages.back().content));
    m_tell(ReadyCalls{m_calls.calls(), begun});
}

void RunningReply::finished(GenerationResult result) {
    // The owner may release this object when it is notified of the end.
    const auto self = shared_from_this();
    sendText();
    tellCuts(result);
    tellCalls(result);
    m_tell(std::make_shared<const GenerationResult>(std::move(result)));
}

void RunningReply::failed(const Error& error) {
    const auto self = shared_from_this();
    InferenceProblem problem = problemOf(error);
    if (maySubmitShorter(problem)) {
        m_refusal = std::move(problem);
        return ask();
    }
    sendText();
    if (problem.code == ErrorCode::Cancelled) {
        GenerationResult nothing;
        nothing.reason = FinishReason::Cancelled;
        m_tell(std::make_shared<const GenerationResult>(std::move(nothing)));
        return;
    }
    m_tell(std::move(problem));
}

}  // namespace hearth::app
