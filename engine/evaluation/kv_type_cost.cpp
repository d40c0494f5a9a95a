#include "hearth/kv_type_cost.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "evaluation/logit_distance.h"
#include "hearth/engine.h"
#include "hearth/error.h"
#include "hearth/probe.h"
#include "hearth/prompt_service.h"

namespace hearth {

namespace {

/// Fewer say nothing.
constexpr size_t leastTokens = 64;

/// The tokens that a model may well choose at a position, with the logarithms of their probabilities.
struct Likely {
    std::vector<std::pair<uint32_t, double>> tokens;
    double rest = 0;  ///< the probability of all others together

    explicit Likely(std::span<const float> logits) {
        constexpr double leastLog = -8;  // at most 2,981 tokens are as probable
        const double sum = logSum(logits);
        double total = 0;
        for (size_t token = 0; token < logits.size(); ++token) {
            const double log = logits[token] - sum;
            if (log < leastLog) continue;
            tokens.emplace_back(static_cast<uint32_t>(token), log);
            total += std::exp(log);
        }
        rest = std::max(0.0, 1 - total);
    }

    /// The Kullback-Leibler divergence of other logits, all other tokens taken as one.
    double divergence(std::span<const float> logits) const {
        const double sum = logSum(logits);
        double divergence = 0, total = 0;
        for (const auto& [token, log] : tokens) {
            const double other = logits[token] - sum;
            divergence += std::exp(log) * (log - other);
            total += std::exp(other);
        }
        constexpr double least = 1e-9;  // what is left by rounding says nothing
        if (rest > least) divergence += rest * std::log(rest / std::max(least, 1 - total));
        return std::max(0.0, divergence);
    }
};

/// Tells the logits behind each token.
void score(Engine& engine, KvTypes types, std::span<const TokenId> tokens,
           const std::function<void(size_t position, std::span<const float> logits)>& each,
           const std::stop_token& stop) {
    const auto vocabulary = static_cast<size_t>(engine.info().vocabSize);
    engine.probe()->readLogits(
        {.tokens = tokens, .kvTypes = types},
        [&](size_t position, std::span<const float> logits) {
            for (; !logits.empty(); ++position, logits = logits.subspan(vocabulary))
                each(position, logits.first(vocabulary));
        },
        stop);
}

}  // namespace

std::vector<KvTypeCost> kvTypeCosts(Engine& engine, std::span<const KvTypes> types,
                                    const KvTypeCostOptions& options, const std::stop_token& stop) {
    using Clock = std::chrono::steady_clock;
    if (engine.probe() == nullptr)
        throw Error(ErrorCode::Unsupported,
                    "The cost of a type of the cache cannot be measured for a model that runs elsewhere.");
    std::vector<TokenId> tokens = promptsOf(engine).tokenizer().encode(options.text, {.addSpecial = true});
    tokens.resize(
        std::min({tokens.size(), options.tokens, static_cast<size_t>(engine.info().contextLength)}));
    if (tokens.size() < 2)
        throw Error(ErrorCode::BadInput, "The text has fewer than two tokens; give a longer one.");
    // As many tokens as the first pass comes to in its share of the time are what all of them score.
    const auto end =
        Clock::now() + std::chrono::duration<double>(options.seconds / static_cast<double>(types.size() + 2));
    std::stop_source timeIsUp;
    const std::stop_callback passOn(stop, [&] { timeIsUp.request_stop(); });
    std::vector<Likely> plain;
    try {
        score(
            engine, KvType::F16, tokens,
            [&](size_t, std::span<const float> logits) {
                plain.emplace_back(logits);
                if (plain.size() >= leastTokens && Clock::now() > end) timeIsUp.request_stop();
            },
            timeIsUp.get_token());
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Cancelled || stop.stop_requested() || plain.empty()) throw;
    }
    const auto divergence = [&](KvTypes both) {
        double sum = 0;
        score(
            engine, both, std::span(tokens).first(plain.size()),
            [&](size_t position, std::span<const float> logits) {
                sum += plain[position].divergence(logits);
            },
            stop);
        return sum / static_cast<double>(plain.size());
    };
    const double chance = divergence(KvType::F32);
    std::vector<KvTypeCost> costs;
    for (const KvTypes& both : types) costs.push_back({plain.size(), divergence(both), chance});
    return costs;
}

}  // namespace hearth
