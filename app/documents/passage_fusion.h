#pragma once

#include <vector>

#include "store/passage_search.h"

namespace hearth::app {

/// A passage in the order of both methods together.
struct FusedPassage {
    qint64 passageId = 0;
    double score = 0;            ///< of both together, 0 to 1
    std::vector<double> scores;  ///< by words, by meaning; 0 where it was not found; by a PassageScorer
    std::vector<int> ranks;      ///< the same, from 1; 0 where it was not found
};

/// One order of what was found by words and by meaning, each sorted best first; without the latter, that of
/// the words. A passage's score is g s^1.25 + (1 - g) m: s is its PassageHit::share of the question's words,
/// m how far its cosine is from the lowest of the list (0) to the highest (1), and g is 0.8 times the largest
/// s that there is. So the words lead where some passage has all of them that are known, as with names,
/// numbers and mistyped questions, and what they mean leads where the documents say it in others. Cosines of
/// different models are not comparable, hence m. Reciprocal rank fusion (Cormack, Clarke, Buettcher, SIGIR
/// 2009) was below the better method in four kinds of questions of five: docs/measurements.md. Equal ones
/// keep the order of the words, then that of meaning.
std::vector<FusedPassage> fusePassages(const std::vector<store::PassageHit>& words,
                                       const std::vector<store::PassageHit>& meaning, int limit);

}  // namespace hearth::app
