#pragma once

#include <string>

#include "hearth/generation_result.h"
#include "openai/response_answer.h"

namespace hearth::openai {

/// One reply as the events of /v1/responses ("event: NAME", "data: {...}" and a blank line each), numbered
/// from 0. For one thread.
class ResponseStream {
public:
    /// The tokenizer outlives it; nullptr: there are no logprobs.
    ResponseStream(ResponseHead head, const Tokenizer* tokenizer);

    // Each returns the events to send; "" for none.

    /// Before everything else, once.
    std::string begin();
    std::string add(const ReplyDelta& delta);
    /// The end. `response`: as endedResponse() has it, see json().
    std::string finish(const Json& response);
    /// In the middle of the stream: nothing follows it. `problem`: one sentence.
    std::string failed(const std::string& problem);

    Json json(const GenerationResult& result) const {
        return endedResponse(m_head, m_parts, result, m_tokenizer);
    }
    const GatheredReply& reply() const noexcept { return m_reply; }

private:
    std::string event(const char* type, Json fields);
    std::string partEvent(const char* type, Json fields);
    std::string beginPart();
    std::string addToPart(const std::string& added, size_t tokensBefore);
    std::string endPart(const std::string& status);

    ResponseHead m_head;
    const Tokenizer* m_tokenizer;
    GatheredReply m_reply;
    ReplyParts m_parts;
    int64_t m_next = 0;  ///< number of the next event
};

}  // namespace hearth::openai
