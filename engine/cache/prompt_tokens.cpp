#include "hearth/prompt_tokens.h"

#include <algorithm>
#include <limits>

namespace hearth {

namespace {

/// Begins the numbers of a span behind ids: no token has this number.
constexpr TokenId spanMark = std::numeric_limits<TokenId>::min();

int64_t signedSize(size_t size) {
    return static_cast<int64_t>(size);
}

/// Row of a view where a span begins to be seen.
size_t beginOf(const TokenSpan& span) {
    return static_cast<size_t>(std::max<int64_t>(span.first, 0));
}

}  // namespace

PromptTokens::PromptTokens(const PromptView& view) {
    append(view);
}

void PromptTokens::append(const PromptView& view) {
    const int64_t at = signedSize(ids.size());
    ids.insert(ids.end(), view.ids().begin(), view.ids().end());
    for (size_t i = 0; i < view.spanCount(); ++i) {
        TokenSpan span = view.span(i);
        span.first += at;
        if (spans.empty() || spans.back() != span) spans.push_back(span);
    }
}

void PromptView::trim() noexcept {
    const int64_t end = m_offset + signedSize(m_ids.size());
    while (!m_spans.empty() && m_spans.front().end() <= m_offset) m_spans = m_spans.subspan(1);
    while (!m_spans.empty() && m_spans.back().first >= end) m_spans = m_spans.first(m_spans.size() - 1);
    if (m_ids.empty()) m_spans = {};
}

RowPositions PromptView::positionsAt(size_t row) const noexcept {
    int64_t at = signedSize(row);
    for (size_t i = 0; i < m_spans.size(); ++i) {
        const TokenSpan own = span(i);
        if (own.first > signedSize(row)) break;
        const int64_t inSpan = signedSize(row) - own.first;
        if (inSpan >= own.rows) {
            at += int64_t{own.positions} - own.rows;
            continue;
        }
        if (own.columns == 0) break;
        const auto begin = static_cast<int32_t>(at - inSpan);
        return {begin, begin + static_cast<int32_t>(inSpan / own.columns),
                begin + static_cast<int32_t>(inSpan % own.columns)};
    }
    return RowPositions{}.plus(static_cast<int32_t>(at));
}

std::optional<TokenSpan> PromptView::dividedAt(size_t row) const noexcept {
    for (size_t i = 0; i < m_spans.size(); ++i) {
        const TokenSpan own = span(i);
        if (own.first < signedSize(row) && signedSize(row) < own.end()) return own;
    }
    return std::nullopt;
}

std::optional<TokenSpan> PromptView::unitDividedAt(size_t row) const noexcept {
    const auto divided = dividedAt(row);
    return divided && divided->bothWays ? divided : std::nullopt;
}

size_t PromptView::withoutPartOfUnit(size_t rows) const noexcept {
    const auto divided = unitDividedAt(rows);
    return divided ? beginOf(*divided) : rows;
}

size_t commonLength(const PromptView& a, const PromptView& b) noexcept {
    const size_t most = std::min(a.size(), b.size());
    const auto end = a.ids().begin() + static_cast<ptrdiff_t>(most);
    const auto length =
        static_cast<size_t>(std::mismatch(a.ids().begin(), end, b.ids().begin()).first - a.ids().begin());
    if (!a.hasSpans() && !b.hasSpans()) return length;
    const size_t both = std::min(a.spanCount(), b.spanCount());
    size_t i = 0;
    while (i < both && a.span(i) == b.span(i)) ++i;
    // From the first span on that only one of them has, or that holds something else.
    const size_t ofA = i < a.spanCount() ? beginOf(a.span(i)) : length;
    const size_t ofB = i < b.spanCount() ? beginOf(b.span(i)) : length;
    return std::min({length, ofA, ofB});
}

bool operator==(const PromptView& a, const PromptView& b) noexcept {
    return a.size() == b.size() && commonLength(a, b) == a.size();
}

PromptTokens withoutRows(const PromptView& tokens, size_t from, size_t count) {
    PromptTokens left(tokens.first(from));
    left.append(tokens.subspan(from + count));
    return left;
}

void appendSpanNumbers(const PromptView& tokens, std::vector<TokenId>& numbers) {
    const auto put = [&](uint64_t value) {
        numbers.push_back(static_cast<TokenId>(static_cast<uint32_t>(value)));
        numbers.push_back(static_cast<TokenId>(static_cast<uint32_t>(value >> 32U)));
    };
    for (size_t i = 0; i < tokens.spanCount(); ++i) {
        const TokenSpan span = tokens.span(i);
        numbers.push_back(spanMark);
        put(static_cast<uint64_t>(span.first));
        put(span.rows);
        put(span.positions);
        put((span.bothWays ? 1U : 0U) | uint64_t{span.columns} << 1U);
        put(span.content.low);
        put(span.content.high);
    }
}

std::vector<TokenId> identityNumbers(const PromptView& tokens) {
    std::vector<TokenId> numbers(tokens.ids().begin(), tokens.ids().end());
    appendSpanNumbers(tokens, numbers);
    return numbers;
}

}  // namespace hearth
