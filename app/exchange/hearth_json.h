#pragma once

#include <QByteArray>
#include <QJsonObject>

#include "exchange/exchanged_conversation.h"

namespace hearth::app {

/// Hearth's own file of one conversation: everything that is kept, so that reading gives back what was
/// written.
/// {"format": "hearth-conversation", "version": 1, "conversation": {...}, "messages": [...],
///  "pictures": {HASH: base64}}
/// A message names its pictures in "pictures": [{"file": HASH, "name", "at": UTF-16 code units of its text,
/// "detail": "low", "high" or absent}].
QByteArray toHearthJson(const ExchangedConversation& conversation);

/// Throws ImportError for other versions, and for messages that do not form trees. A picture that is missing
/// or damaged is noted in the text of its message.
ExchangedConversation fromHearthJson(const QJsonObject& document);

}  // namespace hearth::app
