#pragma once

#include <QString>
#include <QVariantList>

#include "chat/earlier_answers.h"
#include "store/records.h"

namespace hearth::app {

/// What stands under a reply that ended otherwise than it should, in a sentence, and what can be done about
/// it: maps of "action" ("regenerate", "continue", "regenerateWithPenalty") and "text".
struct ReplyNotice {
    QString text;  ///< empty: there is nothing to say
    QVariantList actions;
    bool operator==(const ReplyNotice&) const = default;
};

/// What is known of a reply's end besides its text.
struct ReplyEnd {
    std::optional<FinishReason> reason = {};
    bool kept = false;  ///< GenerationMetrics::keptReply
    std::optional<EarlierAnswer::Mark> earlier = {};
};

/// The notice of a reply that is not under way any more. A reply that failed has an error card instead.
ReplyNotice noticeOf(const store::Message& reply, const ReplyEnd& end);

/// What a reply says besides its reasoning.
QString answerOf(const QString& text);

}  // namespace hearth::app
