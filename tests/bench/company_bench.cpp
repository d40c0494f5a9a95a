// hearth-company-bench MODEL [PROMPT_TOKENS [THREADS]]: what a running reply and a prompt of 4,000 tokens
// cost each other. Prints the times from token to token of the reply alone and while the prompt is processed
// beside it, and the rate of the prompt alone and beside the reply.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <vector>

#include "hearth/cache_admin.h"
#include "hearth/engine.h"
#include "hearth/error.h"
#include "hearth/prompt_service.h"

namespace {

using namespace hearth;
using Clock = std::chrono::steady_clock;

double msBetween(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
}

class Recorder final : public GenerationListener {
public:
    void finished(GenerationResult reply) override { result = std::move(reply); }
    void failed(const Error& problem) override { error = problem; }
    void replied(const ReplyDelta& delta) override {
        for (size_t i = 0; i < delta.tokens.size(); ++i) times.push_back(Clock::now());
    }
    std::vector<Clock::time_point> times;  ///< of its tokens
    std::optional<GenerationResult> result;
    std::optional<Error> error;
};

GenerationRequest randomRequest(const Engine& engine, int promptTokens, int maxTokens, unsigned seed) {
    std::mt19937 random(seed);
    GenerationRequest request;
    for (int i = 0; i < promptTokens; ++i)
        request.rawTokens.push_back(static_cast<TokenId>(
            random() % static_cast<unsigned>(promptsOf(engine).tokenizer().vocabSize())));
    request.sampling.temperature = 0;
    request.sampling.maxTokens = maxTokens;
    request.ignoreEndOfText = true;
    return request;
}

void stepUntilEnd(Engine& engine, const Recorder& reply) {
    while (!reply.result && !reply.error && engine.step()) {
    }
    if (reply.error) throw *reply.error;
}

double percentile(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1,
                           static_cast<size_t>(share * static_cast<double>(values.size())))];
}

/// From token to token of those that came in a span of time.
std::vector<double> gaps(const Recorder& reply, Clock::time_point from, Clock::time_point to) {
    std::vector<double> out;
    for (size_t i = 1; i < reply.times.size(); ++i)
        if (reply.times[i] >= from && reply.times[i - 1] <= to)
            out.push_back(msBetween(reply.times[i - 1], reply.times[i]));
    return out;
}

double promptRate(Engine& engine, int promptTokens) {
    engine.cache()->clear();
    Recorder prompt;
    const auto start = Clock::now();
    engine.submit(randomRequest(engine, promptTokens, 1, 7), prompt);
    stepUntilEnd(engine, prompt);
    return 1000.0 * promptTokens / msBetween(start, Clock::now());
}

void measure(Engine& engine, int promptTokens) {
    (void)promptRate(engine, 512);
    const double alone = promptRate(engine, promptTokens);
    engine.cache()->clear();
    Recorder reply, prompt;
    const RequestId running = engine.submit(randomRequest(engine, 64, 1 << 12, 3), reply);
    while (reply.times.size() < 200 && engine.step()) {
    }
    const auto start = Clock::now();
    const std::vector<double> before = gaps(reply, reply.times[20], start);
    engine.submit(randomRequest(engine, promptTokens, 1, 7), prompt);
    stepUntilEnd(engine, prompt);
    const auto end = Clock::now();
    engine.cancel(running);
    while (engine.step()) {
    }
    const std::vector<double> beside = gaps(reply, start, end);
    const double together = 1000.0 * promptTokens / msBetween(start, end);
    std::printf("reply alone:   median %.1f ms, p99 %.1f ms from token to token\n", percentile(before, 0.5),
                percentile(before, 0.99));
    std::printf("beside prompt: median %.1f ms, p99 %.1f ms, longest %.1f ms of %zu tokens\n",
                percentile(beside, 0.5), percentile(beside, 0.99), percentile(beside, 1.0), beside.size());
    std::printf("prompt of %d tokens: %.0f tokens/s alone, %.0f beside the reply, %.2f of it\n", promptTokens,
                alone, together, together / alone);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: hearth-company-bench MODEL [PROMPT_TOKENS [THREADS]]\n");
        return 2;
    }
    try {
        const int promptTokens = argc > 2 ? std::atoi(argv[2]) : 4000;
        EngineOptions options;
        options.model = argv[1];
        options.backend = "cpu";
        options.threads = argc > 3 ? std::atoi(argv[3]) : 0;
        options.contextLength = promptTokens + 4500;
        const auto engine = Engine::load(options);
        measure(*engine, promptTokens);
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
