#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/generation_request.h"
#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::openai {

/// A request to /v1/responses.
struct ResponseRequest {
    GenerationRequest generation;  ///< with the messages of `input` alone, see setMessages()
    std::string model;             ///< that is asked for; empty: any
    Json input;                    ///< a list of items
    std::string instructions;
    std::string previousId;      ///< of the response that it goes on from; empty: none
    bool tools = false;          ///< calls are told apart from the text
    bool parallelCalls = true;   ///< false: the first call is the only one
    bool store = true;           ///< it can be gone on from, and asked for
    bool stream = false;         ///< events as it is made
    bool logprobs = false;       ///< of the tokens made
    int topLogprobs = 0;         ///< alternatives with each
    Json echo = Json::object();  ///< what an answer repeats of the request
};

/// Reads the body of a request. Throws Refusal with the field that cannot be used: no known field is ignored
/// that would change the reply. What is ignored is noted.
ResponseRequest readResponseRequest(const Json& body, RequestNotes& notes);
/// The fields that it knows at the top of a body, besides sharedFields().
std::vector<std::string_view> responseFields();

/// Puts the messages of the instructions and of `earlier` items in front of those of the request's own input.
/// Call it once. Throws Refusal.
void setMessages(ResponseRequest& request, Json earlier);

}  // namespace hearth::openai
