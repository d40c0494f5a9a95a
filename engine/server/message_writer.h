#pragma once

#include <memory>

#include "anthropic/message_answer.h"
#include "http/response.h"
#include "server/completion_writer.h"
#include "server/reply_writer.h"

namespace hearth::server {

/// Answers in Anthropic's form of messages, as one body or as events. A stream begins when the prompt does,
/// and says "ping" while it is processed. The tokenizer outlives it.
std::unique_ptr<ReplyWriter> messageWriter(std::shared_ptr<http::Response> response,
                                           anthropic::MessageHead head, bool stream,
                                           const Tokenizer& tokenizer, ReplyHeard heard);

}  // namespace hearth::server
