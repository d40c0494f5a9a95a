#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "backend/registry/built_in_backends.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/expected_speed.h"
#include "cli/expert_figures.h"
#include "cli/parallel_bench.h"
#include "cli/picture_input.h"
#include "hearth/cache_admin.h"
#include "hearth/error.h"
#include "hearth/host_resources.h"
#include "hearth/readable_text.h"

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
           "lookup, own, draft or off: how to guess tokens and check several at once (default: draft with "
           "--draft-model, else off)"},
    draftOption,
    Option{"--parallel", "", "N,N,…",
           "number of replies to generate at once; several numbers are measured in turn (1 to 64 each)"},
    Option{"--waiting", "", "N",
           "with --parallel: also state the peak memory with N more requests waiting (default 0)"},
    Option{"--expect", "", "",
           "also say what the shapes of the model and the measured products of the device promise, and what "
           "bounds prompts and replies"},
    Option{
        "--image", "", "FILE",
        "also measure a prompt with a picture whose rows are encoded already, in turns with text of as many "
        "tokens"},
    jsonOption,
};
constexpr auto benchOptions = joinOptions(engineOptionList, std::array{ownProcessOption}, benchOwnOptions);

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
        m_engine.cache()->clear();
        GenerationRequest request = requestFor(m_depth + count, 0);
        if (m_depth > 0) (void)replyTo(m_engine, requestFor(m_depth, 0));
        const GenerationResult result = replyTo(m_engine, request);
        return 1000.0 * result.metrics.processedTokens / result.metrics.prefillMs;
    }

    /// Tokens a second of generating `count` tokens behind the depth.
    double decode(int count) {
        m_engine.cache()->clear();
        // The first token comes out of the prompt: one more is generated, and the steps between are counted.
        GenerationRequest request = requestFor(std::max(m_depth, 1), count + 1);
        request.speculation = m_speculation;
        const GenerationMetrics metrics = replyTo(m_engine, request).metrics;
        m_drafted += metrics.draftedTokens;
        m_accepted += metrics.acceptedTokens;
        m_modelDrafted += metrics.modelDraftedTokens;
        m_modelAccepted += metrics.modelAcceptedTokens;
        return metrics.decodeTokensPerS;
    }
    /// The same with everything processed anew for each token, which is what the cache spares.
    double decodeWithoutCache(int count) {
        GenerationRequest request = requestFor(std::max(m_depth, 1), 1);
        request.useCache = false;
        double milliseconds = 0;
        for (int i = 0; i <= count; ++i) {
            const GenerationResult one = replyTo(m_engine, request);
            request.rawTokens.push_back(one.tokens.front().token);
            // As above, the first token is not counted.
            if (i > 0) milliseconds += one.metrics.timeToFirstTokenMs;
        }
        return milliseconds > 0 ? 1000.0 * count / milliseconds : 0;
    }
    /// Processes a question about pictures. Their rows are kept for the next one, and nothing else is.
    GenerationMetrics askAbout(const std::vector<MessagePicture>& pictures) {
        GenerationRequest request = requestFor(0, 0);
        request.messages.push_back(
            {.role = "user", .content = "What is in the picture?", .reasoning = {}, .tokens = {}});
        request.messages.back().pictures = pictures;
        request.useCache = false;
        return replyTo(m_engine, request).metrics;
    }
    /// Processes a text of that many tokens and caches none of them.
    GenerationMetrics readText(int tokens) {
        GenerationRequest request = requestFor(tokens, 0);
        request.useCache = false;
        return replyTo(m_engine, request).metrics;
    }
    int64_t drafted() const noexcept { return m_drafted; }
    int64_t accepted() const noexcept { return m_accepted; }
    /// Of both, those that a model guessed.
    int64_t modelDrafted() const noexcept { return m_modelDrafted; }
    int64_t modelAccepted() const noexcept { return m_modelAccepted; }

private:
    GenerationRequest requestFor(int promptTokens, int maxTokens) const {
        return randomRequest(m_engine, promptTokens, maxTokens, 1);
    }

    Engine& m_engine;
    int m_depth;
    Speculation m_speculation;
    int64_t m_drafted = 0, m_accepted = 0, m_modelDrafted = 0, m_modelAccepted = 0;
};

void checkRange(const char* name, int value, int low, int high) {
    if (value < low || value > high) {
        throw UsageError(std::string(name) + " must be from " + std::to_string(low) + " to " +
                         std::to_string(high));
    }
}

/// The measurements that the command line asks for.
struct BenchPlan {
    int promptTokens = 0, generate = 0, depth = 0, repetitions = 0, waiting = 0;
    std::vector<int> streams;  ///< empty: one reply at a time

    /// Positions that the context must have at least.
    int positions() const {
        // Room for all of them, so that no reply waits for blocks.
        const int needed = streams.empty() ? depth + std::max(promptTokens, generate) + 2
                                           : (promptTokens + generate + 66) *
                                                 *std::max_element(streams.begin(), streams.end());
        return std::max(needed, 512);
    }
};

BenchPlan benchPlan(const Arguments& arguments) {
    BenchPlan plan{.promptTokens = arguments.integer("--prompt-tokens", 512),
                   .generate = arguments.integer("--generate", 128),
                   .depth = arguments.integer("--depth", 0),
                   .repetitions = arguments.integer("--repetitions", 5),
                   .waiting = arguments.integer("--waiting", 0),
                   .streams = {}};
    checkRange("-p", plan.promptTokens, 0, 1 << 20);
    checkRange("-n", plan.generate, 0, 1 << 20);
    checkRange("-d", plan.depth, 0, 1 << 20);
    checkRange("-r", plan.repetitions, 1, 1000);
    checkRange("--waiting", plan.waiting, 0, 10'000);
    if (const auto list = arguments.text("--parallel")) plan.streams = streamNumbers(*list);
    if (plan.waiting > 0 && plan.streams.empty()) throw UsageError("--waiting needs --parallel");
    return plan;
}

struct BenchSeries {
    Series prefill, decode;
};

BenchSeries measureBench(Bench& bench, const BenchPlan& plan) {
    BenchSeries series;
    // One round that is not counted: pages, caches and clocks settle.
    for (int round = -1; round < plan.repetitions; ++round) {
        const double prefillRate = plan.promptTokens > 0 ? bench.prefill(plan.promptTokens) : 0;
        const int generate = round < 0 ? std::min(plan.generate, 16) : plan.generate;
        const double decodeRate = generate > 0 ? bench.decode(generate) : 0;
        if (round < 0) continue;
        if (plan.promptTokens > 0) series.prefill.rates.push_back(prefillRate);
        if (plan.generate > 0) series.decode.rates.push_back(decodeRate);
    }
    return series;
}

/// Measures prompts with pictures that are encoded, in turns with text of as many tokens.
nlohmann::ordered_json measurePictures(Bench& bench, const BenchPlan& plan,
                                       const std::vector<MessagePicture>& pictures) {
    const auto rateOf = [](const GenerationMetrics& metrics) {
        return 1000.0 * metrics.processedTokens / metrics.prefillMs;
    };
    // This one also encodes them.
    const int tokens = bench.askAbout(pictures).promptTokens;
    (void)bench.readText(tokens);
    Series withPictures, text, ratios;
    for (int round = 0; round < plan.repetitions; ++round) {
        withPictures.rates.push_back(rateOf(bench.askAbout(pictures)));
        text.rates.push_back(rateOf(bench.readText(tokens)));
        ratios.rates.push_back(withPictures.rates.back() / text.rates.back());
    }
    return {{"prompt_tokens", tokens},
            {"pp_tokens_per_s", withPictures.mean()},
            {"text_pp_tokens_per_s", text.mean()},
            {"ratio", ratios.mean()},
            {"ratio_spread", ratios.spread()}};
}

/// Of the cache, that one token of a reply reads on average.
double kvBytesRead(Engine& engine, const BenchPlan& plan) {
    double bytes = 0;
    for (const CacheStats::Group& group : engine.cache()->stats().groups) {
        const double seen = plan.depth + plan.generate / 2.0;
        bytes += static_cast<double>(group.bytes) / static_cast<double>(group.blocks) / 32.0 *
                 (group.window != 0 ? std::min<double>(seen, group.window) : seen);
    }
    return bytes;
}

/// Bytes a second that can be read where the model runs.
double readBandwidth(const EngineInfo& info, int threads) {
    const BackendRegistry backends = builtInBackends();
    const BackendKind* kind = backends.find(info.backendName);
    const BackendSettings settings{.threads = threads != 0 ? threads : usableCores()};
    return kind != nullptr ? kind->measureBandwidth(settings).read : 0;
}

void addBandwidth(nlohmann::ordered_json& out, Engine& engine, const BenchPlan& plan, int threads,
                  double tokensPerS) {
    const EngineInfo info = engine.info();
    const double bandwidth = readBandwidth(info, threads);
    const double read = tokensPerS * (static_cast<double>(info.decodeBytes) + kvBytesRead(engine, plan));
    out["read_bytes_per_s"] = read;
    out["measured_bandwidth"] = bandwidth;
    out["bandwidth_share"] = bandwidth > 0 ? read / bandwidth : 0.0;
}

nlohmann::ordered_json benchJson(const EngineInfo& info, const BenchPlan& plan, const BenchSeries& series,
                                 const Bench& bench) {
    return {{"model", info.modelName},
            {"quantization", info.quantization},
            {"backend", info.backend},
            {"device", info.device.text()},
            {"layers", info.layers},
            {"layers_on_gpu", info.onDevice ? info.memory.layersOnDevice : 0},
            {"prompt_tokens", plan.promptTokens},
            {"generated_tokens", plan.generate},
            {"depth", plan.depth},
            {"repetitions", plan.repetitions},
            {"pp_tokens_per_s", series.prefill.mean()},
            {"pp_spread", series.prefill.spread()},
            {"tg_tokens_per_s", series.decode.mean()},
            {"tg_spread", series.decode.spread()},
            {"drafted_tokens", bench.drafted()},
            {"accepted_tokens", bench.accepted()},
            {"model_drafted_tokens", bench.modelDrafted()},
            {"model_accepted_tokens", bench.modelAccepted()}};
}

void printBench(const nlohmann::ordered_json& out, const EngineInfo& info, const BenchPlan& plan) {
    const auto number = [&](const char* key) { return out[key].get<double>(); };
    std::printf("%s, %s, %s (%s)\n", readableText(info.modelName).c_str(), info.quantization.c_str(),
                info.backend.c_str(), info.device.text().c_str());
    const std::string behind = plan.depth > 0 ? " @ d" + std::to_string(plan.depth) : std::string();
    if (plan.promptTokens > 0)
        std::printf("pp%d%s: %10.2f ± %.2f tokens/s\n", plan.promptTokens, behind.c_str(),
                    number("pp_tokens_per_s"), number("pp_spread"));
    if (out.contains("pictures")) {
        const auto& pictures = out["pictures"];
        std::printf("pp%d with pictures: %.2f tokens/s, text %.2f tokens/s: %.3f times (± %.3f)\n",
                    pictures["prompt_tokens"].get<int>(), pictures["pp_tokens_per_s"].get<double>(),
                    pictures["text_pp_tokens_per_s"].get<double>(), pictures["ratio"].get<double>(),
                    pictures["ratio_spread"].get<double>());
    }
    if (plan.generate == 0) return;
    std::printf("tg%d%s: %10.2f ± %.2f tokens/s\n", plan.generate, behind.c_str(), number("tg_tokens_per_s"),
                number("tg_spread"));
    if (const auto drafted = out["drafted_tokens"].get<int64_t>(); drafted > 0)
        std::printf("drafted %lld tokens, %.0f %% of them right; a model drafted %.0f, of which %.0f right\n",
                    static_cast<long long>(drafted),
                    100.0 * number("accepted_tokens") / static_cast<double>(drafted),
                    number("model_drafted_tokens"), number("model_accepted_tokens"));
    std::printf("read: %.1f GB/s, %.0f %% of the measured %.1f GB/s\n", number("read_bytes_per_s") / 1e9,
                100 * number("bandwidth_share"), number("measured_bandwidth") / 1e9);
    if (out.contains("experts"))
        std::printf(
            "%d of %d experts of a layer on the card: %.1f %% of the uses found there, %.2f GB copied\n",
            out["experts"]["experts_on_card"].get<int>(), info.memory.experts.experts,
            100 * out["experts"]["hit_rate"].get<double>(),
            static_cast<double>(out["experts"]["copied_bytes"].get<uint64_t>()) / 1e9);
    if (out.contains("cache_speedup"))
        std::printf("without the cache: %.2f tokens/s; the cache makes it %.1f times faster\n",
                    number("tg_without_cache_tokens_per_s"), number("cache_speedup"));
}

void runBench(const Arguments& arguments) {
    const std::vector<MessagePicture> pictures = readPictures(arguments);
    const BenchPlan plan = benchPlan(arguments);
    if (!pictures.empty() && !plan.streams.empty())
        throw UsageError("--image is measured one prompt at a time, so not with --parallel");
    EngineOptions options = engineOptions(arguments);
    // Only the loaded model knows how long a prompt with pictures is.
    if (options.contextLength == 0 && pictures.empty()) options.contextLength = plan.positions();
    const auto engine = loadEngine(options, {}, modelPlace(arguments, ModelPlace::InProcess));
    Bench bench(*engine, plan.depth, speculation(arguments).value_or(Speculation::Off));
    if (!plan.streams.empty()) {
        runParallelBench(*engine,
                         {.streams = plan.streams,
                          .promptTokens = plan.promptTokens,
                          .generate = std::max(plan.generate, 1),
                          .waiting = plan.waiting},
                         arguments.has("--json"));
        return;
    }
    const EngineInfo info = engine->info();
    const BenchSeries series = measureBench(bench, plan);
    nlohmann::ordered_json out = benchJson(info, plan, series, bench);
    if (plan.generate > 0) addBandwidth(out, *engine, plan, options.threads, series.decode.mean());
    if (arguments.has("--no-cache") && plan.generate > 0) {
        const double rate = bench.decodeWithoutCache(plan.generate);
        out["tg_without_cache_tokens_per_s"] = rate;
        out["cache_speedup"] = rate > 0 ? series.decode.mean() / rate : 0.0;
    }
    if (const ExpertTraffic experts = engine->cache()->stats().experts; experts.isUsed())
        out["experts"] = expertFigures(experts);
    if (!pictures.empty()) out["pictures"] = measurePictures(bench, plan, pictures);
    if (arguments.has("--expect")) out["expected"] = expectedSpeed(info, options, plan.depth);
    if (arguments.has("--json")) {
        std::cout << out.dump() << '\n';
        return;
    }
    printBench(out, info, plan);
    if (out.contains("expected"))
        std::fputs(expectedSpeedText(out["expected"], series.decode.mean()).c_str(), stdout);
}

}  // namespace

const Command benchCommand{.name = "bench",
                           .usage = "-m MODEL [-p 512 -n 128 -d DEPTH -r 5 -t THREADS] [--json] [OPTIONS]",
                           .summary = "Measure the speed of prompt processing and token generation.",
                           .options = benchOptions,
                           .run = runBench};

}  // namespace hearth::cli
