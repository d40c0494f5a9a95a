#include "sampling/candidate_filter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hearth/error.h"
#include "sampling/probability.h"

namespace hearth {

namespace {

constexpr float lowest = -std::numeric_limits<float>::infinity();

bool better(const Candidate& a, const Candidate& b) noexcept {
    return a.logit > b.logit || (a.logit == b.logit && a.token < b.token);
}

/// Sum of exp(logit - best) over everything finite.
double totalWeight(std::span<const float> logits, float best) {
    double total = 0;
    for (const float logit : logits) {
        if (logit > lowest) total += std::exp(logit - best);  // NaN compares false
    }
    return total;
}

}  // namespace

TokenId bestToken(std::span<const float> logits) {
    const float best = largestLogit(logits);
    if (best == lowest) {
        throw Error(ErrorCode::BadInput,
                    "The model gave no usable numbers for the next token; the file is probably damaged, "
                    "download it again.");
    }
    return static_cast<TokenId>(std::find(logits.begin(), logits.end(), best) - logits.begin());
}

std::vector<Candidate> bestCandidates(std::span<const float> logits, size_t count) {
    std::vector<Candidate> kept;
    if (count == 0) return kept;
    // A first pass keeps a superset: everything above a threshold that rises whenever the buffer overflows.
    const size_t capacity = std::max<size_t>(count * 2, 512);
    kept.reserve(capacity);
    float threshold = lowest;
    const auto shrink = [&](size_t size) {
        std::nth_element(kept.begin(), kept.begin() + static_cast<ptrdiff_t>(size) - 1, kept.end(), better);
        kept.erase(kept.begin() + static_cast<ptrdiff_t>(size), kept.end());
    };
    for (size_t i = 0; i < logits.size(); ++i) {
        if (!(logits[i] > threshold)) continue;
        kept.push_back({static_cast<TokenId>(i), logits[i]});
        if (kept.size() < capacity) continue;
        shrink(count);
        threshold =
            kept.back()
                .logit;  // nth_element leaves the worst of the kept last; a later equal has a higher id
    }
    if (kept.size() > count) shrink(count);
    std::sort(kept.begin(), kept.end(), better);
    return kept;
}

size_t nucleusSize(std::span<const Candidate> sorted, double topP, double total) {
    double sum = 0;
    for (size_t i = 0; i < sorted.size(); ++i) {
        sum += std::exp(sorted[i].logit - sorted[0].logit);
        if (sum >= topP * total) return i + 1;
    }
    return sorted.size() + 1;  // not reached
}

std::vector<Candidate> filterCandidates(std::span<const float> logits, const SamplingParams& params) {
    const TokenId best = bestToken(logits);
    const float bestLogit = logits[static_cast<size_t>(best)];
    const auto topK = static_cast<size_t>(params.topK);
    const bool limited = topK != 0 && topK < logits.size();
    std::vector<Candidate> kept;
    if (limited) {
        kept = bestCandidates(logits, topK);
    } else if (params.topP >= 1) {
        // Min-p is a threshold, so nothing below it need be sorted.
        const float threshold = params.minP > 0 ? bestLogit + std::log(params.minP) : lowest;
        for (size_t i = 0; i < logits.size(); ++i) {
            if (logits[i] >= threshold && logits[i] > lowest)
                kept.push_back({static_cast<TokenId>(i), logits[i]});
        }
        std::sort(kept.begin(), kept.end(), better);
    }
    if (params.topP < 1) {
        double total = 0;
        if (limited) {
            for (const Candidate& candidate : kept) total += std::exp(candidate.logit - bestLogit);
            const size_t size = std::min(kept.size(), nucleusSize(kept, params.topP, total));
            kept.erase(kept.begin() + static_cast<ptrdiff_t>(size), kept.end());
        } else {
            total = totalWeight(logits, bestLogit);
            for (size_t count = 256;; count *= 8) {
                kept = bestCandidates(logits, count);
                const size_t size = nucleusSize(kept, params.topP, total);
                if (size <= kept.size()) {
                    kept.erase(kept.begin() + static_cast<ptrdiff_t>(size), kept.end());
                    break;
                }
                if (kept.size() < count) break;  // that is all there is
            }
        }
    }
    if (params.minP > 0) {
        const float threshold = bestLogit + std::log(params.minP);
        while (kept.size() > 1 && kept.back().logit < threshold) kept.pop_back();
    }
    return kept;
}

}  // namespace hearth
