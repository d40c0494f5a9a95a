#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "chat/call_body.h"
#include "chat/call_stream.h"
#include "chat/json_extent.h"
#include "chat/reply_reader.h"

namespace hearth {
namespace {

constexpr size_t kNowhere = std::string_view::npos;
constexpr std::string_view kMessage = "<|message|>";
constexpr std::array<std::string_view, 3> kHeaderStarts = {"<|channel|>", "<|start|>", " to="};
// Marks that end a message. A header may also follow without one.
constexpr std::array<std::string_view, 5> kEnds = {"<|end|>", "<|return|>", "<|call|>", "<|start|>",
                                                   "<|channel|>"};

/// The harmony format of gpt-oss, from the end of the prompt's "<|start|>assistant" on.
class HarmonyReader final : public MessageReader {
public:
    explicit HarmonyReader(SegmentList& out) : m_out(out) {}

    void streamCalls() override { m_streams = true; }

private:
    void end() override {
        if (m_state == State::Body) endMessage();
    }

    // Text that does not begin with a header is plain content.
    bool stepStart() override {
        const std::string_view text = m_pending;
        if (text.empty()) return false;
        for (const std::string_view start : kHeaderStarts) {
            if (!m_ended && text.size() < start.size() && start.starts_with(text)) return false;
            if (!text.starts_with(start)) continue;
            m_state = State::Header;
            return true;
        }
        m_kind = SegmentKind::Content;
        m_state = State::Body;
        return true;
    }

    bool stepHeader() override {
        const size_t end = m_pending.find(kMessage);
        if (end == kNowhere) {
            if (m_ended) m_pending.clear();  // a header that was cut off has no text
            return false;
        }
        readHeader(std::string_view(m_pending).substr(0, end));
        m_pending.erase(0, end + kMessage.size());
        m_state = State::Body;
        return true;
    }

    // "<|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json"
    void readHeader(std::string_view header) {
        const auto wordAfter = [header](std::string_view mark) {
            const size_t at = header.find(mark);
            if (at == kNowhere) return std::string_view();
            const std::string_view rest = header.substr(at + mark.size());
            return rest.substr(0, std::min(rest.find_first_of(" <\n"), rest.size()));
        };
        std::string_view recipient = wordAfter("to=");
        const std::string_view channel = wordAfter("<|channel|>");
        m_kind = channel == "analysis" ? SegmentKind::Reasoning : SegmentKind::Content;
        if (recipient.empty() || recipient == "user" || recipient == "all") return;
        if (recipient.starts_with("functions.")) recipient.remove_prefix(10);
        m_kind = SegmentKind::ToolCall;
        m_tool = recipient;
    }

    bool stepBody() override {
        const std::string_view text = m_pending;
        const auto [mark, at] = firstMark(text, kEnds, m_ended);
        take(text.substr(0, at));
        if (mark.empty()) {
            m_pending.erase(0, at);
            return false;
        }
        // A mark within a string of the arguments is a part of it.
        if (m_kind == SegmentKind::ToolCall && isInString()) {
            take(mark);
            m_pending.erase(0, at + mark.size());
            return true;
        }
        const bool header = mark == "<|start|>" || mark == "<|channel|>";
        m_pending.erase(0, at + (header ? 0 : mark.size()));
        endMessage();
        m_state = header ? State::Header : State::Start;
        return true;
    }

    void take(std::string_view text) {
        if (m_kind == SegmentKind::ToolCall) {
            m_arguments += text;
            if (m_streams) tellParts();
        } else {
            m_out.text(m_kind, text);
        }
    }

    bool isInString() {
        const size_t brace = m_arguments.find_first_not_of(" \t\r\n");
        if (brace == kNowhere || m_arguments[brace] != '{') return false;
        return m_extent.read(std::string_view(m_arguments).substr(brace)) == kNowhere && m_extent.isQuoted();
    }

    void tellParts() {
        if (!m_stream) m_stream.emplace(m_tool);
        for (CallStream::Part& part : m_stream->read(m_arguments)) {
            m_out.call(m_arguments.substr(m_told, part.end - m_told), std::move(part.call), part.continues);
            m_told = part.end;
        }
    }

    void endMessage() {
        if (m_kind != SegmentKind::ToolCall) return;
        // The built-in tools take plain text (python takes code); it is kept under one name.
        const auto json = parseBoundedJson(m_arguments);
        const Json arguments = json && json->is_object() ? *json : Json{{"input", m_arguments}};
        ToolCall call{m_tool, arguments.dump(-1, ' ', false, Json::error_handler_t::replace), {}};
        const std::optional<CallStream> stream = std::exchange(m_stream, std::nullopt);
        if (stream && stream->calls() > 0) {
            std::optional<std::vector<ToolCall>> whole;
            if (json && json->is_object()) whole.emplace({std::move(call)});
            ToolCall rest = stream->rest(m_arguments, whole);
            const std::string written = m_arguments.substr(m_told);
            if (!written.empty() || rest != ToolCall()) m_out.call(written, std::move(rest), true);
        } else {
            m_out.call(m_arguments, std::move(call));
        }
        m_told = 0;
        m_extent = {};
        m_arguments.clear();
        m_kind = SegmentKind::Content;
    }

    SegmentList& m_out;
    SegmentKind m_kind = SegmentKind::Content;
    std::string m_tool;
    std::string m_arguments;
    JsonExtent m_extent;  ///< of the arguments
    bool m_streams = false;
    std::optional<CallStream> m_stream;  ///< of the call that is read
    size_t m_told = 0;                   ///< bytes of its arguments that belong to parts that were told
};

}  // namespace

std::unique_ptr<ReplyReader> makeHarmonyReader(SegmentList& out) {
    return std::make_unique<HarmonyReader>(out);
}

}  // namespace hearth
