#include "hearth/reply_stream.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "chat/stop_matcher.h"
#include "hearth/bounded_json.h"
#include "hearth/chat_template.h"
#include "hearth/engine.h"

namespace hearth {

namespace {

constexpr std::string_view open = "<think>", close = "</think>", blanks = " \t\r\n";

nlohmann::ordered_json toolsOf(const GenerationRequest& request) {
    const auto variables = parseOrderedJson(request.templateVariables);
    const auto tools = variables.is_object() ? variables.find("tools") : variables.end();
    return tools != variables.end() ? *tools : nlohmann::ordered_json();
}

}  // namespace

struct ReplyStream::Impl {
    Impl(const Tokenizer& vocabulary, ReplyParser replyParser, std::vector<std::string> stops)
        : tokenizer(vocabulary),
          decoder(vocabulary, true),
          matcher(std::move(stops)),
          parser(std::move(replyParser)) {}

    const Tokenizer& tokenizer;
    StreamDecoder decoder;
    StopMatcher matcher;
    ReplyParser parser;
    bool reasons = false;   ///< the text so far ends within reasoning
    bool anyText = false;   ///< there is some
    bool afterGap = false;  ///< blanks between reasoning and content are left out
};

ReplyStream::ReplyStream(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {
}
ReplyStream::ReplyStream(ReplyStream&&) noexcept = default;
ReplyStream& ReplyStream::operator=(ReplyStream&&) noexcept = default;
ReplyStream::~ReplyStream() = default;

std::optional<ReplyStream> ReplyStream::forRequest(const Engine& engine, const GenerationRequest& request,
                                                   std::stop_token stop) {
    if (request.rawText || !request.rawTokens.empty() || request.messages.empty()) return std::nullopt;
    PromptPieces pieces = engine.renderPrompt(request, std::move(stop));
    // Of a reply that is continued: its text, or the ids that stand for it.
    PromptPiece started;
    if (request.continueLast && !request.messages.back().content.empty() && !pieces.empty()) {
        started = std::move(pieces.back());
        pieces.pop_back();
    }
    std::string prompt;
    for (const PromptPiece& piece : pieces) prompt += piece.text;
    ReplyParser parser(replyFormatOf(engine.chatTemplate().source(), prompt), toolsOf(request));
    ReplyStream stream(std::make_unique<Impl>(engine.tokenizer(), std::move(parser), request.sampling.stop));
    if (started.tokens.empty())
        (void)stream.textOf(stream.m_impl->parser.feed(started.text));
    else
        for (const TokenId token : started.tokens) (void)stream.textOf(stream.push(token));
    return stream;
}

std::vector<ReplySegment> ReplyStream::push(TokenId token) {
    if (m_impl->tokenizer.isEndOfGeneration(token)) return {};
    return m_impl->parser.feed(m_impl->matcher.push(m_impl->decoder.push(token)));
}

std::vector<ReplySegment> ReplyStream::finish() {
    std::vector<ReplySegment> segments;
    if (!m_impl->matcher.found()) {
        segments = m_impl->parser.feed(m_impl->matcher.push(m_impl->decoder.flush()));
        for (ReplySegment& segment : m_impl->parser.feed(m_impl->matcher.flush()))
            segments.push_back(std::move(segment));
    }
    for (ReplySegment& segment : m_impl->parser.finish()) segments.push_back(std::move(segment));
    return segments;
}

std::string ReplyStream::textOf(const std::vector<ReplySegment>& segments) {
    std::string text;
    for (const ReplySegment& segment : segments) {
        std::string_view added = segment.text;
        const bool reasoning = segment.kind == SegmentKind::Reasoning;
        if (reasoning != m_impl->reasons) {
            // Blanks alone neither open nor close anything.
            if (added.find_first_not_of(blanks) == std::string_view::npos) continue;
            text += reasoning ? (m_impl->anyText ? "\n\n" : "") + std::string(open) + "\n"
                              : "\n" + std::string(close) + "\n\n";
            m_impl->reasons = reasoning;
            m_impl->afterGap = true;
        }
        if (m_impl->afterGap) {
            const size_t first = added.find_first_not_of(blanks);
            if (first == std::string_view::npos) continue;
            added.remove_prefix(first);
            m_impl->afterGap = false;
        }
        text += added;
        m_impl->anyText = m_impl->anyText || !added.empty();
    }
    return text;
}

std::optional<ReplyTextParts> splitReplyText(std::string_view text) {
    const size_t start = text.find_first_not_of(blanks);
    if (start == std::string_view::npos || !text.substr(start).starts_with(open)) return std::nullopt;
    text.remove_prefix(start + open.size());
    const size_t end = text.find(close);
    const auto trimmed = [](std::string_view part) {
        const size_t first = part.find_first_not_of(blanks);
        if (first == std::string_view::npos) return std::string();
        return std::string(part.substr(first, part.find_last_not_of(blanks) - first + 1));
    };
    if (end == std::string_view::npos) return ReplyTextParts{trimmed(text), {}};
    std::string_view content = text.substr(end + close.size());
    content.remove_prefix(std::min(content.find_first_not_of(blanks), content.size()));
    return ReplyTextParts{trimmed(text.substr(0, end)), std::string(content)};
}

}  // namespace hearth
