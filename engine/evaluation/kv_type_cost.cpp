#include "hearth/kv_type_cost.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "evaluation/logit_distance.h"
#include "hearth/error.h"

namespace hearth {

namespace {

/// Fewer say nothing.
constexpr size_t leastTokens = 64;

/// Tells the negative log-probability of each token behind the first.
void score(Engine& engine, KvTypes types, std::span<const TokenId> tokens,
           const std::function<void(double)>& each, const std::stop_token& stop) {
    const auto vocabulary = static_cast<size_t>(engine.info().vocabSize);
    engine.logitsWithCache(
        types, tokens,
        [&](size_t position, std::span<const float> logits) {
            for (; !logits.empty(); ++position, logits = logits.subspan(vocabulary)) {
                if (position + 1 == tokens.size()) return;
                each(negativeLogProbability(logits.first(vocabulary), tokens[position + 1]));
            }
        },
        stop);
}

double perplexityOf(std::span<const double> surprises) {
    return std::exp(std::accumulate(surprises.begin(), surprises.end(), 0.0) /
                    static_cast<double>(surprises.size()));
}

}  // namespace

KvTypeCost kvTypeCost(Engine& engine, KvTypes types, const KvTypeCostOptions& options,
                      const std::stop_token& stop) {
    using Clock = std::chrono::steady_clock;
    std::vector<TokenId> tokens = engine.tokenizer().encode(options.text, {.addSpecial = true});
    tokens.resize(
        std::min({tokens.size(), options.tokens, static_cast<size_t>(engine.info().contextLength)}));
    if (tokens.size() < 2)
        throw Error(ErrorCode::BadInput, "The text has fewer than two tokens; give a longer one.");
    // What the first pass comes to in half the time is what both score.
    const auto end = Clock::now() + std::chrono::duration<double>(options.seconds / 2);
    std::stop_source timeIsUp;
    const std::stop_callback passOn(stop, [&] { timeIsUp.request_stop(); });
    std::vector<double> plain, rounded;
    try {
        score(
            engine, KvType::F16, tokens,
            [&](double surprise) {
                plain.push_back(surprise);
                if (plain.size() >= leastTokens && Clock::now() > end) timeIsUp.request_stop();
            },
            timeIsUp.get_token());
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Cancelled || stop.stop_requested() || plain.empty()) throw;
    }
    score(
        engine, types, std::span(tokens).first(plain.size() + 1),
        [&](double surprise) { rounded.push_back(surprise); }, stop);
    return {.tokens = plain.size(),
            .perplexity = perplexityOf(rounded),
            .perplexityInFloat16 = perplexityOf(plain)};
}

}  // namespace hearth
