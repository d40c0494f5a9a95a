#pragma once

#include <QString>
#include <QVariantList>

#include "chat/earlier_answers.h"
#include "store/records.h"

namespace hearth::app {

/// Notice below a reply that did not end normally: a sentence, and the possible actions: maps of "action"
/// ("regenerate", "continue", "regenerateWithPenalty") and "text".
struct ReplyNotice {
    QString text;  ///< empty: there is nothing to say
    QVariantList actions;
    bool operator==(const ReplyNotice&) const = default;
};

/// Known facts about a reply's end, apart from its text.
struct ReplyEnd {
    std::optional<FinishReason> reason = {};
    bool kept = false;  ///< GenerationMetrics::keptReply
    std::optional<EarlierAnswer::Mark> earlier = {};
};

/// The notice of a reply that is no longer under way. A reply that failed has an error card instead.
ReplyNotice noticeOf(const store::Message& reply, const ReplyEnd& end);

/// The text of a reply without its reasoning.
QString answerOf(const QString& text);

}  // namespace hearth::app
