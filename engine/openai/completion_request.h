#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hearth/engine.h"
#include "openai/field_reader.h"

namespace hearth::openai {

/// What a request is for.
enum class Completion {
    Chat,  ///< /v1/chat/completions
    Text,  ///< /v1/completions
};

/// A request that can be given to the engine.
struct CompletionRequest {
    Completion kind = Completion::Chat;
    GenerationRequest generation;
    std::string model;          ///< that is asked for; empty: any
    bool tools = false;         ///< calls are told apart from the text
    bool parallelCalls = true;  ///< false: the first call ends the reply
    bool stream = false;        ///< events as it is made
    bool streamsUsage = false;  ///< with figures at the end
    int choices = 1;            ///< replies to make
    bool logprobs = false;      ///< of the tokens made
    int topLogprobs = 0;        ///< alternatives with each
    bool echo = false;          ///< the prompt in front of the text
};

/// The text that stands in front of the replies; "" where none is to.
std::string echoOf(const CompletionRequest& request, const Tokenizer* tokenizer);

/// Reads the body of a request. Throws Refusal with the field that cannot be used: none is ignored that would
/// change the answer.
CompletionRequest readCompletionRequest(const Json& body, Completion kind);
/// The fields that it knows at the top of a body.
std::vector<std::string_view> completionFields(Completion kind);

}  // namespace hearth::openai
