#include "speculation/prompt_lookup.h"

namespace hearth {

namespace {
/// Earlier places that are looked at: a common pair stands at thousands, and the latest are as good as any.
constexpr int mostPlaces = 32;
/// A longer match says nothing more.
constexpr size_t longestMatch = 16;
}  // namespace

void PromptLookup::append(TokenId token) {
    const auto at = static_cast<uint32_t>(m_tokens.size());
    m_tokens.push_back(token);
    m_before.push_back(nowhere);
    if (at == 0 || m_tokens[at - 1] == gap) return;
    const auto [place, isNew] = m_last.try_emplace(pairOf(m_tokens[at - 1], token), at);
    if (isNew) return;
    m_before[at] = place->second;
    place->second = at;
}

void PromptLookup::appendGap() {
    m_tokens.push_back(gap);
    m_before.push_back(nowhere);
}

void PromptLookup::append(const PromptView& tokens) {
    size_t row = 0;
    for (size_t i = 0; i < tokens.spanCount(); ++i) {
        const TokenSpan span = tokens.span(i);
        for (; static_cast<int64_t>(row) < span.first; ++row) append(tokens[row]);
        for (; row < tokens.size() && static_cast<int64_t>(row) < span.end(); ++row) appendGap();
    }
    for (; row < tokens.size(); ++row) append(tokens[row]);
}

/// Number of tokens, up to and including the one at `end`, that equal the last ones.
size_t PromptLookup::matchedAt(uint32_t end) const noexcept {
    size_t matched = 2;
    while (matched < longestMatch && matched <= end && m_tokens[end - matched] != gap &&
           m_tokens[end - matched] == m_tokens[m_tokens.size() - 1 - matched])
        ++matched;
    return matched;
}

PromptLookup::Draft PromptLookup::propose(size_t most) const {
    Draft draft;
    if (m_tokens.empty() || most == 0) return draft;
    uint32_t best = nowhere;
    uint32_t place = m_before.back();
    for (int i = 0; i < mostPlaces && place != nowhere && draft.matched < longestMatch; ++i) {
        const size_t matched = matchedAt(place);
        if (matched > draft.matched) {
            draft.matched = matched;
            best = place;
        }
        place = m_before[place];
    }
    if (best == nowhere) return draft;
    for (size_t i = 0; i < most; ++i) {
        const size_t from = best + 1 + i;
        const TokenId next = from < m_tokens.size() ? m_tokens[from] : draft.tokens[from - m_tokens.size()];
        if (next == gap) break;
        draft.tokens.push_back(next);
    }
    return draft;
}

}  // namespace hearth
