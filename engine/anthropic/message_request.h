#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hearth/generation_request.h"
#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::anthropic {

using openai::Json;

/// Purpose of a request.
enum class MessageUse : uint8_t {
    Reply,  ///< /v1/messages
    Count,  ///< /v1/messages/count_tokens
};

/// A request that can be given to the engine.
struct MessageRequest {
    GenerationRequest generation;
    std::string model;          ///< that is asked for
    bool tools = false;         ///< calls are told apart from the text
    bool parallelCalls = true;  ///< false: the first call is the only one
    bool stream = false;        ///< events as it is made
    bool marksCache = false;    ///< a "cache_control" stands somewhere
};

/// Reads the body of a request. Throws openai::Refusal with the field that cannot be used: no known field is
/// ignored that would change the reply. What is ignored is noted.
MessageRequest readMessageRequest(const Json& body, MessageUse use, openai::RequestNotes& notes);

/// The fields that it knows at the top of a body, besides openai::sharedFields().
std::vector<std::string_view> messageFields(MessageUse use);

}  // namespace hearth::anthropic
