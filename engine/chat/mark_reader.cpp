#include <algorithm>
#include <optional>

#include "chat/call_body.h"
#include "chat/call_stream.h"
#include "chat/reply_reader.h"

namespace hearth {
namespace {

constexpr size_t kNoMark = std::string_view::npos;

size_t leadingSpace(std::string_view text) {
    return std::min(text.find_first_not_of(" \t\r\n"), text.size());
}
size_t withoutTrailingSpace(std::string_view text) {
    const size_t last = text.find_last_not_of(" \t\r\n");
    return last == kNoMark ? 0 : last + 1;
}

class MarkReader final : public ReplyReader {
public:
    MarkReader(ReplyFormat format, Json tools, SegmentList& out)
        : m_format(std::move(format)), m_tools(std::move(tools)), m_out(out) {
        m_state = m_format.startsThinking ? State::Reasoning : State::Content;
        m_skipSpace = m_format.startsThinking;
        // Families that write calls as JSON, whose models may forget the marks.
        const bool writesJson = m_format.bareJsonCalls ||
                                (!m_format.calls.empty() && m_format.calls.front().open == "<tool_call>");
        if (writesJson && m_tools.is_array() && !m_tools.empty()) {
            m_bareBody = m_format.bareJsonCalls ? CallBody::Python : CallBody::Fenced;
            m_format.bareJsonCalls = true;
            m_format.calls.push_back({"```json\n", "\n```", CallBody::Fenced});
        }
    }

    void feed(std::string_view bytes) override {
        m_pending += bytes;
        while (step()) {
        }
    }

    void finish() override {
        m_ended = true;
        while (step()) {
        }
        if (m_state == State::Call || m_state == State::BareJson) closeCall(m_pending, m_pending.size(), 0);
        if (!m_pending.empty()) emit(m_pending);
        m_out.text(currentKind(), m_heldSpace);
        m_pending.clear();
    }

    void streamCalls() override { m_streams = true; }

private:
    enum class State { Content, Reasoning, Call, BareJson };

    struct Found {
        size_t at = kNoMark;
        size_t length = 0;
        enum class What { Nothing, ThinkOpen, ThinkClose, Call, Dropped } what = What::Nothing;
        const CallSyntax* call = nullptr;
    };

    SegmentKind currentKind() const {
        return m_state == State::Reasoning ? SegmentKind::Reasoning : SegmentKind::Content;
    }

    // Handles one thing at the start of m_pending; false when more text is needed.
    bool step() {
        switch (m_state) {
            case State::Call:
                return stepCall();
            case State::BareJson:
                return stepBareJson();
            default:
                break;
        }
        if (m_format.bareJsonCalls && m_state == State::Content && !m_anyContent) {
            const size_t first = leadingSpace(m_pending);
            if (first == m_pending.size()) return false;
            if (m_pending[first] == '{') {
                m_heldSpace += m_pending.substr(0, first);
                m_pending.erase(0, first);
                m_state = State::BareJson;
                return true;
            }
        }
        const Found found = findMark();
        if (found.what == Found::What::Nothing) {
            emit(std::string_view(m_pending).substr(0, m_pending.size() - undecided()));
            m_pending.erase(0, m_pending.size() - undecided());
            return false;
        }
        emit(std::string_view(m_pending).substr(0, found.at));
        const std::string mark = m_pending.substr(found.at, found.length);
        m_pending.erase(0, found.at + found.length);
        pass(found, mark);
        return true;
    }

    void pass(const Found& found, const std::string& mark) {
        m_callOpen = std::exchange(m_heldSpace, {}) + mark;  // the layout around marks is no part of the text
        m_skipSpace = true;
        switch (found.what) {
            case Found::What::ThinkOpen:
                m_state = State::Reasoning;
                break;
            case Found::What::ThinkClose:
                m_state = State::Content;
                break;
            case Found::What::Call:
                m_state = State::Call;
                m_call = found.call;
                m_searched = 0;
                break;
            default:
                break;
        }
    }

    void consider(Found& best, std::string_view mark, Found::What what, const CallSyntax* call) const {
        if (mark.empty()) return;
        const size_t at = m_pending.find(mark);
        if (at < best.at || (at == best.at && at != kNoMark && mark.size() > best.length)) {
            best = {at, mark.size(), what, call};
        }
    }

    Found findMark() const {
        Found best;
        if (m_state == State::Reasoning) {
            consider(best, m_format.thinkClose, Found::What::ThinkClose, nullptr);
            return best;
        }
        // Reasoning stands at the start or behind a call; elsewhere the mark is something that the text
        // speaks of.
        if (thinkMayOpen()) {
            const size_t first = leadingSpace(m_pending);
            for (const std::string& open : {m_format.thinkOpen, m_format.thinkClose}) {
                if (open.empty() || !std::string_view(m_pending).substr(first).starts_with(open)) continue;
                // A lone closing mark is what is left of empty reasoning that the prompt began.
                const bool opens = open == m_format.thinkOpen;
                return {first, open.size(), opens ? Found::What::ThinkOpen : Found::What::ThinkClose,
                        nullptr};
            }
        }
        for (const CallSyntax& call : m_format.calls) consider(best, call.open, Found::What::Call, &call);
        for (const std::string& mark : m_format.dropped) consider(best, mark, Found::What::Dropped, nullptr);
        return best;
    }

    bool thinkMayOpen() const { return !m_anyContent && !m_format.thinkOpen.empty(); }

    // Bytes at the end that may be the start of a mark.
    size_t undecided() const {
        if (m_ended) return 0;
        const std::string_view text = m_pending;
        if (m_state == State::Reasoning) return partialMark(text, m_format.thinkClose);
        size_t length = 0;
        if (thinkMayOpen()) {
            const std::string_view rest = text.substr(leadingSpace(text));
            const auto begins = [rest](std::string_view mark) { return mark.starts_with(rest); };
            if (begins(m_format.thinkOpen) || begins(m_format.thinkClose)) length = text.size();
        }
        for (const CallSyntax& call : m_format.calls) length = std::max(length, partialMark(text, call.open));
        for (const std::string& mark : m_format.dropped) length = std::max(length, partialMark(text, mark));
        return length;
    }

    // Space at the end of a text is held back until it is known whether a mark follows.
    void emit(std::string_view text) {
        if (m_skipSpace) text.remove_prefix(leadingSpace(text));
        if (text.empty()) return;
        m_skipSpace = false;
        const size_t solid = marked() ? withoutTrailingSpace(text) : text.size();
        if (solid > 0) {
            m_out.text(currentKind(), m_heldSpace);
            m_heldSpace.clear();
            m_out.text(currentKind(), text.substr(0, solid));
            if (m_state == State::Content) m_anyContent = true;
        }
        m_heldSpace += text.substr(solid);
    }
    bool marked() const {
        return m_state == State::Reasoning || !m_format.calls.empty() || !m_format.dropped.empty();
    }

    bool stepCall() {
        const size_t at = m_call->close.empty() ? kNoMark : m_pending.find(m_call->close, m_searched);
        const size_t open = m_ended ? 0 : partialMark(m_pending, m_call->close);
        if (m_call->body == CallBody::Fenced && !mayNameTool(m_pending, m_tools)) {
            m_state = State::Content;
            m_skipSpace = false;
            emit(m_callOpen);
            return true;
        }
        tellParts(m_call->body, at == kNoMark ? m_pending.size() - open : at);
        if (m_call->close.empty()) return false;
        if (at == kNoMark) {
            const size_t overlap = std::min(m_pending.size(), m_call->close.size() - 1);
            m_searched = m_pending.size() - overlap;
            return false;
        }
        closeCall(m_pending, at, m_call->close.size());
        return true;
    }

    // Tells what is certain of the calls in the first `size` bytes of m_pending, the body so far.
    void tellParts(CallBody body, size_t size) {
        if (!m_streams) return;
        if (!m_stream) m_stream.emplace(body);
        for (CallStream::Part& part : m_stream->read(std::string_view(m_pending).substr(0, size))) {
            const std::string opening = m_told == 0 && m_state == State::Call ? m_callOpen : std::string();
            m_out.call(opening + m_pending.substr(m_told, part.end - m_told), std::move(part.call),
                       part.continues);
            m_told = part.end;
        }
    }

    // How many calls were told of; the last one's rest is now, with what was written since.
    size_t tellRest(std::string_view body, std::string_view written,
                    const std::optional<std::vector<ToolCall>>& calls) {
        const std::optional<CallStream> stream = std::exchange(m_stream, std::nullopt);
        m_told = 0;
        if (!stream || stream->calls() == 0) return 0;
        ToolCall rest = stream->rest(body, calls);
        if (!written.empty() || rest != ToolCall()) m_out.call(written, std::move(rest), true);
        return stream->calls();
    }

    // The body is the first `size` bytes of `text` (m_pending); the mark behind it goes too.
    void closeCall(std::string& text, size_t size, size_t markSize) {
        const bool bare = m_state == State::BareJson;
        const std::string body = text.substr(0, size);
        const std::string written = (bare ? std::string() : m_callOpen) + text.substr(0, size + markSize);
        text.erase(0, size + markSize);
        auto calls = parseCallBody(bare ? m_bareBody : m_call->body, body, m_tools);
        m_state = State::Content;
        const size_t toldSize = (bare ? 0 : m_callOpen.size()) + m_told;
        const size_t told = tellRest(body, std::string_view(written).substr(toldSize), calls);
        if (!calls && told == 0) {
            m_skipSpace = false;
            emit(written);
            return;
        }
        m_heldSpace.clear();
        for (size_t i = told; calls && i < calls->size(); ++i) {
            m_out.call(i == 0 ? written : std::string_view(), std::move((*calls)[i]));
        }
        m_skipSpace = true;
        m_anyContent = false;  // reasoning may follow
    }

    // A reply that is a JSON object so far: settled as soon as its beginning shows that it is no call.
    bool stepBareJson() {
        tellParts(m_bareBody, m_pending.size());
        if (mayBeBareCall()) return false;
        m_state = State::Content;
        m_anyContent = true;
        m_stream.reset();
        return true;
    }

    bool mayBeBareCall() const {
        if (m_bareBody == CallBody::Fenced) return mayNameTool(m_pending, m_tools);
        const std::string_view text = m_pending;
        const std::string_view rest = text.substr(std::min(text.size(), 1 + leadingSpace(text.substr(1))));
        static constexpr std::string_view kKeys[] = {"\"name\"", "\"type\"", "\"function\"",
                                                     "\"parameters\""};
        return std::ranges::any_of(
            kKeys, [rest](std::string_view key) { return rest.starts_with(key) || key.starts_with(rest); });
    }

    ReplyFormat m_format;
    Json m_tools;
    SegmentList& m_out;
    State m_state;
    std::string m_pending;
    std::string m_heldSpace;
    bool m_skipSpace;
    bool m_anyContent = false;
    bool m_ended = false;
    const CallSyntax* m_call = nullptr;
    CallBody m_bareBody = CallBody::Python;  ///< of a reply that is JSON
    std::string m_callOpen;
    size_t m_searched = 0;
    bool m_streams = false;
    std::optional<CallStream> m_stream;  ///< of the call that is read
    size_t m_told = 0;                   ///< bytes of its body that belong to parts that were told
};

}  // namespace

std::unique_ptr<ReplyReader> makeMarkReader(ReplyFormat format, nlohmann::ordered_json tools,
                                            SegmentList& out) {
    return std::make_unique<MarkReader>(std::move(format), std::move(tools), out);
}

}  // namespace hearth
