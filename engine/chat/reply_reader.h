#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/reply_parser.h"

namespace hearth {

/// Collects segments, joining neighbours of one text kind.
class SegmentList {
public:
    void text(SegmentKind kind, std::string_view bytes) {
        if (bytes.empty()) return;
        if (!m_segments.empty() && m_segments.back().kind == kind) {
            m_segments.back().text += bytes;
        } else {
            m_segments.push_back({kind, std::string(bytes)});
        }
    }
    /// `continues`: a further part of the call before.
    void call(std::string_view written, ToolCall call, bool continues = false) {
        m_segments.push_back({SegmentKind::ToolCall, std::string(written), std::move(call), continues});
    }
    std::vector<ReplySegment> take() { return std::exchange(m_segments, {}); }

private:
    std::vector<ReplySegment> m_segments;
};

/// One way of marking up replies.
class ReplyReader {
public:
    virtual ~ReplyReader() = default;
    virtual void feed(std::string_view bytes) = 0;
    virtual void finish() = 0;
    /// See ReplyParser::streamCalls().
    virtual void streamCalls() = 0;
};

/// Marks such as <think> and <tool_call> around parts of the text.
std::unique_ptr<ReplyReader> makeMarkReader(ReplyFormat format, nlohmann::ordered_json tools,
                                            SegmentList& out);
/// gpt-oss: every message has a header with a channel and perhaps a recipient.
std::unique_ptr<ReplyReader> makeHarmonyReader(SegmentList& out);

/// Bytes at the end of `text` that could be the start of `mark`.
size_t partialMark(std::string_view text, std::string_view mark);

}  // namespace hearth
