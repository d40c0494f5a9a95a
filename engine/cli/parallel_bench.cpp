#include "cli/parallel_bench.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <deque>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <system_error>

#include "cli/arguments.h"

namespace hearth::cli {

namespace {

class ParallelReply final : public GenerationListener {
public:
    void finished(GenerationResult reply) override { result = std::move(reply); }
    void failed(const Error& problem) override { error = problem; }
    std::optional<GenerationResult> result;
    std::optional<Error> error;
};

std::vector<GenerationResult> replyTogether(Engine& engine, int streams, int promptTokens, int count) {
    std::deque<ParallelReply> replies;  // which stay where they are
    for (int stream = 0; stream < streams; ++stream)
        (void)engine.submit(randomRequest(engine, promptTokens, count, static_cast<unsigned>(stream) + 2),
                            replies.emplace_back());
    while (engine.step()) {
    }
    std::vector<GenerationResult> results;
    for (ParallelReply& reply : replies) {
        if (reply.error) throw *reply.error;
        results.push_back(std::move(*reply.result));
    }
    return results;
}

nlohmann::ordered_json percentilesOf(const std::vector<double>& values) {
    return {{"p50", percentile(values, 0.5)}, {"p99", percentile(values, 0.99)}};
}

}  // namespace

GenerationRequest randomRequest(const Engine& engine, int promptTokens, int maxTokens, unsigned seed) {
    GenerationRequest request;
    std::mt19937 random(seed);
    const auto vocabulary = static_cast<uint32_t>(engine.tokenizer().vocabSize());
    for (int i = 0; i < promptTokens; ++i)
        request.rawTokens.push_back(static_cast<TokenId>(random() % vocabulary));
    request.sampling.temperature = 0;
    request.sampling.maxTokens = maxTokens;
    request.ignoreEndOfText = true;
    return request;
}

double percentile(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const double last = std::ceil(share * static_cast<double>(values.size()));
    return values[static_cast<size_t>(std::max(last, 1.0)) - 1];
}

ParallelFigures measureParallel(Engine& engine, int streams, int promptTokens, int generate) {
    promptTokens = std::max(promptTokens, 1);
    engine.clearCache();
    ParallelFigures figures;
    figures.streams = streams;
    for (const GenerationResult& reply : replyTogether(engine, streams, promptTokens, 1))
        figures.firstTokenMs.push_back(reply.metrics.timeToFirstTokenMs);
    const auto start = std::chrono::steady_clock::now();
    int64_t tokens = 0;
    // The first token comes with the prompt.
    for (const GenerationResult& reply : replyTogether(engine, streams, promptTokens, generate + 1)) {
        tokens += reply.metrics.generatedTokens - 1;
        for (const float ms : reply.metrics.interTokenMs) figures.betweenTokensMs.push_back(double{ms});
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    figures.tokensPerS = static_cast<double>(tokens) / seconds.count();
    return figures;
}

std::vector<int> streamNumbers(const std::string& list) {
    std::vector<int> numbers;
    for (size_t at = 0; at <= list.size();) {
        const size_t comma = std::min(list.find(',', at), list.size());
        int number = 0;
        const auto [end, problem] = std::from_chars(list.data() + at, list.data() + comma, number);
        if (problem != std::errc() || end != list.data() + comma || number < 1 || number > 64)
            throw UsageError("--parallel takes numbers from 1 to 64, separated by commas, such as 1,2,4");
        numbers.push_back(number);
        at = comma + 1;
    }
    return numbers;
}

void runParallelBench(Engine& engine, const std::vector<int>& streams, int promptTokens, int generate,
                      bool json) {
    (void)measureParallel(engine, 1, std::min(promptTokens, 32), 4);  // pages, caches and clocks settle
    if (!json)
        std::printf("%8s %12s %12s %25s %25s\n", "streams", "tokens/s", "per stream",
                    "first token p50, p99 (ms)", "next token p50, p99 (ms)");
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const int number : streams) {
        const ParallelFigures figures = measureParallel(engine, number, promptTokens, generate);
        const double each = figures.tokensPerS / number;
        all.push_back({{"streams", number},
                       {"tokens_per_s", figures.tokensPerS},
                       {"stream_tokens_per_s", each},
                       {"ttft_ms", percentilesOf(figures.firstTokenMs)},
                       {"itl_ms", percentilesOf(figures.betweenTokensMs)}});
        if (json) continue;
        std::printf("%8d %12.1f %12.1f %12.1f %12.1f %12.1f %12.1f\n", number, figures.tokensPerS, each,
                    percentile(figures.firstTokenMs, 0.5), percentile(figures.firstTokenMs, 0.99),
                    percentile(figures.betweenTokensMs, 0.5), percentile(figures.betweenTokensMs, 0.99));
    }
    if (!json) return;
    const EngineInfo info = engine.info();
    const nlohmann::ordered_json out{
        {"model", info.modelName}, {"quantization", info.quantization}, {"backend", info.backend},
        {"device", info.device},   {"prompt_tokens", promptTokens},     {"generated_tokens", generate},
        {"parallel", all}};
    std::cout << out.dump() << '\n';
}

}  // namespace hearth::cli
