#pragma once

#include <cstdint>
#include <vector>

#include "hearth/tokenizer.h"

namespace hearth {

/// The part of a row of logits that is enough to choose the next token: some of the largest ones, after the
/// penalties.
struct BestLogitsQuery {
    struct Penalty {
        TokenId token = -1;
        float subtracted = 0;
    };
    uint32_t count = 0;              ///< how many of the largest; 1 to mostBestLogits
    uint32_t columns = 0;            ///< number of columns of the row to use; the following ones are padding
    float repeatPenalty = 1;         ///< divides positive logits of the penalised tokens, multiplies others
    std::vector<Penalty> penalties;  ///< each token once, inside the row
};
constexpr uint32_t mostBestLogits = 128;

/// The largest logits of a row. NaN counts as -inf, and -inf is never among them.
struct BestLogits {
    struct Entry {
        TokenId token = -1;
        float logit = 0;  ///< with the penalties
        float plain = 0;  ///< the model's own
        bool operator==(const Entry&) const = default;
    };
    std::vector<Entry> best;  ///< best first, equal ones by token
    uint32_t finite = 0;      ///< how many the row has in all, at least best.size()
    double total = 0;         ///< sum of exp(logit - best logit) over the row, with the penalties
    float plainLargest = 0;   ///< of the model's own
    double plainTotal = 0;    ///< sum of exp(logit - plainLargest) over the model's own

    bool complete() const noexcept { return best.size() == finite; }
};

}  // namespace hearth
