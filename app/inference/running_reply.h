#pragma once

#include <QElapsedTimer>
#include <QString>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>

#include "hearth/generator.h"
#include "inference/generation_job.h"
#include "inference/reply_calls.h"

namespace hearth::app {

// Events of a reply.
struct NewText {
    QString delta;
    int tokens = 0;  ///< that it took
};
/// Text that is not shown, because it is, or may become, a part of a call.
struct WithheldText {
    QString delta;
    int tokens = 0;  ///< tokens neither shown nor reported by GrownCalls; 0: there are none any more
};
/// Calls as far as they are written, while they are.
struct GrownCalls {
    QList<ReplyCall> calls;
};
/// Calls that a whole reply to a request with tools asks for.
struct ReadyCalls {
    QList<ReplyCall> calls;
    /// This much of the text that it continues belongs to the first call, see ReplyCalls::begunIn().
    int begun = 0;
};
using ReplyEvent = std::variant<PrefillProgress, DroppedTurns, NewText, WithheldText, GrownCalls, ReadyCalls,
                                GenerationResultPtr, InferenceProblem>;

/// A reply of a model for the window. It requests the reply, with fewer turns if the request does not fit and
/// the engine does not make room itself, and reports the events. Texts of about one frame are reported
/// together. The last event is a GenerationResultPtr or an InferenceProblem. Held by a shared pointer, which
/// may be released as soon as that is reported.
class RunningReply final : public ReplySink, public std::enable_shared_from_this<RunningReply> {
public:
    /// Receives the events, on the thread of the model.
    using Tell = std::function<void(ReplyEvent event)>;
    explicit RunningReply(GenerationJob job, Tell tell);

    /// Minimum interval between reports of a reply's text, in milliseconds.
    static constexpr int coalesceMs = 33;

    /// Asks for the reply; once.
    void start(std::shared_ptr<Generator> model);
    // From any thread.
    /// From the next step on.
    void setPriority(Priority priority);
    void cancel();
    bool stopRequested() const noexcept { return m_stop.stop_requested(); }

    void preparing(Engine& engine, GenerationRequest& request, bool turnsIfTooLong) override;
    void heldProgress(int done, int total, int reused, double tokensPerS) override;
    void starting(Engine& engine, const GenerationRequest& request) override;
    void prefillProgress(int done, int total, int reused, double tokensPerS) override;
    void readingPicture(double done, double seconds) override;
    void replied(const ReplyDelta& delta) override;
    void finished(GenerationResult result) override;
    void failed(const Error& error) override;

private:
    void ask();
    /// Returns true if the request was refused for its length and is to be tried again with fewer turns.
    bool maySubmitShorter(const InferenceProblem& problem) const;
    /// Leaves turns out, see dropTurns().
    void drop(GenerationRequest& request, size_t room, size_t target);
    /// Reports the number of turns that the engine left out, if it shifted the context.
    void tellCuts(const GenerationResult& result);
    void sendText();
    /// Collects what is not shown as text.
    void withhold(const ReplyDelta& delta);
    void sendCalls();
    /// The calls of a reply that is whole; its text is without them then.
    void tellCalls(GenerationResult& result);

    const Tell m_tell;
    std::stop_source m_stop;
    std::mutex m_mutex;  ///< of these three: the model may answer while the request is being given to it
    std::shared_ptr<Generator> m_model;
    Priority m_priority;
    RequestId m_request = 0;

    // Once it was given to the model, of the model's thread.
    GenerationJob m_job;
    Engine* m_engine = nullptr;                 ///< that makes it, or is given the request
    DroppedTurns m_dropped;                     ///< the part left out
    std::optional<InferenceProblem> m_refusal;  ///< for its length, after which it is tried shorter
    bool m_engineSlides = false;
    QElapsedTimer m_sinceText;
    PrefillProgress m_prefill;     ///< as last reported
    QElapsedTimer m_sincePicture;  ///< since the picture that is read was first heard of
    double m_pictureFrom = 0;      ///< part of it that was done then
    std::string m_text;            ///< not sent yet
    int m_tokens = 0;              ///< made since the last was sent
    std::string m_hidden;          ///< of calls, or not reported yet; not sent yet
    int m_withheldTokens = 0;      ///< see WithheldText
    int m_toldWithheld = 0;
    bool m_sentAny = false;
    bool m_hasTools = false;
    ReplyCalls m_calls;          ///< with tools
    QElapsedTimer m_sinceCalls;  ///< not valid: none was sent
};

}  // namespace hearth::app
