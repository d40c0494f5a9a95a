#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <utility>

#include "hearth/engine.h"

namespace hearth::test {

/// Submits a request and steps the engine until the reply ends; other requests continue in the meantime. A
/// stop request cancels it. Throws the errors of Engine::submit() and those that the request's listener would
/// get as failed().
inline GenerationResult generate(Engine& engine, GenerationRequest request, GenerationListener& heard,
                                 const std::stop_token& stop = {}) {
    struct Awaited final : GenerationListener {
        explicit Awaited(GenerationListener& listener) : heard(listener) {}
        void prefillProgress(int done, int total, int reused, double tokensPerS) override {
            heard.prefillProgress(done, total, reused, tokensPerS);
        }
        void readingPicture(double done, double seconds) override { heard.readingPicture(done, seconds); }
        void replied(const ReplyDelta& delta) override { heard.replied(delta); }
        void finished(GenerationResult reply) override { result = std::move(reply); }
        void failed(const Error& problem) override { error = problem; }

        GenerationListener& heard;
        std::optional<GenerationResult> result;
        std::optional<Error> error;
    } reply(heard);
    const RequestId id = engine.submit(std::move(request), reply);
    const std::stop_callback<std::function<void()>> cancels(stop, [&] { engine.cancel(id); });
    while (!reply.result && !reply.error) (void)engine.step();
    if (reply.error) throw Error(*reply.error);
    return std::move(*reply.result);
}

/// The cost of a request, which stays as it is.
inline PromptEstimate estimate(const Engine& engine, GenerationRequest request) {
    return engine.prepare(request);
}

}  // namespace hearth::test
