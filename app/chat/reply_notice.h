#pragma once

#include <QString>
#include <QVariantList>

#include "store/records.h"

namespace hearth::app {

/// What stands under a reply that ended otherwise than it should, in a sentence, and what can be done about
/// it: maps of "action" ("regenerate", "continue", "regenerateWithPenalty") and "text".
struct ReplyNotice {
    QString text;  ///< empty: there is nothing to say
    QVariantList actions;
    bool operator==(const ReplyNotice&) const = default;
};

/// The notice of a reply that is not under way any more. `finishReason` as far as it is known. A reply that
/// failed has an error card instead.
ReplyNotice noticeOf(const store::Message& reply, std::optional<FinishReason> finishReason);

/// What a reply says besides its reasoning.
QString answerOf(const QString& text);

}  // namespace hearth::app
