#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <span>
#include <unordered_map>
#include <vector>

#include "backend/best_logits.h"
#include "hearth/sampling.h"
#include "sampling/candidate_filter.h"

namespace hearth {

/// Implementation of Sampler, which can also work from the few best logits that a device selected: the same
/// tokens from the same random numbers. One exception: with top-k off, top-p compares with the sum over the
/// whole row, whose last bits (of a float) depend on the order of addition. For one reply and one thread.
class TokenChooser {
public:
    TokenChooser(const SamplingParams& params, int32_t vocabSize);

    // See Sampler.
    uint64_t seed() const noexcept { return m_seed; }
    void accept(TokenId token);
    /// `allowed`: a bit for each token that may be chosen, at least one of them; empty: all.
    TokenId sample(std::span<const float> logits, std::span<const uint64_t> allowed = {});
    std::vector<TokenCandidate> distribution(std::span<const float> logits, int count,
                                             std::span<const uint64_t> allowed = {}) const;

    /// The part of the logits that is enough to choose, and to describe `alternatives` candidates; nullopt:
    /// all. `ahead`: tokens that will have been accepted by then.
    std::optional<BestLogitsQuery> query(int alternatives, std::span<const TokenId> ahead = {}) const;
    /// True if the settings leave only tokens that are in `best`; otherwise the whole row is needed.
    bool isEnough(const BestLogits& best, int alternatives) const;
    /// From logits for which isEnough() is true.
    TokenId sample(const BestLogits& best);
    std::vector<TokenCandidate> distribution(const BestLogits& best, int count) const;

private:
    bool penalizes() const noexcept;
    /// The logits with the bias of tokens and with penalties, -inf for tokens that are not allowed; `storage`
    /// holds them if there are any changes.
    std::span<const float> adjusted(std::span<const float> logits, std::span<const uint64_t> allowed,
                                    std::vector<float>& storage) const;
    std::optional<std::vector<Candidate>> filtered(const BestLogits& best, const SamplingParams& by) const;
    /// Draws one of the candidates, best first, by their weights.
    TokenId draw(std::span<const Candidate> kept);
    /// The ranked tokens with their probabilities. `kept`: the candidates that the settings leave, the front
    /// of `ranked` or more; `afterTopP`: the number that top-k and top-p alone leave; `plainTotal`: sum of
    /// exp(plain - plainLargest).
    std::vector<TokenCandidate> describe(std::span<const BestLogits::Entry> ranked,
                                         std::span<const Candidate> kept, size_t afterTopP,
                                         float plainLargest, double plainTotal) const;

    SamplingParams m_params;
    int32_t m_vocabSize = 0;
    uint64_t m_seed = 0;
    std::mt19937_64 m_random;  // its sequence is fixed by the C++ standard
    std::deque<TokenId> m_recent;
    std::unordered_map<TokenId, int> m_counts;  // of the recent tokens
};

}  // namespace hearth
