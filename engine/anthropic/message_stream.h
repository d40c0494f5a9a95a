#pragma once

#include <string>

#include "anthropic/message_answer.h"

namespace hearth::anthropic {

/// One reply as server-sent events ("event: NAME", "data: {...}" and a blank line each). For one thread.
class MessageStream {
public:
    /// The tokenizer outlives it; nullptr: see stopSequenceOf().
    MessageStream(MessageHead head, const Tokenizer* tokenizer);

    // Each returns the events to send; "" for none.

    /// Before everything else, once.
    std::string begin(int promptTokens, int cachedTokens);
    std::string add(const ReplyDelta& delta);
    std::string finish(const GenerationResult& result);
    /// While nothing comes.
    static std::string ping();
    /// In the middle of the stream: nothing follows it. `body`: of the answer that it would have been.
    static std::string failed(const std::string& body);

    const openai::GatheredReply& reply() const noexcept { return m_reply; }

private:
    std::string stopBlock() const;
    std::string delta(Json what) const;

    MessageHead m_head;
    const Tokenizer* m_tokenizer;
    openai::GatheredReply m_reply;
    openai::ReplyParts m_parts;
};

}  // namespace hearth::anthropic
