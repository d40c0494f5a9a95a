#include "session/span_rows.h"

#include <algorithm>
#include <utility>

#include "hearth/error.h"
#include "session/session_errors.h"

namespace hearth {

const SpanRows::Held* SpanRows::find(const TokenSpan& span) const noexcept {
    const auto found =
        std::find_if(m_held.begin(), m_held.end(), [&](const Held& held) { return isOf(held, span); });
    return found == m_held.end() ? nullptr : &*found;
}

bool SpanRows::prepare(const PromptView& part, PictureRows& source, const std::stop_token& stop) {
    for (size_t i = 0; i < part.spanCount(); ++i) {
        const TokenSpan span = part.span(i);
        if (find(span) != nullptr) continue;
        PictureRows::Rows rows = source.rowsOf(span, stop);
        if (rows == nullptr) return false;
        if (rows->empty() || span.rows == 0 || rows->size() % span.rows != 0)
            throw Error(errors::pictureOfOtherRows, {span.rows});
        m_held.push_back({span.content, span.rows, std::move(rows)});
    }
    return true;
}

std::span<const float> SpanRows::row(const TokenSpan& span, size_t index) const noexcept {
    const Held* held = find(span);
    if (held == nullptr || index >= span.rows) return {};
    const size_t width = held->rows->size() / span.rows;
    return std::span(*held->rows).subspan(index * width, width);
}

void SpanRows::keepDivided(const PromptView& tokens, size_t next) {
    if (m_held.empty()) return;
    const auto divided = tokens.dividedAt(next);
    std::erase_if(m_held, [&](const Held& held) { return !divided || !isOf(held, *divided); });
}

}  // namespace hearth
