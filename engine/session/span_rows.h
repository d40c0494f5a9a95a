#pragma once

#include <cstddef>
#include <span>
#include <stop_token>
#include <vector>

#include "hearth/picture_rows.h"
#include "hearth/prompt_tokens.h"

namespace hearth {

/// The rows of the spans that a sequence is in the middle of, held from the pass that has the first of them
/// to the one that has the last.
class SpanRows {
public:
    /// Holds those of all spans that a part of the sequence's tokens has rows of, and asks `source` for what
    /// is not held yet. False: it is still at work on one of them. Throws what it throws, and Error(BadInput)
    /// where it gives something else.
    bool prepare(const PromptView& part, PictureRows& source, const std::stop_token& stop);
    /// The row of a span, counted from its first one; empty where nothing is held of it.
    std::span<const float> row(const TokenSpan& span, size_t index) const noexcept;
    /// Lets go of all spans but the one that goes on with the next row of the tokens, if any does.
    void keepDivided(const PromptView& tokens, size_t next);
    /// Spans that are held.
    size_t size() const noexcept { return m_held.size(); }

private:
    struct Held {
        TokenSpan::Content content;
        uint32_t count = 0;  ///< of rows
        PictureRows::Rows rows;
    };
    static bool isOf(const Held& held, const TokenSpan& span) noexcept {
        return held.content == span.content && held.count == span.rows;
    }
    const Held* find(const TokenSpan& span) const noexcept;

    std::vector<Held> m_held;
};

}  // namespace hearth
