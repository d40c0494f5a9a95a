#pragma once

#include <QString>

#include "exchange/exchanged_conversation.h"

namespace hearth::app {

/// The visible branch of a conversation as one Markdown text: the title as a heading, a heading for every
/// turn, the reasoning folded away as a quote.
QString toMarkdown(const ExchangedConversation& conversation);

}  // namespace hearth::app
