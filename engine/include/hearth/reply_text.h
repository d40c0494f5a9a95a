#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hearth/reply_delta.h"

namespace hearth {

/// Puts the deltas of a reply into one text that is the same for every family of models: reasoning between
/// <think> and </think>, then the content; calls as the model wrote them. Reasoning that is cut off stays
/// open.
class ReplyText {
public:
    /// What comes next of the text; ReplyDelta::shown is not looked at. Of a reply that is continued, what
    /// there is of it goes first.
    std::string add(const ReplyDelta& delta);

private:
    std::string addPart(std::string_view added, bool reasoning);

    bool m_reasons = false;   ///< the text so far ends within reasoning
    bool m_any = false;       ///< there is some
    bool m_afterGap = false;  ///< blanks between reasoning and content are left out
};

/// The same text taken apart again.
struct ReplyTextParts {
    std::string reasoning, content;
};
/// nullopt for a text that does not begin with reasoning.
std::optional<ReplyTextParts> splitReplyText(std::string_view text);

}  // namespace hearth
