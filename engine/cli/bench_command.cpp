#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "backend/cuda_loader/cuda_loader.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/parallel_bench.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"
#include "machine/read_bandwidth.h"

namespace hearth::cli {

namespace {

constexpr std::array benchOwnOptions = {
    Option{"--prompt-tokens", "-p", "N", "prompt tokens to process (default 512; 0 skips this)"},
    Option{"--generate", "-n", "N", "tokens to generate (default 128; 0 skips this)"},
    Option{"--depth", "-d", "N", "tokens already in the cache (default 0)"},
    Option{"--repetitions", "-r", "N", "number of measurements of each (default 5)"},
    Option{"--no-cache", "", "",
           "generate once more with everything recomputed for each token, and say how much slower that is"},
    Option{"--speculate", "", "HOW",
           "lookup, draft or off: how to guess tokens and check several at once (default: draft with "
           "--draft-model, else off)"},
    draftOption,
    Option{"--parallel", "", "N,N,…",
           "number of replies to generate at once; several numbers are measured in turn (1 to 64 each)"},
    jsonOption,
};
constexpr auto benchOptions = joinOptions(engineOptionList, benchOwnOptions);

struct Series {
    std::vector<double> rates;
    double mean() const {
        double sum = 0;
        for (const double rate : rates) sum += rate;
        return rates.empty() ? 0 : sum / static_cast<double>(rates.size());
    }
    /// Standard deviation of the sample.
    double spread() const {
        double squares = 0;
        for (const double rate : rates) squares += (rate - mean()) * (rate - mean());
        return rates.size() < 2 ? 0 : std::sqrt(squares / static_cast<double>(rates.size() - 1));
    }
};

class Bench {
public:
    Bench(Engine& engine, int depth, Speculation speculation)
        : m_engine(engine), m_depth(depth), m_speculation(speculation) {}

    /// Tokens a second of processing `count` tokens behind the depth.
    double prefill(int count) {
        m_engine.clearCache();
        GenerationRequest request = requestFor(m_depth + count, 0);
        if (m_depth > 0) (void)m_engine.generate(requestFor(m_depth, 0), m_listener);
        const GenerationResult result = m_engine.generate(request, m_listener);
        return 1000.0 * result.metrics.processedTokens / result.metrics.prefillMs;
    }

    /// Tokens a second of generating `count` tokens behind the depth.
    double decode(int count) {
        m_engine.clearCache();
        // The first token comes out of the prompt: one more is generated, and the steps between are counted.
        GenerationRequest request = requestFor(std::max(m_depth, 1), count + 1);
        request.speculation = m_speculation;
        const GenerationMetrics metrics = m_engine.generate(request, m_listener).metrics;
        m_drafted += metrics.draftedTokens;
        m_accepted += metrics.acceptedTokens;
        return metrics.decodeTokensPerS;
    }
    /// The same with everything processed anew for each token, which is what the cache spares.
    double decodeWithoutCache(int count) {
        GenerationRequest request = requestFor(std::max(m_depth, 1), 1);
        request.useCache = false;
        double milliseconds = 0;
        for (int i = 0; i <= count; ++i) {
            const GenerationResult one = m_engine.generate(request, m_listener);
            request.rawTokens.push_back(one.tokens.front().token);
            // As above, the first token is not counted.
            if (i > 0) milliseconds += one.metrics.timeToFirstTokenMs;
        }
        return milliseconds > 0 ? 1000.0 * count / milliseconds : 0;
    }
    int64_t drafted() const noexcept { return m_drafted; }
    int64_t accepted() const noexcept { return m_accepted; }

private:
    GenerationRequest requestFor(int promptTokens, int maxTokens) const {
        return randomRequest(m_engine, promptTokens, maxTokens, 1);
    }

    Engine& m_engine;
    int m_depth;
    Speculation m_speculation;
    int64_t m_drafted = 0, m_accepted = 0;
    GenerationListener m_listener;
};

void checkRange(const char* name, int value, int low, int high) {
    if (value < low || value > high) {
        throw UsageError(std::string(name) + " must be from " + std::to_string(low) + " to " +
                         std::to_string(high));
    }
}

void runBench(const Arguments& arguments) {
    refuseWords(arguments);
    const int promptTokens = arguments.integer("--prompt-tokens", 512),
              generate = arguments.integer("--generate", 128);
    const int depth = arguments.integer("--depth", 0), repetitions = arguments.integer("--repetitions", 5);
    checkRange("-p", promptTokens, 0, 1 << 20);
    checkRange("-n", generate, 0, 1 << 20);
    checkRange("-d", depth, 0, 1 << 20);
    checkRange("-r", repetitions, 1, 1000);
    EngineOptions engineOptionsGiven = engineOptions(arguments);
    std::vector<int> streams;
    if (const auto list = arguments.text("--parallel")) streams = streamNumbers(*list);
    int needed = depth + std::max(promptTokens, generate) + 2;
    // Room for all of them: nobody is to wait for blocks.
    if (!streams.empty())
        needed = (promptTokens + generate + 66) * *std::max_element(streams.begin(), streams.end());
    if (engineOptionsGiven.contextLength == 0) engineOptionsGiven.contextLength = std::max(needed, 512);
    const auto engine = loadEngine(engineOptionsGiven);
    const EngineInfo info = engine->info();
    Bench bench(*engine, depth, speculation(arguments, Speculation::Off));
    if (!streams.empty()) {
        runParallelBench(*engine, streams, promptTokens, std::max(generate, 1), arguments.has("--json"));
        return;
    }
    Series prefill, decode;
    // One round that is not counted: pages, caches and clocks settle.
    for (int round = -1; round < repetitions; ++round) {
        const double prefillRate = promptTokens > 0 ? bench.prefill(promptTokens) : 0;
        const double decodeRate =
            generate > 0 ? bench.decode(round < 0 ? std::min(generate, 16) : generate) : 0;
        if (round < 0) continue;
        if (promptTokens > 0) prefill.rates.push_back(prefillRate);
        if (generate > 0) decode.rates.push_back(decodeRate);
    }
    nlohmann::ordered_json out{{"model", info.modelName},
                               {"quantization", info.quantization},
                               {"backend", info.backend},
                               {"device", info.device},
                               {"layers", info.layers},
                               {"layers_on_gpu", info.backend == "GPU" ? info.memory.layersOnDevice : 0},
                               {"prompt_tokens", promptTokens},
                               {"generated_tokens", generate},
                               {"depth", depth},
                               {"repetitions", repetitions},
                               {"pp_tokens_per_s", prefill.mean()},
                               {"pp_spread", prefill.spread()},
                               {"tg_tokens_per_s", decode.mean()},
                               {"tg_spread", decode.spread()},
                               {"drafted_tokens", bench.drafted()},
                               {"accepted_tokens", bench.accepted()}};
    if (generate > 0) {
        const double bandwidth = info.backend == "GPU" ? CudaLoader().bandwidth(0).read
                                                       : measureReadBandwidth(engineOptionsGiven.threads);
        double kvBytes = 0;
        for (const Engine::CacheStats::Group& group : engine->cacheStats().groups) {
            const double seen = depth + generate / 2.0;
            kvBytes += static_cast<double>(group.bytes) / static_cast<double>(group.blocks) / 32.0 *
                       (group.window != 0 ? std::min<double>(seen, group.window) : seen);
        }
        const double bytesPerToken = static_cast<double>(info.decodeBytes) + kvBytes;
        out["read_bytes_per_s"] = decode.mean() * bytesPerToken;
        out["measured_bandwidth"] = bandwidth;
        out["bandwidth_share"] = bandwidth > 0 ? decode.mean() * bytesPerToken / bandwidth : 0.0;
    }
    if (arguments.has("--no-cache") && generate > 0) {
        const double rate = bench.decodeWithoutCache(generate);
        out["tg_without_cache_tokens_per_s"] = rate;
        out["cache_speedup"] = rate > 0 ? decode.mean() / rate : 0.0;
    }
    if (arguments.has("--json")) {
        std::cout << out.dump() << '\n';
        return;
    }
    std::printf("%s, %s, %s (%s)\n", readableText(info.modelName).c_str(), info.quantization.c_str(),
                info.backend.c_str(), info.device.c_str());
    const std::string behind = depth > 0 ? " @ d" + std::to_string(depth) : std::string();
    if (promptTokens > 0)
        std::printf("pp%d%s: %10.2f ± %.2f tokens/s\n", promptTokens, behind.c_str(), prefill.mean(),
                    prefill.spread());
    if (generate == 0) return;
    std::printf("tg%d%s: %10.2f ± %.2f tokens/s\n", generate, behind.c_str(), decode.mean(), decode.spread());
    if (bench.drafted() > 0)
        std::printf("drafted %lld tokens, %.0f %% of them right\n", static_cast<long long>(bench.drafted()),
                    100.0 * static_cast<double>(bench.accepted()) / static_cast<double>(bench.drafted()));
    std::printf("read: %.1f GB/s, %.0f %% of the measured %.1f GB/s\n",
                out["read_bytes_per_s"].get<double>() / 1e9, 100 * out["bandwidth_share"].get<double>(),
                out["measured_bandwidth"].get<double>() / 1e9);
    if (out.contains("cache_speedup")) {
        std::printf("without the cache: %.2f tokens/s; the cache makes it %.1f times faster\n",
                    out["tg_without_cache_tokens_per_s"].get<double>(), out["cache_speedup"].get<double>());
    }
}

}  // namespace

const Command benchCommand{.name = "bench",
                           .usage = "-m MODEL [-p 512 -n 128 -d DEPTH -r 5 -t THREADS] [--json] [OPTIONS]",
                           .summary = "Measure the speed of prompt processing and token generation.",
                           .options = benchOptions,
                           .run = runBench};

}  // namespace hearth::cli
