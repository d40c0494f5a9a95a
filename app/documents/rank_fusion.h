#pragma once

#include <vector>

#include "store/passage_search.h"

namespace hearth::app {

/// A passage in the order of all methods together.
struct FusedPassage {
    qint64 passageId = 0;
    double score = 0;            ///< of the fusion
    std::vector<double> scores;  ///< by method, in the order of the lists; 0 where it was not found
    std::vector<int> ranks;      ///< by method, from 1; 0 where it was not found
};

/// Reciprocal rank fusion: each list gives its passage of rank r the score 1 / (60 + r), and the sum counts
/// (Cormack, Clarke, Buettcher, SIGIR 2009). Scores of different methods need not be comparable. The lists
/// are sorted best first; equal sums keep the order of the first list that has them.
std::vector<FusedPassage> fuseRanks(const std::vector<std::vector<store::PassageHit>>& lists, int limit);

}  // namespace hearth::app
