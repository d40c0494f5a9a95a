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
#include "cli/peak_memory.h"
#include "hearth/cache_admin.h"
#include "hearth/prompt_service.h"

namespace hearth::cli {

namespace {

class ParallelReply final : public GenerationListener {
public:
    void finished(GenerationResult reply) override { result = std::move(reply); }
    void failed(const Error& problem) override { error = problem; }
    std::optional<GenerationResult> result;
    std::optional<Error> error;
};

bool haveEnded(const std::deque<ParallelReply>& replies, size_t count) {
    return std::all_of(replies.begin(), replies.begin() + static_cast<ptrdiff_t>(count),
                       [](const ParallelReply& reply) { return reply.result || reply.error; });
}

/// So many replies, while as many other requests as `waiting` says stand behind them; those are cancelled
/// once the replies have ended.
std::vector<GenerationResult> replyTogether(Engine& engine, size_t streams, int promptTokens, int count,
                                            size_t waiting = 0) {
    std::deque<ParallelReply> replies;  // which stay where they are
    std::vector<RequestId> behind;
    for (size_t i = 0; i < streams + waiting; ++i) {
        const RequestId id =
            engine.submit(randomRequest(engine, promptTokens, count, static_cast<unsigned>(i) + 2),
                          replies.emplace_back(), i < streams ? Priority::Reading : Priority::Background);
        if (i >= streams) behind.push_back(id);
    }
    while (engine.step()) {
        if (behind.empty() || !haveEnded(replies, streams)) continue;
        for (const RequestId id : behind) engine.cancel(id);
        behind.clear();
    }
    std::vector<GenerationResult> results;
    for (size_t i = 0; i < streams; ++i) {
        if (replies[i].error) throw *replies[i].error;
        results.push_back(std::move(*replies[i].result));
    }
    return results;
}

nlohmann::ordered_json percentilesOf(const std::vector<double>& values) {
    return {{"p50", percentile(values, 0.5)}, {"p99", percentile(values, 0.99)}};
}

double mebibytes(uint64_t bytes) {
    return static_cast<double>(bytes) / (1U << 20U);
}

nlohmann::ordered_json jsonOf(const ParallelFigures& figures) {
    return {{"streams", figures.streams},
            {"tokens_per_s", figures.tokensPerS},
            {"stream_tokens_per_s", figures.tokensPerS / figures.streams},
            {"ttft_ms", percentilesOf(figures.firstTokenMs)},
            {"itl_ms", percentilesOf(figures.betweenTokensMs)},
            {"peak_memory_bytes", figures.peakBytes}};
}

void print(const ParallelFigures& figures) {
    std::printf("%8d %12.1f %12.1f %12.1f %12.1f %12.1f %12.1f %12.0f\n", figures.streams, figures.tokensPerS,
                figures.tokensPerS / figures.streams, percentile(figures.firstTokenMs, 0.5),
                percentile(figures.firstTokenMs, 0.99), percentile(figures.betweenTokensMs, 0.5),
                percentile(figures.betweenTokensMs, 0.99), mebibytes(figures.peakBytes));
}

}  // namespace

GenerationRequest randomRequest(const Engine& engine, int promptTokens, int maxTokens, unsigned seed) {
    GenerationRequest request;
    std::mt19937 random(seed);
    const auto vocabulary = static_cast<uint32_t>(promptsOf(engine).tokenizer().vocabSize());
    for (int i = 0; i < promptTokens; ++i)
        request.rawTokens.push_back(static_cast<TokenId>(random() % vocabulary));
    request.sampling.temperature = 0;
    request.sampling.maxTokens = maxTokens;
    request.ignoreEndOfText = true;
    return request;
}

GenerationResult replyTo(Engine& engine, GenerationRequest request) {
    ParallelReply reply;
    (void)engine.submit(std::move(request), reply);
    while (!reply.result && !reply.error) (void)engine.step();
    if (reply.error) throw *reply.error;
    return std::move(*reply.result);
}

double percentile(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const double last = std::ceil(share * static_cast<double>(values.size()));
    return values[static_cast<size_t>(std::max(last, 1.0)) - 1];
}

ParallelFigures measureParallel(Engine& engine, int streams, int promptTokens, int generate) {
    promptTokens = std::max(promptTokens, 1);
    const auto count = static_cast<size_t>(streams);
    engine.cache()->clear();
    restartPeakMemory();
    ParallelFigures figures;
    figures.streams = streams;
    for (const GenerationResult& reply : replyTogether(engine, count, promptTokens, 1))
        figures.firstTokenMs.push_back(reply.metrics.timeToFirstTokenMs);
    const auto start = std::chrono::steady_clock::now();
    int64_t tokens = 0;
    // The first token comes with the prompt.
    for (const GenerationResult& reply : replyTogether(engine, count, promptTokens, generate + 1)) {
        tokens += reply.metrics.generatedTokens - 1;
        for (const float ms : reply.metrics.interTokenMs) figures.betweenTokensMs.push_back(double{ms});
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    figures.tokensPerS = static_cast<double>(tokens) / seconds.count();
    figures.peakBytes = peakMemoryBytes();
    return figures;
}

uint64_t peakWhileWaiting(Engine& engine, int streams, int waiting, int promptTokens, int generate) {
    engine.cache()->clear();
    restartPeakMemory();
    (void)replyTogether(engine, static_cast<size_t>(streams), std::max(promptTokens, 1), generate,
                        static_cast<size_t>(waiting));
    return peakMemoryBytes();
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

void runParallelBench(Engine& engine, const ParallelBench& bench, bool json) {
    // Pages, caches and clocks settle.
    (void)measureParallel(engine, 1, std::min(bench.promptTokens, 32), 4);
    if (!json)
        std::printf("%8s %12s %12s %25s %25s %12s\n", "streams", "tokens/s", "per stream",
                    "first token p50, p99 (ms)", "next token p50, p99 (ms)", "peak (MiB)");
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const int number : bench.streams) {
        const ParallelFigures figures = measureParallel(engine, number, bench.promptTokens, bench.generate);
        all.push_back(jsonOf(figures));
        if (!json) print(figures);
        if (bench.waiting == 0) continue;
        const uint64_t peak =
            peakWhileWaiting(engine, number, bench.waiting, bench.promptTokens, bench.generate);
        all.back()["waiting"] = bench.waiting;
        all.back()["waiting_peak_memory_bytes"] = peak;
        if (!json)
            std::printf("%8s with %d requests waiting behind them: peak %.0f MiB\n", "", bench.waiting,
                        mebibytes(peak));
    }
    if (!json) return;
    const EngineInfo info = engine.info();
    const nlohmann::ordered_json out{{"model", info.modelName},
                                     {"quantization", info.quantization},
                                     {"backend", info.backend},
                                     {"device", info.device.text()},
                                     {"prompt_tokens", bench.promptTokens},
                                     {"generated_tokens", bench.generate},
                                     {"parallel", all}};
    std::cout << out.dump() << '\n';
}

}  // namespace hearth::cli
