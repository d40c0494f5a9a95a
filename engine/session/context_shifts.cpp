#include "session/context_shifts.h"

#include <algorithm>

#include "backend/backend.h"

namespace hearth {

namespace {

constexpr size_t cutStep = PagedKvCache::blockPositions;
static_assert(shortestSlide == 8 * cutStep);

/// The span that a cut at this token would divide; nullptr: none.
const TokenSpan* dividedBy(std::span<const TokenSpan> spans, size_t at) {
    const auto index = static_cast<int64_t>(at);
    const auto found = std::ranges::find_if(
        spans, [&](const TokenSpan& span) { return span.first < index && index < span.end(); });
    return found == spans.end() ? nullptr : &*found;
}

/// The first place from `at` on where a cut divides no span, a whole number of steps.
size_t placeBehindSpans(std::span<const TokenSpan> spans, size_t at) {
    while (const TokenSpan* span = dividedBy(spans, at))
        at = (static_cast<size_t>(span->end()) + cutStep - 1) / cutStep * cutStep;
    return at;
}

/// The last such place up to `at`; 0 where there is none.
size_t placeBeforeSpans(std::span<const TokenSpan> spans, size_t at) {
    while (const TokenSpan* span = dividedBy(spans, at))
        at = static_cast<size_t>(std::max<int64_t>(span->first, 0)) / cutStep * cutStep;
    return at;
}

/// Number of the processed tokens that a shift can move: excludes part of a span whose rows attend to each
/// other in both directions.
size_t wholeUnits(std::span<const TokenSpan> spans, size_t processed) {
    const TokenSpan* span = dividedBy(spans, processed);
    return span != nullptr && span->bothWays ? static_cast<size_t>(span->first) : processed;
}

bool follows(const ContextShift& cut, const ContextShift* before) {
    const bool whole = cut.keep % cutStep == 0 && cut.dropTo % cutStep == 0;
    if (!whole || cut.keep < cutStep || cut.dropTo <= cut.keep || cut.at < cut.dropTo) return false;
    return before == nullptr || (cut.keep == before->keep && cut.dropTo > before->dropTo &&
                                 (cut.at >= before->at || cut.at == cut.dropTo));
}

}  // namespace

std::vector<ContextShift> validShifts(std::span<const ContextShift> cuts, size_t tokens,
                                      std::span<const TokenSpan> spans) {
    std::vector<ContextShift> hold;
    for (const ContextShift& cut : cuts) {
        if (!follows(cut, hold.empty() ? nullptr : &hold.back()) || cut.at >= tokens) break;
        if (dividedBy(spans, cut.keep) != nullptr || dividedBy(spans, cut.dropTo) != nullptr) break;
        hold.push_back(cut);
    }
    return hold;
}

std::vector<TokenId> withoutDropped(std::span<const TokenId> conversation,
                                    std::span<const ContextShift> cuts) {
    std::vector<TokenId> left(conversation.begin(), conversation.end());
    if (!cuts.empty()) left.erase(left.begin() + cuts.back().keep, left.begin() + cuts.back().dropTo);
    return left;
}

ShiftPoints ShiftPoints::of(const PromptView& conversation, const std::function<bool(TokenId)>& endsMessage,
                            bool keepsFirst, size_t contextLength) {
    ShiftPoints places{.keep = cutStep, .starts = {}};
    for (size_t i = 0; i < conversation.spanCount(); ++i) places.spans.push_back(conversation.span(i));
    const auto keepUpTo = [&](size_t at) {
        const size_t before = placeBeforeSpans(places.spans, at);
        places.keep = static_cast<uint32_t>(before < cutStep ? placeBehindSpans(places.spans, at) : before);
    };
    keepUpTo(cutStep);
    for (size_t i = 0; i + 1 < conversation.size(); ++i)
        if (endsMessage(conversation[i])) places.starts.push_back(static_cast<uint32_t>(i + 1));
    if (!keepsFirst || places.starts.empty()) return places;
    const size_t whole = (places.starts.front() + cutStep - 1) / cutStep * cutStep;
    const size_t most = std::max(cutStep, contextLength / 4 / cutStep * cutStep);
    keepUpTo(std::min(whole, most));
    return places;
}

namespace {

/// The token that a cut goes on with: it leaves the half of the context, where a message begins if one does.
std::optional<size_t> cutEnd(const ShiftPoints& places, size_t keep, size_t dropped, size_t tokens,
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

std::optional<ContextShift> nextShift(const ShiftPoints& places, std::span<const ContextShift> cuts,
                                      size_t tokens, size_t processed, size_t contextLength) {
    if (contextLength < shortestSlide) return std::nullopt;
    const size_t keep = cuts.empty() ? places.keep : cuts.back().keep;
    const size_t dropped = cuts.empty() ? keep : cuts.back().dropTo;
    if (keep + tokens - dropped <= contextLength / 2) return std::nullopt;
    const std::optional<size_t> from = cutEnd(places, keep, dropped, tokens, contextLength);
    if (!from) return std::nullopt;
    const size_t step = keep + (*from - std::min(*from, keep)) / cutStep * cutStep;
    size_t to = placeBehindSpans(places.spans, step);
    // Drops less rather than a part of what stays whole.
    if (to != step && to > (places.whole != 0 ? places.whole : tokens)) {
        to = placeBeforeSpans(places.spans, step);
        if (keep + tokens - std::min(to, tokens) > roomForPrompt(contextLength)) return std::nullopt;
    }
    processed = wholeUnits(places.spans, processed);
    if (to <= dropped || to > tokens) return std::nullopt;
    // If only little would be moved, it is computed at its new place.
    const bool moves = processed >= to + cutStep && (cuts.empty() || processed >= cuts.back().at);
    return ContextShift{static_cast<uint32_t>(keep), static_cast<uint32_t>(to),
                        static_cast<uint32_t>(moves ? std::min(processed, tokens) : to)};
}

}  // namespace hearth
