#include "hearth/reply_text.h"

#include <algorithm>

namespace hearth {

namespace {

constexpr std::string_view thinkOpen = "<think>", thinkClose = "</think>", blanks = " \t\r\n";

}  // namespace

std::string ReplyText::add(const ReplyDelta& delta) {
    std::string text;
    if (!delta.reasoning.empty()) text += addPart(delta.reasoning, true);
    if (!delta.text.empty()) text += addPart(delta.text, false);
    if (delta.call && !delta.call->written.empty()) text += addPart(delta.call->written, false);
    return text;
}

std::string ReplyText::addPart(std::string_view added, bool reasoning) {
    std::string text;
    if (reasoning != m_reasons) {
        // Blanks alone neither open nor close anything.
        if (added.find_first_not_of(blanks) == std::string_view::npos) return text;
        if (reasoning)
            text += (m_any ? "\n\n" : "") + std::string(thinkOpen) + "\n";
        else
            text += "\n" + std::string(thinkClose) + "\n\n";
        m_reasons = reasoning;
        m_afterGap = true;
    }
    if (m_afterGap) {
        const size_t first = added.find_first_not_of(blanks);
        if (first == std::string_view::npos) return text;
        added.remove_prefix(first);
        m_afterGap = false;
    }
    text += added;
    m_any = m_any || !added.empty();
    return text;
}

std::optional<ReplyTextParts> splitReplyText(std::string_view text) {
    const size_t start = text.find_first_not_of(blanks);
    if (start == std::string_view::npos || !text.substr(start).starts_with(thinkOpen)) return std::nullopt;
    text.remove_prefix(start + thinkOpen.size());
    const size_t end = text.find(thinkClose);
    const auto trimmed = [](std::string_view part) {
        const size_t first = part.find_first_not_of(blanks);
        if (first == std::string_view::npos) return std::string();
        return std::string(part.substr(first, part.find_last_not_of(blanks) - first + 1));
    };
    if (end == std::string_view::npos) return ReplyTextParts{trimmed(text), {}};
    std::string_view content = text.substr(end + thinkClose.size());
    content.remove_prefix(std::min(content.find_first_not_of(blanks), content.size()));
    return ReplyTextParts{trimmed(text.substr(0, end)), std::string(content)};
}

}  // namespace hearth
