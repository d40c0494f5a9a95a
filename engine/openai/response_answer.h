#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hearth/generation_result.h"
#include "openai/gathered_reply.h"
#include "openai/reply_parts.h"
#include "openai/response_request.h"

namespace hearth::openai {

/// Fields common to all forms of an answer of /v1/responses.
struct ResponseHead {
    std::string id;  ///< "resp_1"
    std::string model;
    int64_t created = 0;        ///< seconds of Unix time
    bool tools = false;         ///< calls are separated from the text
    bool parallelCalls = true;  ///< false: the first call is the only one
    bool logprobs = false;
    int topLogprobs = 0;
    Json echo;                                         ///< as ResponseRequest::echo
    std::optional<RouteOutcome> route = std::nullopt;  ///< the choice between two models and its reason
};
ResponseHead responseHead(std::string id, std::string model, int64_t created, const ResponseRequest& request);

/// A response that has just begun: "in_progress", without an output.
Json begunResponse(const ResponseHead& head);
/// A response that cannot continue. `problem`: one sentence.
Json failedResponse(const ResponseHead& head, const std::string& problem);

/// "msg_1_0": the id of the item that part `index` of a reply is.
std::string itemIdOf(const ResponseHead& head, const ReplyPart& part, size_t index);
/// The item of a part. `status`: "in_progress" omits its content; "completed", "incomplete". `tokenizer` may
/// be nullptr: there are no logprobs then.
Json itemOf(const ResponseHead& head, const ReplyPart& part, size_t index, const std::string& status,
            const Tokenizer* tokenizer);
/// "logprobs" of tokens, as the parts of a message hold them.
Json partLogprobs(const ResponseHead& head, std::span<const GeneratedToken> tokens,
                  const Tokenizer* tokenizer);
/// The whole response at its end.
Json endedResponse(const ResponseHead& head, const ReplyParts& reply, const GenerationResult& result,
                   const Tokenizer* tokenizer);

/// One reply, gathered into a whole response. For one thread.
class ResponseAnswer {
public:
    /// The tokenizer outlives it; nullptr: there are no logprobs.
    ResponseAnswer(ResponseHead head, const Tokenizer* tokenizer);

    void add(const ReplyDelta& delta) { (void)m_parts.add(m_reply.add(delta)); }
    Json json(const GenerationResult& result) const {
        return endedResponse(m_head, m_parts, result, m_tokenizer);
    }
    const GatheredReply& reply() const noexcept { return m_reply; }

private:
    ResponseHead m_head;
    const Tokenizer* m_tokenizer;
    GatheredReply m_reply;
    ReplyParts m_parts;
};

}  // namespace hearth::openai
