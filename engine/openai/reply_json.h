#pragma once

#include <span>
#include <string>
#include <vector>

#include "hearth/finish_reason.h"
#include "hearth/generation_result.h"
#include "hearth/reply_delta.h"
#include "hearth/route.h"
#include "hearth/tokenizer.h"
#include "openai/field_reader.h"

namespace hearth::openai {

/// One line of text; what is no UTF-8 is replaced.
std::string dumped(const Json& json);

/// "usage" of some replies, `ofPrompt` to each prompt; 0: all to one.
Json usageOf(std::span<const GenerationMetrics> replies, size_t ofPrompt = 0);
/// "route" of an answer where two models could have answered.
Json routeJson(const RouteOutcome& route);
/// "stop", "length" or "tool_calls"; "function_call" instead where calls are answered as they were before.
std::string finishReasonOf(FinishReason reason, bool hasCalls, bool oldCalls = false);
/// A call as a message holds it. One without an id gets one of nine letters and digits, as some templates
/// demand, which is the same for the same answer and place.
Json callOf(const ToolCallDelta& call, const std::string& answerId, int choice);
/// "logprobs" of a chat's tokens: the model's own probabilities, before the settings.
Json chatLogprobs(const Tokenizer& tokenizer, std::span<const GeneratedToken> tokens, int alternatives);
/// "logprobs" of a text's tokens, the first of which begins at `offset` (in bytes of the text).
Json textLogprobs(const Tokenizer& tokenizer, std::span<const GeneratedToken> tokens, int alternatives,
                  size_t offset);
/// The same of the tokens of a prompt whose text is `echo`; the first has no probability, for nothing is
/// before it.
Json echoLogprobs(const Tokenizer& tokenizer, std::span<const GeneratedToken> tokens, int alternatives,
                  const std::string& echo);
/// Adds those of the tokens that follow.
void appendLogprobs(Json& to, const Json& more);
/// {"error": {...}} for a request that is not answered.
Json errorJson(const std::string& message, const std::string& type, const std::string& field,
               const std::string& code);

}  // namespace hearth::openai
