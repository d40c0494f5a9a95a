#include "hearth/reply_parser.h"

#include <algorithm>

#include "chat/reply_reader.h"

namespace hearth {

struct ReplyParser::Impl {
    SegmentList segments;
    std::unique_ptr<ReplyReader> reader;
};

ReplyParser::ReplyParser(ReplyFormat format, const nlohmann::ordered_json& tools)
    : m_impl(std::make_unique<Impl>()) {
    const bool hasRecipients = format.recipients;
    m_impl->reader = format.harmony ? makeHarmonyReader(m_impl->segments)
                                    : makeMarkReader(std::move(format), tools, m_impl->segments);
    if (hasRecipients) m_impl->reader = makeRecipientReader(std::move(m_impl->reader), m_impl->segments);
}

ReplyParser::ReplyParser(ReplyFormat format) : ReplyParser(std::move(format), nlohmann::ordered_json()) {
}
ReplyParser::ReplyParser(ReplyParser&&) noexcept = default;
ReplyParser& ReplyParser::operator=(ReplyParser&&) noexcept = default;
ReplyParser::~ReplyParser() = default;

std::vector<ReplySegment> ReplyParser::feed(std::string_view bytes) {
    m_impl->reader->feed(bytes);
    return m_impl->segments.take();
}

void ReplyParser::streamCalls() {
    m_impl->reader->streamCalls();
}

std::vector<ReplySegment> ReplyParser::finish(ReplyEnd end) {
    m_impl->reader->finish(end);
    return m_impl->segments.take();
}

size_t partialMark(std::string_view text, std::string_view mark) {
    for (size_t length = std::min(text.size(), mark.empty() ? 0 : mark.size() - 1); length > 0; --length) {
        if (text.ends_with(mark.substr(0, length))) return length;
    }
    return 0;
}

FirstMark firstMark(std::string_view text, std::span<const std::string_view> marks, bool ended) {
    FirstMark first{{}, text.size()};
    size_t undecided = 0;
    for (const std::string_view mark : marks) {
        if (const size_t at = text.find(mark); at < first.before) first = {mark, at};
        if (!ended) undecided = std::max(undecided, partialMark(text, mark));
    }
    if (first.mark.empty()) first.before -= undecided;
    return first;
}

}  // namespace hearth
