#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hearth/reply_delta.h"

namespace hearth {

/// Joins the deltas of a reply into one text that has the same form for every model family: reasoning between
/// <think> and </think>, then the content; calls as the model wrote them. Reasoning that is cut off has no
/// closing mark.
class ReplyText {
public:
    /// Returns the next part of the text; ignores ReplyDelta::shown. For a reply that is continued, add the
    /// existing text first.
    std::string add(const ReplyDelta& delta);

private:
    std::string addPart(std::string_view added, bool reasoning);

    bool m_reasons = false;   ///< the text so far ends within reasoning
    bool m_any = false;       ///< the text is not empty
    bool m_afterGap = false;  ///< white space between reasoning and content is dropped
};

/// The same text split into its parts again.
struct ReplyTextParts {
    std::string reasoning, content;
};
/// nullopt for a text that does not begin with reasoning.
std::optional<ReplyTextParts> splitReplyText(std::string_view text);

}  // namespace hearth
