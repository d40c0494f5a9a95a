#include "chat/reply_stream.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "chat/prompt_builder.h"
#include "chat/template_tools.h"

namespace hearth {

ReplyStream ReplyStream::raw(const Tokenizer& tokenizer, std::vector<std::string> stops) {
    return ReplyStream(tokenizer, false, std::move(stops));
}

ReplyStream ReplyStream::parsed(const Tokenizer& tokenizer, std::string_view templateSource,
                                const GenerationRequest& request, const PromptPieces& prompt,
                                std::shared_ptr<const grammar::CallForm> calls) {
    const PromptPiece* const started = startedReply(request, prompt);
    const std::span before = std::span(prompt).first(prompt.size() - (started != nullptr ? 1 : 0));
    ReplyStream stream(tokenizer, true, request.sampling.stop);
    ReplyFormat format = replyFormatBehind(templateSource, before);
    format.form = std::move(calls);
    stream.m_parser.emplace(std::move(format), toolsOf(request));
    if (started != nullptr) (void)stream.deltasOf(stream.m_parser->feed(started->text), false);
    stream.m_calls = 0;
    // Not before: a call that the reply goes on with is told from its beginning.
    stream.m_parser->streamCalls();
    return stream;
}

std::vector<ReplyDelta> ReplyStream::push(TokenId token) {
    std::string text = m_decoder.push(token);
    return m_parser ? deltasOf(m_parser->feed(text)) : rawDelta(m_matcher.push(text));
}

std::vector<ReplyDelta> ReplyStream::finish(ReplyEnd end) {
    if (m_matcher.found()) return {};
    if (!m_parser) {
        std::string rest = m_matcher.push(m_decoder.flush());
        return rawDelta(rest + m_matcher.flush());
    }
    std::vector<ReplyDelta> deltas = deltasOf(m_parser->feed(m_decoder.flush()));
    for (ReplyDelta& delta : deltasOf(m_parser->finish(end))) deltas.push_back(std::move(delta));
    addText(m_matcher.flush(), false, deltas);
    return deltas;
}

std::vector<ReplyDelta> ReplyStream::rawDelta(std::string text) {
    std::vector<ReplyDelta> deltas;
    if (text.empty()) return deltas;
    ReplyDelta& delta = deltas.emplace_back();
    delta.shown = text;
    delta.text = std::move(text);
    return deltas;
}

/// `isNew`: made by the model just now.
std::vector<ReplyDelta> ReplyStream::deltasOf(std::vector<ReplySegment> segments, bool isNew) {
    std::vector<ReplyDelta> deltas;
    for (ReplySegment& segment : segments) {
        if (m_matcher.found()) break;
        if (segment.kind == SegmentKind::Content && !segment.isCut) {
            addText(isNew ? m_matcher.push(segment.text) : std::move(segment.text), false, deltas);
            continue;
        }
        // A stop string lies in one text.
        addText(m_matcher.flush(), false, deltas);
        if (segment.isCut)
            addText(std::move(segment.text), true, deltas);
        else
            deltas.push_back(deltaOf(std::move(segment)));
    }
    return deltas;
}

/// `isCut`: the text is for people alone.
void ReplyStream::addText(std::string text, bool isCut, std::vector<ReplyDelta>& deltas) {
    if (text.empty()) return;
    const auto isSpace = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; };
    ReplyDelta& delta = deltas.emplace_back();
    delta.text = std::move(text);
    delta.shown = m_text.add(delta);
    if (isCut) {
        delta.text.clear();
        return;
    }
    const char last = delta.text.back();
    // The texts around a call are lines of their own.
    if (m_anyText && m_callSince && !isSpace(delta.text.front())) delta.text.insert(0, 1, '\n');
    m_anyText = !isSpace(last);
    m_callSince = false;
}

ReplyDelta ReplyStream::deltaOf(ReplySegment segment) {
    ReplyDelta delta;
    if (segment.kind == SegmentKind::Reasoning) {
        delta.reasoning = std::move(segment.text);
    } else {
        m_callSince = true;
        delta.call = ToolCallDelta{.index = segment.continues ? m_calls - 1 : m_calls++,
                                   .id = std::move(segment.call.id),
                                   .name = std::move(segment.call.name),
                                   .arguments = std::move(segment.call.argumentsJson),
                                   .written = std::move(segment.text)};
    }
    delta.shown = m_text.add(delta);
    return delta;
}

}  // namespace hearth
