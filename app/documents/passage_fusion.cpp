#include "documents/passage_fusion.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>

namespace hearth::app {

namespace {

/// Tried on tests/bench/retrieval: what words count at most, from 0.65 to 0.9, and how much less than in
/// proportion a passage with few of them counts, from 1 to 2.
constexpr double mostOfWords = 0.8, ofFewWords = 1.25;

/// The passages of two lists, each once.
class FusedList {
public:
    /// `method`: the place in scores and ranks. `partOf`: what a hit adds to the score.
    template <typename PartOf>
    void add(const std::vector<store::PassageHit>& hits, size_t method, const PartOf& partOf) {
        for (size_t rank = 0; rank < hits.size(); ++rank) {
            const auto [place, isNew] = m_places.try_emplace(hits[rank].passageId, passages.size());
            if (isNew) passages.push_back({hits[rank].passageId, 0, {0, 0}, {0, 0}});
            FusedPassage& passage = passages[place->second];
            if (passage.ranks[method] != 0) continue;
            passage.score += partOf(hits[rank]);
            passage.scores[method] = hits[rank].score;
            passage.ranks[method] = static_cast<int>(rank + 1);
        }
    }

    std::vector<FusedPassage> passages;

private:
    std::unordered_map<qint64, size_t> m_places;
};

}  // namespace

std::vector<FusedPassage> fusePassages(const std::vector<store::PassageHit>& words,
                                       const std::vector<store::PassageHit>& meaning, int limit) {
    double largestShare = 0;
    for (const store::PassageHit& hit : words) largestShare = std::max(largestShare, hit.share);
    const double ofWords = mostOfWords * largestShare;
    FusedList list;
    list.add(words, 0, [&](const store::PassageHit& hit) {
        return meaning.empty() ? hit.share : ofWords * std::pow(hit.share, ofFewWords);
    });
    if (!meaning.empty()) {
        const double lowest = meaning.back().score, range = meaning.front().score - lowest;
        list.add(meaning, 1, [&](const store::PassageHit& hit) {
            return (1 - ofWords) * (range > 0 ? (hit.score - lowest) / range : 1);
        });
        std::ranges::stable_sort(list.passages, std::greater<>(), &FusedPassage::score);
    }
    if (std::ssize(list.passages) > limit) list.passages.resize(static_cast<size_t>(std::max(0, limit)));
    return std::move(list.passages);
}

}  // namespace hearth::app
