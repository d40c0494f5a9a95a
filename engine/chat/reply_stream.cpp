#include "chat/reply_stream.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "chat/prompt_builder.h"
#include "hearth/bounded_json.h"

namespace hearth {

namespace {

nlohmann::ordered_json toolsOf(const GenerationRequest& request) {
    const auto variables = parseOrderedJson(request.templateVariables);
    const auto tools = variables.is_object() ? variables.find("tools") : variables.end();
    return tools != variables.end() ? *tools : nlohmann::ordered_json();
}

}  // namespace

ReplyStream ReplyStream::raw(const Tokenizer& tokenizer, std::vector<std::string> stops) {
    return ReplyStream(tokenizer, false, std::move(stops));
}

ReplyStream ReplyStream::parsed(const Tokenizer& tokenizer, std::string_view templateSource,
                                const GenerationRequest& request, const PromptPieces& prompt) {
    const PromptPiece* const started = startedReply(request, prompt);
    const std::span before = std::span(prompt).first(prompt.size() - (started != nullptr ? 1 : 0));
    ReplyStream stream(tokenizer, true, request.sampling.stop);
    stream.m_parser.emplace(replyFormatBehind(templateSource, before), toolsOf(request));
    if (started != nullptr) (void)stream.deltasOf(stream.m_parser->feed(started->text));
    stream.m_calls = 0;
    // Not before: a call that the reply goes on with is told from its beginning.
    stream.m_parser->streamCalls();
    return stream;
}

std::vector<ReplyDelta> ReplyStream::push(TokenId token) {
    return deltasOf(m_matcher.push(m_decoder.push(token)));
}

std::vector<ReplyDelta> ReplyStream::finish() {
    std::string rest;
    if (!m_matcher.found()) {
        rest = m_matcher.push(m_decoder.flush());
        rest += m_matcher.flush();
    }
    std::vector<ReplyDelta> deltas = deltasOf(std::move(rest));
    if (m_parser)
        for (ReplyDelta& delta : deltasOf(m_parser->finish())) deltas.push_back(std::move(delta));
    return deltas;
}

std::vector<ReplyDelta> ReplyStream::deltasOf(std::string text) {
    if (m_parser) return deltasOf(m_parser->feed(text));
    std::vector<ReplyDelta> deltas;
    if (text.empty()) return deltas;
    ReplyDelta& delta = deltas.emplace_back();
    delta.shown = text;
    delta.text = std::move(text);
    return deltas;
}

std::vector<ReplyDelta> ReplyStream::deltasOf(std::vector<ReplySegment> segments) {
    std::vector<ReplyDelta> deltas;
    for (ReplySegment& segment : segments) {
        ReplyDelta delta;
        switch (segment.kind) {
            case SegmentKind::Content:
                delta.text = std::move(segment.text);
                break;
            case SegmentKind::Reasoning:
                delta.reasoning = std::move(segment.text);
                break;
            case SegmentKind::ToolCall:
                delta.call = ToolCallDelta{.index = segment.continues ? m_calls - 1 : m_calls++,
                                           .id = std::move(segment.call.id),
                                           .name = std::move(segment.call.name),
                                           .arguments = std::move(segment.call.argumentsJson),
                                           .written = std::move(segment.text)};
                break;
        }
        delta.shown = m_text.add(delta);
        deltas.push_back(std::move(delta));
    }
    return deltas;
}

}  // namespace hearth
