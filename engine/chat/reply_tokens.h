// Ids that are kept with a reply may come from a file that somebody else wrote: they count only where they
// say what the reply's text says.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "hearth/reply_parser.h"
#include "hearth/tokenizer.h"

namespace hearth {

/// The ids without the token that ended the reply, if they stand for exactly this text and none of them is a
/// control token; otherwise empty. Ids outside the vocabulary are allowed and give empty.
std::span<const TokenId> tokensThatSay(const Tokenizer& tokenizer, std::span<const TokenId> ids,
                                       std::string_view text);

/// The same for the end of the ids: a template that leaves the reasoning out writes only what came after it.
std::span<const TokenId> lastTokensThatSay(const Tokenizer& tokenizer, std::span<const TokenId> ids,
                                           std::string_view text);

/// The same for a reply that is to be continued and whose text holds its reasoning between <think> and
/// </think>: around reasoning and content the ids may hold the model's own marks, and nothing else.
std::span<const TokenId> tokensThatReason(const Tokenizer& tokenizer, std::span<const TokenId> ids,
                                          std::string_view text, const ReplyFormat& format);

}  // namespace hearth
