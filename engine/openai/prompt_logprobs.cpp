#include "openai/prompt_logprobs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "hearth/engine.h"
#include "hearth/probe.h"
#include "hearth/prompt_service.h"
#include "session/session_errors.h"

namespace hearth::openai {

namespace {

/// Reads from one position the log probability of the token that follows it.
void readPosition(std::span<const float> logits, int alternatives, GeneratedToken& next) {
    double most = -std::numeric_limits<double>::infinity();
    for (const float logit : logits)
        if (logit > most) most = double{logit};
    double sum = 0;
    for (const float logit : logits)
        if (!std::isnan(logit)) sum += std::exp(double{logit} - most);
    const auto probabilityOf = [&](TokenId token) {
        const double logit = logits[static_cast<size_t>(token)];
        return std::isnan(logit) ? 0.0F : static_cast<float>(std::exp(logit - most) / sum);
    };
    next.probability = probabilityOf(next.token);
    std::vector<TokenId> order(logits.size());
    std::iota(order.begin(), order.end(), TokenId{0});
    const size_t count = std::min<size_t>(order.size(), static_cast<size_t>(alternatives));
    const auto isBetter = [&](TokenId a, TokenId b) {
        const float one = logits[static_cast<size_t>(a)], other = logits[static_cast<size_t>(b)];
        if (std::isnan(one) || std::isnan(other)) return !std::isnan(one);
        return one != other ? one > other : a < b;
    };
    if (count == 1) {
        const auto best = std::min_element(order.begin(), order.end(), isBetter);
        std::iter_swap(order.begin(), best);
    } else {
        std::partial_sort(order.begin(), order.begin() + static_cast<ptrdiff_t>(count), order.end(),
                          isBetter);
    }
    for (size_t i = 0; i < count; ++i) {
        const float probability = probabilityOf(order[i]);
        next.candidates.push_back(
            {.token = order[i], .probability = probability, .plainProbability = probability});
    }
}

}  // namespace

std::vector<GeneratedToken> promptLogprobs(Engine& engine, const GenerationRequest& request,
                                           int alternatives) {
    const std::vector<TokenId> tokens = madePrompt(promptsOf(engine), request).tokens;
    const auto most = static_cast<size_t>(engine.info().contextLength);
    if (tokens.empty()) throw Error(errors::emptyPrompt);
    if (tokens.size() > most) throw Error(errors::contextFull, {tokens.size(), most});
    std::vector<GeneratedToken> read(tokens.size());
    for (size_t i = 0; i < tokens.size(); ++i) read[i].token = tokens[i];
    const auto vocabulary = static_cast<size_t>(engine.info().vocabSize);
    engine.probe()->readLogits({.tokens = tokens}, [&](size_t first, std::span<const float> logits) {
        for (size_t row = 0; (row + 1) * vocabulary <= logits.size(); ++row) {
            const size_t next = first + row + 1;
            if (next < read.size())
                readPosition(logits.subspan(row * vocabulary, vocabulary), alternatives, read[next]);
        }
    });
    return read;
}

}  // namespace hearth::openai
