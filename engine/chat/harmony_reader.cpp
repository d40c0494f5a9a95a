#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "chat/call_body.h"
#include "chat/call_stream.h"
#include "chat/reply_reader.h"

namespace hearth {
namespace {

constexpr size_t kNowhere = std::string_view::npos;
constexpr std::string_view kMessage = "<|message|>";
constexpr std::array<std::string_view, 3> kHeaderStarts = {"<|channel|>", "<|start|>", " to="};
// What ends a message. A header may also follow without one.
constexpr std::array<std::string_view, 5> kEnds = {"<|end|>", "<|return|>", "<|call|>", "<|start|>",
                                                   "<|channel|>"};

/// The harmony format of gpt-oss, from behind the prompt's "<|start|>assistant".
class HarmonyReader final : public ReplyReader {
public:
    explicit HarmonyReader(SegmentList& out) : m_out(out) {}

    void feed(std::string_view bytes) override {
        m_pending += bytes;
        while (step()) {
        }
    }

    void finish() override {
        m_ended = true;
        while (step()) {
        }
        if (m_state == State::Body) endMessage();
    }

    void streamCalls() override { m_streams = true; }

private:
    enum class State { Start, Header, Body };

    bool step() {
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

    // Text that does not begin with a header is plain content.
    bool stepStart() {
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

    bool stepHeader() {
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

    bool stepBody() {
        const std::string_view text = m_pending;
        size_t at = kNowhere;
        std::string_view mark;
        size_t undecided = 0;
        for (const std::string_view end : kEnds) {
            const size_t found = text.find(end);
            if (found < at) {
                at = found;
                mark = end;
            }
            undecided = std::max(undecided, partialMark(text, end));
        }
        if (at == kNowhere) {
            const size_t sure = text.size() - (m_ended ? 0 : undecided);
            take(text.substr(0, sure));
            m_pending.erase(0, sure);
            return false;
        }
        take(text.substr(0, at));
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
        m_arguments.clear();
        m_kind = SegmentKind::Content;
    }

    SegmentList& m_out;
    State m_state = State::Start;
    SegmentKind m_kind = SegmentKind::Content;
    std::string m_pending;
    std::string m_tool;
    std::string m_arguments;
    bool m_streams = false;
    std::optional<CallStream> m_stream;  ///< of the call that is read
    size_t m_told = 0;                   ///< bytes of its arguments that belong to parts that were told
    bool m_ended = false;
};

}  // namespace

std::unique_ptr<ReplyReader> makeHarmonyReader(SegmentList& out) {
    return std::make_unique<HarmonyReader>(out);
}

}  // namespace hearth
