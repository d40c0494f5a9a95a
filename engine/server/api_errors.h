#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hearth/error.h"
#include "openai/refusal.h"

namespace hearth::server {

/// The answer to a request that is not answered, in the words of no API in particular.
struct ApiProblem {
    int status = 400;
    std::string message;
    std::string field, code;
    /// A prompt that is too long, in tokens, and the most that there is room for: programs look for the words
    /// of their API.
    struct TooLong {
        std::string tokens, most;
    };
    std::optional<TooLong> tooLong = std::nullopt;
};

/// The response to a client for an error of the engine. `promptField`: the field of the API that has the
/// prompt.
ApiProblem problemOf(const Error& error, std::string_view promptField = "messages");
ApiProblem problemOf(const openai::Refusal& refusal);

// The bodies of answers with a problem: OpenAI's shape and Anthropic's.
std::string openAiBody(const ApiProblem& problem);
std::string anthropicBody(const ApiProblem& problem);

}  // namespace hearth::server
