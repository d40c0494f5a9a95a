#include "hearth/engine.h"

#include <chrono>
#include <utility>

#include "hearth/error.h"
#include "session/session_errors.h"

namespace hearth {

namespace {

/// Waits for the end of one request and passes on everything before.
class AwaitedReply final : public GenerationListener {
public:
    explicit AwaitedReply(GenerationListener& listener) : m_listener(listener) {}
    void prefillProgress(int done, int total, int reused, double tokensPerS) override {
        m_listener.prefillProgress(done, total, reused, tokensPerS);
    }
    void replied(const ReplyDelta& delta) override { m_listener.replied(delta); }
    void finished(GenerationResult reply) override { result = std::move(reply); }
    void failed(const Error& problem) override { error = problem; }

    std::optional<GenerationResult> result;
    std::optional<Error> error;

private:
    GenerationListener& m_listener;
};

}  // namespace

void Engine::logitsWithCache(KvTypes, std::span<const TokenId>,
                             const std::function<void(size_t, std::span<const float>)>&, std::stop_token) {
    throw Error(ErrorCode::Unsupported,
                "What a type of the cache costs cannot be measured for a model that runs elsewhere.");
}

void Engine::readAttention(AttentionQuestion, AttentionListener&) {
    throw Error(errors::runsElsewhere);
}

GenerationResult Engine::generate(const GenerationRequest& request, GenerationListener& listener,
                                  std::stop_token stop) {
    using Clock = std::chrono::steady_clock;
    const auto asked = Clock::now();
    AwaitedReply reply(listener);
    RequestId id = 0;
    try {
        GenerationRequest wanted = request;
        // A template may take long, and only this hears the stop request.
        (void)prepare(wanted, stop);
        wanted.spentMs += std::chrono::duration<double, std::milli>(Clock::now() - asked).count();
        id = submit(std::move(wanted), reply, Priority::Reading);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Cancelled) throw;
        GenerationResult nothing;
        nothing.reason = FinishReason::Cancelled;
        return nothing;
    }
    const std::stop_callback passOn(stop, [this, id] { cancel(id); });
    while (!reply.result && !reply.error) (void)step();
    if (reply.error) throw Error(*reply.error);
    return std::move(*reply.result);
}

}  // namespace hearth
