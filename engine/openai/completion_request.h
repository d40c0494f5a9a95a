#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/generation_request.h"
#include "hearth/tokenizer.h"
#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::openai {

/// Endpoint of a request.
enum class Completion {
    Chat,  ///< /v1/chat/completions
    Text,  ///< /v1/completions
};

/// A prompt of a list of prompts: a text or tokens.
struct RawPrompt {
    std::optional<std::string> text = std::nullopt;
    std::vector<TokenId> tokens = {};
};

/// A request that can be given to the engine.
struct CompletionRequest {
    Completion kind = Completion::Chat;
    GenerationRequest generation;
    std::string model;               ///< that is asked for; empty: any
    bool tools = false;              ///< calls are told apart from the text
    bool parallelCalls = true;       ///< false: the first call ends the reply
    bool answersOldCalls = false;    ///< "functions" were sent: answers have a "function_call" as well
    bool stream = false;             ///< events as it is made
    bool streamsUsage = false;       ///< with figures at the end
    std::vector<RawPrompt> prompts;  ///< if there are several; the first one is also in `generation`
    int choicesOfPrompt = 1;         ///< replies to make to each
    int choices = 1;                 ///< and to all, those to the first prompt first
    bool logprobs = false;           ///< of the tokens made
    int topLogprobs = 0;             ///< alternatives with each
    bool echo = false;               ///< the prompt is put before the text
};

/// The text to put before reply `choice`; "" for none.
std::string echoOf(const CompletionRequest& request, const Tokenizer* tokenizer, int choice);

/// Reads the body of a request. Throws Refusal with the field that cannot be used: no known field is ignored
/// that would change the reply. What is ignored is noted.
CompletionRequest readCompletionRequest(const Json& body, Completion kind, RequestNotes& notes);
/// The fields that it knows at the top of a body, besides sharedFields().
std::vector<std::string_view> completionFields(Completion kind);

}  // namespace hearth::openai
