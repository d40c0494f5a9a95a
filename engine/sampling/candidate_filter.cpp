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

std::optional<std::vector<Candidate>> filterRanked(std::vector<Candidate> ranked, bool complete, double total,
                                                   size_t columns, const SamplingParams& params) {
    if (ranked.empty()) return ranked;
    const float best = ranked.front().logit;
    const float least = params.minP > 0 ? best + std::log(params.minP) : lowest;
    const auto topK = static_cast<size_t>(params.topK);
    const bool limited = topK != 0 && topK < columns;
    const auto keep = [&](size_t count) {
        if (count < ranked.size()) ranked.erase(ranked.begin() + static_cast<ptrdiff_t>(count), ranked.end());
    };
    if (limited) {
        if (ranked.size() < topK && !complete) return std::nullopt;
        keep(topK);
    }
    if (params.topP < 1) {
        if (limited) {
            total = 0;
            for (const Candidate& candidate : ranked) total += std::exp(candidate.logit - best);
        }
        const size_t size = nucleusSize(ranked, params.topP, total);
        if (size > ranked.size() && !limited && !complete) return std::nullopt;
        keep(size);
    } else if (!limited && !complete && ranked.back().logit >= least) {
        return std::nullopt;
    }
    while (ranked.size() > 1 && ranked.back().logit < least) ranked.pop_back();
    return ranked;
}

std::vector<Candidate> filterCandidates(std::span<const float> logits, const SamplingParams& params) {
    const float best = logits[static_cast<size_t>(bestToken(logits))];
    const auto topK = static_cast<size_t>(params.topK);
    const bool limited = topK != 0 && topK < logits.size();
    const double total = !limited && params.topP < 1 ? totalWeight(logits, best) : 0;
    // Without a limit a few hundred nearly always hold the nucleus; with nothing cut at all, everything
    // stays.
    size_t count = limited ? topK : params.topP < 1 || params.minP > 0 ? 256 : logits.size();
    for (;; count *= 8) {
        std::vector<Candidate> ranked = bestCandidates(logits, count);
        const bool complete = ranked.size() < count || count >= logits.size();
        if (auto kept = filterRanked(std::move(ranked), complete, total, logits.size(), params)) return *kept;
    }
}

}  // namespace hearth
