#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <span>
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
        if (!m_segments.empty() && m_segments.back().kind == kind && !m_segments.back().isCut) {
            m_segments.back().text += bytes;
        } else {
            m_segments.push_back({kind, std::string(bytes)});
        }
    }
    /// `continues`: a further part of the call before.
    void call(std::string_view written, ToolCall call, bool continues = false) {
        if (continues && written.empty() && call == ToolCall()) return;
        m_segments.push_back({SegmentKind::ToolCall, std::string(written), std::move(call), continues});
    }
    /// The beginning of a call that the reply's end cut off.
    void cut(std::string_view written) {
        if (written.empty()) return;
        m_segments.push_back({SegmentKind::Content, std::string(written)});
        m_segments.back().isCut = true;
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
    virtual void finish(ReplyEnd end) = 0;
    /// See ReplyParser::streamCalls().
    virtual void streamCalls() = 0;
    /// A call has begun and not ended, so that marks may belong to it.
    virtual bool isInCall() const { return false; }
};

/// A reader that takes a text apart from its front, one thing at a time.
class SteppedReader : public ReplyReader {
public:
    void feed(std::string_view bytes) final {
        m_pending += bytes;
        while (step()) {
        }
    }
    void finish(ReplyEnd how) final {
        m_ended = true;
        m_wasCut = how == ReplyEnd::Cut;
        while (step()) {
        }
        end();
    }

protected:
    /// Handles one thing at the start of m_pending; false when more text is needed.
    virtual bool step() = 0;
    /// Handles the rest of the reply.
    virtual void end() = 0;

    std::string m_pending;
    bool m_ended = false;
    bool m_wasCut = false;  ///< a limit ended the reply
};

/// A reader of messages that each have a header: "<|start|>assistant<|message|>Hi<|end|>".
class MessageReader : public SteppedReader {
protected:
    enum class State { Start, Header, Body };

    bool step() final {
        switch (m_state) {
            case State::Start:
                return stepStart();
            case State::Header:
                return stepHeader();
            case State::Body:
                return stepBody();
        }
        return false;
    }
    virtual bool stepStart() = 0;
    virtual bool stepHeader() = 0;
    virtual bool stepBody() = 0;

    State m_state = State::Start;
};

/// Marks such as <think> and <tool_call> around parts of the text.
std::unique_ptr<ReplyReader> makeMarkReader(ReplyFormat format, nlohmann::ordered_json tools,
                                            SegmentList& out);
/// gpt-oss: every message has a header with a channel and perhaps a recipient.
std::unique_ptr<ReplyReader> makeHarmonyReader(SegmentList& out);
/// Muse Glimmer: every message has a header with its recipient; `inner` reads those that are no thoughts.
std::unique_ptr<ReplyReader> makeRecipientReader(std::unique_ptr<ReplyReader> inner, SegmentList& out);

/// Bytes at the end of `text` that could be the start of `mark`.
size_t partialMark(std::string_view text, std::string_view mark);

/// The first of several marks in a text.
struct FirstMark {
    std::string_view mark = {};  ///< empty: there is none
    size_t before = 0;           ///< bytes before it; without one, those that are no start of one
};
/// `ended`: no text follows, so that the start of a mark is none.
FirstMark firstMark(std::string_view text, std::span<const std::string_view> marks, bool ended);

}  // namespace hearth
