#include "anthropic/message_stream.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "openai/reply_json.h"

namespace hearth::anthropic {

namespace {

/// An event of the name that its "type" is.
std::string namedEvent(const Json& json) {
    return "event: " + json.at("type").get<std::string>() + "\ndata: " + openai::dumped(json) + "\n\n";
}

}  // namespace

MessageStream::MessageStream(MessageHead head, const Tokenizer* tokenizer)
    : m_head(std::move(head)),
      m_tokenizer(tokenizer),
      m_reply(m_head.tools, m_head.parallelCalls),
      m_parts(m_head.id) {
}

std::string MessageStream::begin(int promptTokens, int cachedTokens) {
    return namedEvent(
               {{"type", "message_start"}, {"message", begunMessage(m_head, promptTokens, cachedTokens)}}) +
           ping();
}

std::string MessageStream::ping() {
    return namedEvent({{"type", "ping"}});
}

/// The last block is complete.
std::string MessageStream::stopBlock() const {
    if (m_parts.parts().empty()) return {};
    std::string events;
    // Clients wait for one, with whatever it says: there is nothing here that would check it.
    if (m_parts.parts().back().kind == openai::PartKind::Reasoning)
        events = delta({{"type", "signature_delta"}, {"signature", ""}});
    return events + namedEvent({{"type", "content_block_stop"}, {"index", m_parts.parts().size() - 1}});
}

std::string MessageStream::delta(Json what) const {
    return namedEvent(
        {{"type", "content_block_delta"}, {"index", m_parts.parts().size() - 1}, {"delta", std::move(what)}});
}

std::string MessageStream::add(const ReplyDelta& delta) {
    const ReplyDelta said = m_reply.add(delta);
    const bool began = m_parts.changeOf(said) == openai::ReplyParts::Change::Began;
    std::string events;
    if (began) events = stopBlock();
    if (m_parts.add(said) == openai::ReplyParts::Change::None) return {};
    const openai::ReplyPart& part = m_parts.parts().back();
    if (began)
        events += namedEvent({{"type", "content_block_start"},
                              {"index", m_parts.parts().size() - 1},
                              {"content_block", emptyBlockJson(part)}});
    const std::string& added = openai::addedText(said);
    switch (part.kind) {
        case openai::PartKind::Text:
            return events + this->delta({{"type", "text_delta"}, {"text", added}});
        case openai::PartKind::Reasoning:
            return events + this->delta({{"type", "thinking_delta"}, {"thinking", added}});
        case openai::PartKind::Call:
            break;
    }
    return events + this->delta({{"type", "input_json_delta"}, {"partial_json", added}});
}

std::string MessageStream::finish(const GenerationResult& result) {
    return stopBlock() +
           namedEvent({{"type", "message_delta"},
                       {"delta",
                        {{"stop_reason", stopReasonOf(result, m_parts.hasCalls())},
                         {"stop_sequence", stopSequenceOf(m_head, result, m_tokenizer)}}},
                       {"usage", usageOf(m_head, result.metrics)}}) +
           namedEvent({{"type", "message_stop"}});
}

std::string MessageStream::failed(const std::string& body) {
    return "event: error\ndata: " + body + "\n\n";
}

}  // namespace hearth::anthropic
