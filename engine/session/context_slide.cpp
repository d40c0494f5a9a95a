#include "session/context_slide.h"

#include <algorithm>

#include "backend/backend.h"

namespace hearth {

namespace {

constexpr size_t cutStep = KvStore::blockPositions;
static_assert(shortestSlide == 8 * cutStep);

bool follows(const ContextCut& cut, const ContextCut* before) {
    const bool whole = cut.keep % cutStep == 0 && cut.dropTo % cutStep == 0;
    if (!whole || cut.keep < cutStep || cut.dropTo <= cut.keep || cut.at < cut.dropTo) return false;
    return before == nullptr || (cut.keep == before->keep && cut.dropTo > before->dropTo &&
                                 (cut.at >= before->at || cut.at == cut.dropTo));
}

}  // namespace

std::vector<ContextCut> cutsThatHold(std::span<const ContextCut> cuts, size_t tokens) {
    std::vector<ContextCut> hold;
    for (const ContextCut& cut : cuts) {
        if (!follows(cut, hold.empty() ? nullptr : &hold.back()) || cut.at >= tokens) break;
        hold.push_back(cut);
    }
    return hold;
}

std::vector<TokenId> withoutDropped(std::span<const TokenId> conversation, std::span<const ContextCut> cuts) {
    std::vector<TokenId> left(conversation.begin(), conversation.end());
    if (!cuts.empty()) left.erase(left.begin() + cuts.back().keep, left.begin() + cuts.back().dropTo);
    return left;
}

CutPlaces CutPlaces::of(std::span<const TokenId> conversation,
                        const std::function<bool(TokenId)>& endsMessage, bool keepsFirst,
                        size_t contextLength) {
    CutPlaces places{.keep = cutStep, .starts = {}};
    for (size_t i = 0; i + 1 < conversation.size(); ++i)
        if (endsMessage(conversation[i])) places.starts.push_back(static_cast<uint32_t>(i + 1));
    if (!keepsFirst || places.starts.empty()) return places;
    const size_t whole = (places.starts.front() + cutStep - 1) / cutStep * cutStep;
    const size_t most = std::max(cutStep, contextLength / 4 / cutStep * cutStep);
    places.keep = static_cast<uint32_t>(std::min(whole, most));
    return places;
}

namespace {

/// The token that a cut goes on with: it leaves the half of the context, where a message begins if one does.
std::optional<size_t> cutEnd(const CutPlaces& places, size_t keep, size_t dropped, size_t tokens,
                             size_t contextLength) {
    const size_t half = contextLength / 2, least = keep + tokens - half;
    std::span<const uint32_t> starts = places.starts;
    // Later places leave less. The last start is that of the reply: the question in front of it stays with
    // it.
    if (!starts.empty() && places.whole == 0) starts = starts.first(starts.size() - 1);
    const auto found = std::lower_bound(starts.begin(), starts.end(), least);
    if (places.whole != 0 && (found == starts.end() || *found > places.whole)) {
        if (keep + tokens - std::min<size_t>(places.whole, tokens) > roomForPrompt(contextLength))
            return std::nullopt;
        return places.whole;
    }
    if (found != starts.end()) return *found;
    if (!starts.empty() && starts.back() > dropped && keep + tokens - starts.back() <= contextLength / 4 * 3)
        return starts.back();
    return least;
}

}  // namespace

std::optional<ContextCut> nextCut(const CutPlaces& places, std::span<const ContextCut> cuts, size_t tokens,
                                  size_t processed, size_t contextLength) {
    if (contextLength < shortestSlide) return std::nullopt;
    const size_t keep = cuts.empty() ? places.keep : cuts.back().keep;
    const size_t dropped = cuts.empty() ? keep : cuts.back().dropTo;
    if (keep + tokens - dropped <= contextLength / 2) return std::nullopt;
    const std::optional<size_t> from = cutEnd(places, keep, dropped, tokens, contextLength);
    if (!from) return std::nullopt;
    const size_t to = keep + (*from - std::min(*from, keep)) / cutStep * cutStep;
    if (to <= dropped || to > tokens) return std::nullopt;
    // Where little would be moved it is computed at its new place.
    const bool moves = processed >= to + cutStep && (cuts.empty() || processed >= cuts.back().at);
    return ContextCut{static_cast<uint32_t>(keep), static_cast<uint32_t>(to),
                      static_cast<uint32_t>(moves ? std::min(processed, tokens) : to)};
}

}  // namespace hearth
