#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hearth/row_positions.h"
#include "hearth/tokenizer.h"

namespace hearth {

/// Rows of a prompt whose content their token ids do not give, such as those of a picture, which all have the
/// id of one placeholder. Two spans are the same only if all fields but `first` are equal.
struct TokenSpan {
    /// 128 bits of a hash.
    struct Content {
        uint64_t low = 0, high = 0;
        bool operator==(const Content&) const = default;
    };
    /// Of all that the rows depend on: the pixels after preprocessing and the projector's fingerprint.
    Content content;
    /// Index of its first row; negative in a part of a prompt that begins within the span.
    int64_t first = 0;
    uint32_t rows = 0;  ///< of the whole span; in a part of a prompt it may end after the last token
    /// That the span takes: later rows have positions from that of its first row and this on. As many as rows
    /// where these count up by one, the longer side of a grid for M-RoPE.
    uint32_t positions = 0;
    /// Rows also attend to later rows of the span, so all of them must be in one pass.
    bool bothWays = false;
    /// Columns of a grid whose places the rows have, line by line: their time is that of the first row, their
    /// height and width are the line and the column more. 0: no grid, each row is one further in all three.
    uint32_t columns = 0;

    int64_t end() const noexcept { return first + rows; }
    bool operator==(const TokenSpan&) const = default;
};

class PromptView;

/// The identity of a prompt: its token ids, and the spans of rows that ids alone do not identify. Spans rise
/// and do not overlap; text has none. Not implicitly a range, so that no spans are lost unnoticed.
struct PromptTokens {
    std::vector<TokenId> ids;
    std::vector<TokenSpan> spans;

    PromptTokens() = default;
    PromptTokens(std::vector<TokenId> tokens, std::vector<TokenSpan> of = {})
        : ids(std::move(tokens)), spans(std::move(of)) {}
    PromptTokens(std::initializer_list<TokenId> tokens) : ids(tokens) {}
    /// Copies the tokens of the view; spans keep the rows outside of it in their fields.
    explicit PromptTokens(const PromptView& view);

    size_t size() const noexcept { return ids.size(); }
    bool empty() const noexcept { return ids.empty(); }
    TokenId operator[](size_t row) const noexcept { return ids[row]; }
    TokenId back() const noexcept { return ids.back(); }
    /// Adds a token of text.
    void push_back(TokenId token) { ids.push_back(token); }
    /// Appends the tokens of the view; the rest of a span that the last row is part of continues it.
    void append(const PromptView& view);
    bool operator==(const PromptTokens&) const = default;
};

/// A part of a prompt that is owned elsewhere; as cheap to copy as std::span.
class PromptView {
public:
    PromptView() = default;
    /// Text: ids without spans.
    template <typename Ids>
    requires std::convertible_to<const Ids&, std::span<const TokenId>> PromptView(const Ids& ids)
        : m_ids(ids) {}
    PromptView(const PromptTokens& tokens) : PromptView(tokens.ids, tokens.spans) {}
    PromptView(std::span<const TokenId> ids, std::span<const TokenSpan> spans) : m_ids(ids), m_spans(spans) {
        if (!m_spans.empty()) trim();
    }

    size_t size() const noexcept { return m_ids.size(); }
    bool empty() const noexcept { return m_ids.empty(); }
    TokenId operator[](size_t row) const noexcept { return m_ids[row]; }
    std::span<const TokenId> ids() const noexcept { return m_ids; }
    bool hasSpans() const noexcept { return !m_spans.empty(); }

    /// `count`: at most size().
    PromptView first(size_t count) const { return subspan(0, count); }
    /// `count`: at most the number of rows after `from`; by default all of them.
    PromptView subspan(size_t from, size_t count = std::dynamic_extent) const {
        PromptView part = *this;
        part.m_ids = m_ids.subspan(from, count);
        part.m_offset += static_cast<int64_t>(from);
        if (!m_spans.empty()) part.trim();
        return part;
    }

    /// The spans that rows of this view belong to; `first` counts from its first row.
    size_t spanCount() const noexcept { return m_spans.size(); }
    TokenSpan span(size_t index) const noexcept {
        TokenSpan own = m_spans[index];
        own.first -= m_offset;
        return own;
    }
    /// Positions of a row, or of the row of text that would come `row` rows after the first one. For a view
    /// that begins with its prompt.
    RowPositions positionsAt(size_t row) const noexcept;
    /// Position of the next row: text, whose three positions are equal. As above.
    int32_t nextPosition() const noexcept { return positionsAt(size()).time; }
    /// Difference between the positions of a row and its number: 0 without spans. As above.
    RowPositions offsetAt(size_t row) const noexcept {
        return hasSpans() ? positionsAt(row).plus(-static_cast<int32_t>(row)) : RowPositions{};
    }

    /// The span that a border before this row divides; nullopt: none.
    std::optional<TokenSpan> dividedAt(size_t row) const noexcept;
    /// The same among spans whose rows see each other both ways.
    std::optional<TokenSpan> unitDividedAt(size_t row) const noexcept;
    /// At most `rows`: the longest beginning that divides no span whose rows see each other both ways.
    size_t withoutPartOfUnit(size_t rows) const noexcept;

private:
    void trim() noexcept;

    std::span<const TokenId> m_ids;
    std::span<const TokenSpan> m_spans;
    int64_t m_offset = 0;  ///< of the first id, where spans count from
};

/// Length of the longest common prefix: the same ids of the same content.
size_t commonLength(const PromptView& a, const PromptView& b) noexcept;
bool operator==(const PromptView& a, const PromptView& b) noexcept;
/// The tokens without `count` rows from `from` on.
PromptTokens withoutRows(const PromptView& tokens, size_t from, size_t count);

/// Appends numbers that identify the contents to the ids of these tokens; nothing where there are no spans.
/// No text continues them, because they begin with a number that is not a token.
void appendSpanNumbers(const PromptView& tokens, std::vector<TokenId>& numbers);
/// The ids followed by these numbers: equal only for tokens of equal content.
std::vector<TokenId> identityNumbers(const PromptView& tokens);

}  // namespace hearth
