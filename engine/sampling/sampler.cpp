#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <random>
#include <unordered_map>

#include "hearth/error.h"
#include "hearth/sampling.h"
#include "sampling/candidate_filter.h"
#include "sampling/probability.h"

namespace hearth {

struct Sampler::Impl {
    SamplingParams params;
    int32_t vocabSize = 0;
    uint64_t seed = 0;
    std::mt19937_64 random;  // its sequence is fixed by the C++ standard
    std::deque<TokenId> recent;
    std::unordered_map<TokenId, int> counts;  // of the recent tokens

    bool penalizes() const noexcept {
        return params.penaltyLastN != 0 &&
               (params.repeatPenalty != 1 || params.presencePenalty != 0 || params.frequencyPenalty != 0);
    }

    /// The logits with penalties; `storage` holds them when there are any.
    std::span<const float> penalized(std::span<const float> logits, std::vector<float>& storage) const {
        if (!penalizes() || counts.empty()) return logits;
        storage.assign(logits.begin(), logits.end());
        for (const auto& [token, count] : counts) {
            if (token < 0 || static_cast<size_t>(token) >= storage.size()) continue;
            float& logit = storage[static_cast<size_t>(token)];
            logit = logit > 0 ? logit / params.repeatPenalty : logit * params.repeatPenalty;
            logit -= params.presencePenalty + params.frequencyPenalty * static_cast<float>(count);
        }
        return storage;
    }

    /// In [0, 1), from the upper 53 bits: the same on every machine, unlike the standard distributions.
    double uniform() { return static_cast<double>(random() >> 11U) * 0x1p-53; }
};

Sampler::Sampler(const SamplingParams& params, int32_t vocabSize) : m_impl(std::make_unique<Impl>()) {
    params.check();
    m_impl->params = params;
    m_impl->vocabSize = vocabSize;
    if (params.seed) {
        m_impl->seed = *params.seed;
    } else {
        std::random_device device;
        // 53 bits, so that the seed survives JSON and spin boxes.
        m_impl->seed = ((uint64_t{device()} << 32U) | device()) >> 11U;
    }
    m_impl->random.seed(m_impl->seed);
}

Sampler::~Sampler() = default;
Sampler::Sampler(Sampler&&) noexcept = default;
Sampler& Sampler::operator=(Sampler&&) noexcept = default;

uint64_t Sampler::seed() const noexcept {
    return m_impl->seed;
}

void Sampler::accept(TokenId token) {
    Impl& impl = *m_impl;
    if (!impl.penalizes()) return;
    impl.recent.push_back(token);
    ++impl.counts[token];
    if (impl.params.penaltyLastN < 0 || impl.recent.size() <= static_cast<size_t>(impl.params.penaltyLastN))
        return;
    const auto oldest = impl.counts.find(impl.recent.front());
    if (--oldest->second == 0) impl.counts.erase(oldest);
    impl.recent.pop_front();
}

TokenId Sampler::sample(std::span<const float> logits) {
    if (logits.size() != static_cast<size_t>(m_impl->vocabSize)) {
        throw Error(ErrorCode::BadInput, "There are " + std::to_string(logits.size()) +
                                             " logits for a vocabulary of " +
                                             std::to_string(m_impl->vocabSize) + ".");
    }
    std::vector<float> storage;
    const std::span<const float> penalized = m_impl->penalized(logits, storage);
    if (m_impl->params.temperature == 0) return bestToken(penalized);
    const std::vector<Candidate> kept = filterCandidates(penalized, m_impl->params);
    std::vector<double> weights(kept.size());
    double total = 0;
    for (size_t i = 0; i < kept.size(); ++i) {
        total += weights[i] = std::exp(double{kept[i].logit - kept[0].logit} / m_impl->params.temperature);
    }
    double target = m_impl->uniform() * total;
    for (size_t i = 0; i + 1 < kept.size(); ++i) {
        target -= weights[i];
        if (target < 0) return kept[i].token;
    }
    return kept.back().token;
}

std::vector<TokenCandidate> Sampler::distribution(std::span<const float> logits, int count) const {
    const SamplingParams& params = m_impl->params;
    std::vector<float> storage;
    const std::span<const float> penalized = m_impl->penalized(logits, storage);
    const float best = logits[static_cast<size_t>(bestToken(logits))];
    // One vectorised pass: this runs with every token when the window keeps alternatives.
    const float bestShare = tokenProbability(logits, bestToken(logits));
    const double plainTotal = bestShare > 0 ? 1 / double{bestShare} : 1;

    const std::vector<Candidate> kept = filterCandidates(penalized, params);
    const float temperature = params.temperature == 0 ? 1e-6F : params.temperature;
    double keptTotal = 0;
    for (const Candidate& candidate : kept)
        keptTotal += std::exp(double{candidate.logit - kept[0].logit} / temperature);
    SamplingParams withTopP = params;
    withTopP.minP = 0;
    const size_t afterTopP = params.minP > 0 ? filterCandidates(penalized, withTopP).size() : kept.size();

    std::vector<TokenCandidate> out;
    const std::vector<Candidate> ranked = bestCandidates(penalized, static_cast<size_t>(std::max(count, 0)));
    for (size_t i = 0; i < ranked.size(); ++i) {
        TokenCandidate candidate{.token = ranked[i].token};
        const float plain = logits[static_cast<size_t>(ranked[i].token)];
        candidate.plainProbability = static_cast<float>(std::exp(double{plain} - best) / plainTotal);
        if (i < kept.size()) {
            candidate.probability = static_cast<float>(
                std::exp(double{ranked[i].logit - kept[0].logit} / temperature) / keptTotal);
        } else if (params.topK != 0 && i >= static_cast<size_t>(params.topK)) {
            candidate.cutBy = "top-k";
        } else {
            candidate.cutBy = i < afterTopP ? "min-p" : "top-p";
        }
        out.push_back(candidate);
    }
    return out;
}

}  // namespace hearth
