#pragma once

#include <functional>
#include <memory>

#include "http/response.h"
#include "openai/response_answer.h"
#include "server/completion_writer.h"
#include "server/reply_writer.h"

namespace hearth::server {

/// Hears a response that has ended, before the client does.
using ResponseEnded = std::function<void(const openai::Json& response)>;

/// Answers in the form of /v1/responses, as one body or as events. The tokenizer outlives it.
std::unique_ptr<ReplyWriter> responseWriter(std::shared_ptr<http::Response> response,
                                            openai::ResponseHead head, bool stream,
                                            const Tokenizer& tokenizer, ReplyHeard heard,
                                            ResponseEnded ended);

}  // namespace hearth::server
