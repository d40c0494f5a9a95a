#pragma once

#include <optional>
#include <string>
#include <vector>

#include "anthropic/message_request.h"
#include "anthropic/reply_blocks.h"
#include "hearth/generation_result.h"
#include "hearth/reply_delta.h"
#include "hearth/route.h"
#include "hearth/tokenizer.h"
#include "openai/gathered_reply.h"

namespace hearth::anthropic {

/// Data that all parts of an answer share.
struct MessageHead {
    std::string id;  ///< "msg_1"
    std::string model;
    bool tools = false;         ///< calls are told apart from the text
    bool parallelCalls = true;  ///< false: the first call is the only one
    bool marksCache = false;    ///< the request says what to cache
    std::vector<std::string> stopSequences = {};
    std::optional<RouteOutcome> route = std::nullopt;  ///< where two models could answer: who does and why
};
MessageHead headOf(std::string id, std::string model, const MessageRequest& request);

/// Tokens of a request, as "usage" counts them: the three kinds of input are all of the prompt together.
///
/// The cache keeps every prompt, so what of one was not found is kept by answering it: as
/// "cache_creation_input_tokens" for requests that say what to cache, and as "input_tokens" for the others.
Json usageOf(const MessageHead& head, int promptTokens, int cachedTokens, int outputTokens);
/// The same at the end of a reply, with "cached_reply" where it is that of an identical request before.
Json usageOf(const MessageHead& head, const GenerationMetrics& metrics);

/// "end_turn", "max_tokens", "stop_sequence", "tool_use" or "model_context_window_exceeded".
const char* stopReasonOf(const GenerationResult& result, bool hasCalls);
/// The stop sequence that came, or null. The tokenizer may be nullptr: then it is known only where there is
/// one.
Json stopSequenceOf(const MessageHead& head, const GenerationResult& result, const Tokenizer* tokenizer);

/// A message without an end, as "message_start" holds it.
Json begunMessage(const MessageHead& head, int promptTokens, int cachedTokens);

/// One reply, gathered into a whole message. For one thread.
class MessageAnswer {
public:
    /// The tokenizer outlives it; nullptr: see stopSequenceOf().
    MessageAnswer(MessageHead head, const Tokenizer* tokenizer);

    void add(const ReplyDelta& delta) { (void)m_parts.add(m_reply.add(delta)); }
    Json json(const GenerationResult& result) const;
    const openai::GatheredReply& reply() const noexcept { return m_reply; }

private:
    MessageHead m_head;
    const Tokenizer* m_tokenizer;
    openai::GatheredReply m_reply;
    openai::ReplyParts m_parts;
};

}  // namespace hearth::anthropic
