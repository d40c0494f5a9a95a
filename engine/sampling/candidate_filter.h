#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "hearth/sampling.h"

namespace hearth {

/// A token that is still in the running.
struct Candidate {
    TokenId token = -1;
    float logit = 0;
};

/// The tokens that the settings leave, best first (equal logits: lower id first), at least one. Cuts in this
/// order: top-k, top-p, min-p, each on the model's own probabilities (temperature comes after). Works without
/// sorting the whole vocabulary. NaN counts as -inf; all -inf throws Error(BadInput).
std::vector<Candidate> filterCandidates(std::span<const float> logits, const SamplingParams& params);

/// The same if only the best candidates are known, of `columns` in all. `complete`: no finite one comes after
/// them. `total`: sum of exp(logit - best logit) over the whole row, read only when top-k is off and top-p
/// on. nullopt if later candidates may belong to the result.
std::optional<std::vector<Candidate>> filterRanked(std::vector<Candidate> ranked, bool complete, double total,
                                                   size_t columns, const SamplingParams& params);

/// Number of candidates, best first, that reach a share `topP` of `total`; each weighs exp(logit - best
/// logit).
size_t nucleusSize(std::span<const Candidate> sorted, double topP, double total);

/// The best `count` of all, best first. Fewer when fewer are finite.
std::vector<Candidate> bestCandidates(std::span<const float> logits, size_t count);

/// Index of the largest logit (the lowest of equals); NaN counts as -inf; all -inf throws Error(BadInput).
TokenId bestToken(std::span<const float> logits);

}  // namespace hearth
