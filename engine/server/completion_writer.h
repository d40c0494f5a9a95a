#pragma once

#include <functional>
#include <memory>
#include <string>

#include "http/response.h"
#include "openai/completion_answer.h"
#include "openai/completion_request.h"
#include "server/reply_writer.h"

namespace hearth::server {

/// Answers in OpenAI's form of completions, as one body or as events. The tokenizer outlives it.
std::unique_ptr<ReplyWriter> completionWriter(std::shared_ptr<http::Response> response,
                                              openai::AnswerHead head,
                                              const openai::CompletionRequest& request,
                                              const Tokenizer& tokenizer, ReplyHeard heard);

}  // namespace hearth::server
