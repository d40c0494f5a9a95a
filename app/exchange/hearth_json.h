#pragma once

#include <QByteArray>
#include <QJsonObject>

#include "exchange/exchanged_conversation.h"

namespace hearth::app {

/// Hearth's own file of one conversation: everything that is kept, so that reading gives back what was
/// written.
/// {"format": "hearth-conversation", "version": 1, "conversation": {...}, "messages": [...]}
QByteArray toHearthJson(const ExchangedConversation& conversation);

/// Throws ImportError for other versions and for trees that are none.
ExchangedConversation fromHearthJson(const QJsonObject& document);

}  // namespace hearth::app
