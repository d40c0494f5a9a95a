#pragma once

#include <QElapsedTimer>
#include <QString>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "inference/generation_job.h"
#include "inference/reply_calls.h"

namespace hearth::app {

class InferenceWorker;

/// A reply that an engine makes for the window: hands its request over, with fewer turns where it does not
/// fit and the engine makes no room itself, its news on as the worker's signals, texts together for about one
/// frame, and knows its end. In the inference thread; worker and engine outlive it, and the request has left
/// the engine before it goes.
class RunningReply final : public GenerationListener {
public:
    RunningReply(InferenceWorker& worker, Engine& engine, GenerationJob job);

    quint64 id() const noexcept { return m_job.id; }
    Priority priority() const noexcept { return m_job.priority; }
    /// From the next step on.
    void setPriority(Priority priority);
    void cancel();
    bool stopRequested() const noexcept { return m_job.stop.stop_requested(); }

    /// Gives the request to the engine. What is wrong with it is the reply's end.
    void submit();
    /// Where the engine refused the request for its length before anything came, and turns may go: tries it
    /// without them. False: the end stands.
    bool submitShorter();

    bool hasEnded() const noexcept { return m_result || m_problem; }
    const std::optional<InferenceProblem>& problem() const noexcept { return m_problem; }
    /// Makes it end with this, whatever the engine says.
    void fail(const InferenceProblem& problem) { m_problem = problem; }
    /// Tells the rest of the text and the end; once, after it.
    void tellEnd();

    void prefillProgress(int done, int total, int reused, double tokensPerS) override;
    void replied(const ReplyDelta& delta) override;
    void finished(GenerationResult result) override;
    void failed(const Error& error) override;

private:
    /// Leaves turns out, see dropTurns(); false: none could go.
    bool drop(size_t room, size_t target);
    void giveToEngine();
    /// How many turns the engine left out, where it made a cut.
    void tellCuts();
    void sendText();
    /// Gathers what is not shown as text.
    void withhold(const ReplyDelta& delta);
    void sendCalls();
    /// The calls of a reply that is whole; its text is without them then.
    void tellCalls();

    InferenceWorker& m_worker;
    Engine& m_engine;
    GenerationJob m_job;
    RequestId m_request = 0;
    DroppedTurns m_dropped;  ///< what was left out
    bool m_engineSlides = false;
    QElapsedTimer m_sinceText;
    std::string m_text;        ///< not sent yet
    int m_tokens = 0;          ///< made since the last was sent
    std::string m_hidden;      ///< of calls, or not told yet; not sent yet
    int m_withheldTokens = 0;  ///< see InferenceWorker::textWithheld()
    int m_toldWithheld = 0;
    bool m_sentAny = false;
    bool m_hasTools = false;
    ReplyCalls m_calls;          ///< with tools
    QElapsedTimer m_sinceCalls;  ///< not valid: none was sent
    std::optional<GenerationResult> m_result;
    std::optional<InferenceProblem> m_problem;
    /// Last: it ends first, and then nobody calls the engine for this reply any more.
    std::optional<std::stop_callback<std::function<void()>>> m_cancelOnStop;
};

}  // namespace hearth::app
