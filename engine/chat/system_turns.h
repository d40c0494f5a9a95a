#pragma once

#include <vector>

#include "hearth/chat_message.h"
#include "hearth/prompt_piece.h"

namespace hearth {

// Ways to give a template the system messages of a conversation. What comes before a message stays as it is
// whatever follows, so that cached prefixes hold.

/// Joins the system messages at the beginning.
std::vector<ChatMessage> withLeadingSystemJoined(std::vector<ChatMessage> messages);
/// True if there are system messages behind the first message.
bool hasLaterSystem(const std::vector<ChatMessage>& messages);
/// Moves these into turns of the user, for templates that allow none there: the one before where a turn of
/// the user is directly before, and otherwise the one that follows, or a turn of its own at the end. Roles
/// alternate as they did without them.
std::vector<ChatMessage> withLaterSystemInUserTurns(std::vector<ChatMessage> messages);
/// Moves the first system message into the first turn, for templates that have no place for one.
std::vector<ChatMessage> withSystemInFirstTurn(std::vector<ChatMessage> messages);
/// True if a prompt has the text of all later system messages: some templates leave them out without a word.
bool tellsLaterSystem(const PromptPieces& pieces, const std::vector<ChatMessage>& messages);

}  // namespace hearth
