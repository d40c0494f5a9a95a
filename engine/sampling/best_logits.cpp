#include "sampling/best_logits.h"

#include <cmath>
#include <limits>

#include "sampling/candidate_filter.h"
#include "sampling/probability.h"

namespace hearth {

namespace {

/// Sum of exp(logit - largest) over everything finite.
double totalOf(std::span<const float> row, float largest) {
    double total = 0;
    for (const float logit : row) {
        if (logit > -std::numeric_limits<float>::infinity()) total += std::exp(logit - largest);
    }
    return total;
}

}  // namespace

BestLogits bestLogitsOf(std::span<const float> row, const BestLogitsQuery& query) {
    row = row.first(query.columns);
    std::vector<float> penalized(row.begin(), row.end());
    for (const BestLogitsQuery::Penalty& penalty : query.penalties) {
        float& logit = penalized[static_cast<size_t>(penalty.token)];
        logit = logit > 0 ? logit / query.repeatPenalty : logit * query.repeatPenalty;
        logit -= penalty.subtracted;
    }
    BestLogits result;
    for (const Candidate& candidate : bestCandidates(penalized, query.count)) {
        result.best.push_back({candidate.token, candidate.logit, row[static_cast<size_t>(candidate.token)]});
    }
    for (const float logit : penalized)
        result.finite += logit > -std::numeric_limits<float>::infinity() ? 1 : 0;
    if (result.best.empty()) return result;
    result.total = totalOf(penalized, result.best.front().logit);
    result.plainLargest = largestLogit(row);
    result.plainTotal = totalOf(row, result.plainLargest);
    return result;
}

}  // namespace hearth
