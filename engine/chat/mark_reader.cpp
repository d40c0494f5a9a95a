#include <algorithm>
#include <optional>

#include "chat/call_body.h"
#include "chat/call_stream.h"
#include "chat/form_reader.h"
#include "chat/json_extent.h"
#include "chat/reply_reader.h"
#include "chat/template_tools.h"
#include "grammar/value_endings.h"

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

class MarkReader final : public SteppedReader {
public:
    MarkReader(ReplyFormat format, Json tools, SegmentList& out)
        : m_format(std::move(format)), m_tools(std::move(tools)), m_out(out) {
        m_state = m_format.startsThinking ? State::Reasoning : State::Content;
        m_skipSpace = m_format.startsThinking;
        if (!hasCallSyntax(m_format) && m_tools.is_array() && !m_tools.empty())
            m_format.calls.push_back(genericCallSyntax());
        // Families that write calls as JSON, whose models may forget the marks.
        const bool writesJson = m_format.bareJsonCalls ||
                                (!m_format.calls.empty() && m_format.calls.front().open == "<tool_call>");
        if (writesJson && m_tools.is_array() && !m_tools.empty()) {
            m_bareBody = m_format.bareJsonCalls ? CallBody::Python : CallBody::Fenced;
            m_format.bareJsonCalls = true;
            m_format.calls.push_back({"```json\n", "\n```", CallBody::Fenced});
        }
    }

    bool isInCall() const override { return m_state == State::Call; }

    void streamCalls() override { m_streams = true; }

private:
    enum class State { Content, Reasoning, Call, BareJson, LineJson };

    struct Found {
        size_t at = kNoMark;
        size_t length = 0;
        enum class What { Nothing, ThinkOpen, ThinkClose, Call, LineJson, Dropped } what = What::Nothing;
        const CallSyntax* call = nullptr;
    };

    SegmentKind currentKind() const {
        return m_state == State::Reasoning ? SegmentKind::Reasoning : SegmentKind::Content;
    }

    void end() override {
        if (m_state == State::Call) {
            // A mark that is cut off ends the call as a whole one does.
            const size_t mark = partialMark(m_pending, m_call->close), body = m_pending.size() - mark;
            const bool isWhole = mark > 0 && !m_isCut && isCall(body);
            closeCall(m_pending, isWhole ? body : m_pending.size(), isWhole ? mark : 0);
        } else if (m_state == State::BareJson) {
            closeCall(m_pending, m_pending.size(), 0);
        }
        const size_t whole = m_pending.size() - openingAtEnd();
        if (whole > 0) emit(std::string_view(m_pending).substr(0, whole));
        m_out.text(currentKind(), m_heldSpace);
        m_out.cut(std::string_view(m_pending).substr(whole));
        m_pending.clear();
    }

    bool step() override {
        switch (m_state) {
            case State::Call:
                return stepCall();
            case State::BareJson:
                return stepBareJson();
            case State::LineJson:
                return stepLineJson();
            default:
                break;
        }
        if (m_format.bareJsonCalls && m_state == State::Content && !m_anyContent) {
            const size_t first = leadingSpace(m_pending);
            if (first == m_pending.size()) return false;
            if (m_pending[first] == '{' && m_bareBody == CallBody::Python) {
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

    // Bytes at the end of a reply that are the beginning of a call's mark: most of it, or less where a limit
    // ended the reply of a model that may call.
    size_t openingAtEnd() const {
        size_t length = 0;
        if (m_state != State::Content) return 0;
        for (const CallSyntax& call : m_format.calls)
            if (call.body != CallBody::Fenced) length = std::max(length, partialMark(m_pending, call.open));
        const bool mayCall = m_wasCut && m_tools.is_array() && !m_tools.empty();
        if (mayCall)
            for (const std::string& mark : m_format.dropped)
                length = std::max(length, partialMark(m_pending, mark));
        if (length == 0) return 0;
        const size_t at = m_pending.size() - length;
        const bool startsLine = at == 0 ? !m_anyContent || m_heldSpace.ends_with('\n') || m_afterCall
                                        : m_pending[at - 1] == '\n' || leadingSpace(m_pending) == at;
        const size_t least = !mayCall ? 6 : startsLine ? 1 : 3;
        return length < least ? 0 : length;
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
                if (m_format.form && m_format.form->arguments && m_tools.is_array() && !m_tools.empty())
                    m_reader.emplace(*m_format.form, mark, m_tools);
                break;
            case Found::What::LineJson:
                m_state = State::LineJson;
                m_extent = {};
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
            // Some models write the mark that the prompt has written already.
            const size_t first = leadingSpace(m_pending);
            const std::string& open = m_format.thinkOpen;
            if (m_skipSpace && std::string_view(m_pending).substr(first).starts_with(open))
                return {first, open.size(), Found::What::ThinkOpen, nullptr};
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
        const size_t line = lineJson();
        if (line < best.at) return {line, 0, Found::What::LineJson, nullptr};
        return best;
    }

    // Beginning of a line that may be a call without its marks. Code blocks are skipped, because they show
    // things to people.
    size_t lineJson() const {
        if (!m_format.bareJsonCalls || !m_tools.is_array() || m_tools.empty()) return kNoMark;
        const std::string_view text = m_pending;
        Fences fences = m_fences;
        bool lineStarts = !m_anyContent || m_heldSpace.ends_with('\n');
        for (size_t i = 0; i < text.size(); ++i) {
            if (lineStarts && text[i] == '{' && !fences.open && mayNameTool(text.substr(i), m_tools))
                return i;
            lineStarts =
                text[i] == '\n' || (lineStarts && !m_anyContent && leadingSpace(text.substr(i, 1)) > 0);
            fences.add(text[i]);
        }
        return kNoMark;
    }

    bool thinkMayOpen() const { return !m_anyContent && !m_format.thinkOpen.empty(); }

    // Bytes at the end that may be the start of a mark.
    size_t undecided() const {
        if (m_ended) return openingAtEnd();
        const std::string_view text = m_pending;
        if (m_state == State::Reasoning) {
            const std::string_view rest = text.substr(leadingSpace(text));
            if (m_skipSpace && m_format.thinkOpen.starts_with(rest)) return text.size();
            return partialMark(text, m_format.thinkClose);
        }
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
        if (m_skipSpace) {
            const size_t space = leadingSpace(text);
            // The layout behind a call belongs to it.
            if (m_afterCall && m_state == State::Content) m_out.call(text.substr(0, space), {}, true);
            text.remove_prefix(space);
        }
        if (text.empty()) return;
        m_afterCall = false;
        m_skipSpace = false;
        const size_t solid = marked() ? withoutTrailingSpace(text) : text.size();
        if (solid > 0) {
            m_out.text(currentKind(), m_heldSpace);
            m_heldSpace.clear();
            m_out.text(currentKind(), text.substr(0, solid));
            if (m_state == State::Content) {
                m_anyContent = true;
                for (const char c : text.substr(0, solid)) m_fences.add(c);
            }
        }
        m_heldSpace += text.substr(solid);
    }
    bool marked() const {
        return m_state == State::Reasoning || !m_format.calls.empty() || !m_format.dropped.empty();
    }

    bool stepCall() {
        if (m_reader) {
            const FormReader::Found found = m_reader->read(m_pending);
            if (found == FormReader::Found::More && !m_ended) return false;
            if (found == FormReader::Found::Calls) {
                takeCalls(m_reader->calls(), m_reader->end());
                return true;
            }
            if (found == FormReader::Found::More && endForm()) return true;
            m_reader.reset();
        }
        const size_t at = closing();
        const size_t open = m_ended ? 0 : partialMark(m_pending, m_call->close);
        if (m_call->body == CallBody::Fenced && !mayNameTool(m_pending, m_tools)) {
            m_state = State::Content;
            m_skipSpace = false;
            emit(m_callOpen);
            return true;
        }
        tellParts(m_call->body, at == kNoMark ? m_pending.size() - open : at);
        if (m_call->close.empty() || at == kNoMark) return false;
        closeCall(m_pending, at, m_call->close.size());
        return true;
    }

    // At the end of a reply within the family's form: takes the calls that are whole. False: there are none.
    bool endForm() {
        const std::string completed = withMissingMarks();
        if (!completed.empty() && m_reader->read(completed) == FormReader::Found::Calls) {
            takeCalls(m_reader->calls(), m_pending.size());
            return true;
        }
        const size_t whole = std::min(m_reader->wholeEnd(), m_pending.size());
        if (whole == 0) {
            m_isCut = completed.empty() && (m_wasCut || !endsInOwnSpacing());
            return false;
        }
        const bool lacksEnd = m_reader->lacksEndAlone(m_pending);
        takeCalls(m_reader->calls(), lacksEnd ? m_pending.size() : whole);
        // If the mark that ends a call follows, further calls begin as the first one did.
        const size_t space = leadingSpace(m_pending);
        const std::string& close = m_call->close;
        if (std::string_view(m_pending).substr(space).starts_with(close) && !close.empty()) {
            m_out.call(m_pending.substr(0, space + close.size()), {}, true);
            m_pending.erase(0, space + close.size());
        } else {
            m_out.cut(std::exchange(m_pending, {}));
        }
        return true;
    }

    // The text so far, completed with the closing marks if nothing else of the last call is missing; else
    // empty.
    std::string withMissingMarks() const {
        const grammar::CallForm& form = *m_format.form;
        const std::string last = grammar::plainPiece(form.arguments->last + form.last);
        std::string_view inner = last;
        if (inner.ends_with(m_call->close)) inner.remove_suffix(m_call->close.size());
        std::string body = m_pending.substr(0, withoutTrailingSpace(m_pending));
        const size_t written = partialMark(body, last);
        if (trimmed(inner).empty() || written < withoutTrailingSpace(inner)) return {};
        return body + last.substr(written);
    }

    // True if a call that the model ended, without the template's spacing, is one when read loosely.
    bool endsInOwnSpacing() const {
        const size_t at = m_pending.rfind(m_call->close);
        return at != kNoMark && !m_call->close.empty() && isCall(at);
    }

    bool isCall(size_t bodySize) const {
        return parseCallBody(m_call->body, std::string_view(m_pending).substr(0, bodySize), m_tools)
            .has_value();
    }

    // End of the call that is being read. A mark within a value does not end it, unless the reply has no
    // other.
    size_t closing() {
        const std::string& close = m_call->close;
        if (close.empty() || m_isCut) return kNoMark;
        for (;;) {
            const size_t at = m_pending.find(close, m_searched);
            if (at == kNoMark) break;
            if (!endsWithinValue(m_call->body, std::string_view(m_pending).substr(0, at))) return at;
            m_searched = at + 1;
        }
        if (m_ended) return closingWithinValue();
        m_searched = std::max(m_searched, m_pending.size() - std::min(m_pending.size(), close.size() - 1));
        return kNoMark;
    }

    // At the end of a reply: the closing mark before which a call is whole, though it seems to be in a value.
    size_t closingWithinValue() const {
        constexpr int mostTries = 16;
        const size_t first = m_pending.find(m_call->close);
        if (first == kNoMark || (m_stream && first < m_stream->position())) return kNoMark;
        size_t at = first;
        for (int i = 0; i < mostTries && at != kNoMark; ++i, at = m_pending.find(m_call->close, at + 1))
            if (isCall(at)) return at;
        const bool isJson = m_pending.find_first_of("{[") == leadingSpace(m_pending);
        const bool isOpen = isJson ? endsWithinObject(m_pending) : beginsCall(m_call->body, m_pending);
        return isOpen || isCutCall(m_pending) ? kNoMark : first;
    }

    void takeCalls(std::vector<ToolCall> calls, size_t size) {
        std::string written = m_callOpen + m_pending.substr(0, size);
        m_pending.erase(0, size);
        m_reader.reset();
        m_state = State::Content;
        for (ToolCall& call : calls) m_out.call(std::exchange(written, {}), std::move(call));
        callsEnded();
    }

    void callsEnded() {
        m_heldSpace.clear();
        m_skipSpace = true;
        m_afterCall = true;
        m_isCut = false;
        m_anyContent = false;  // reasoning may follow
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

    // Outputs the rest of the last call, with the text written since. Returns the number of calls that were
    // output.
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
        auto calls = m_isCut ? std::nullopt : parseCallBody(bare ? m_bareBody : m_call->body, body, m_tools);
        m_state = State::Content;
        const size_t toldSize = (bare ? 0 : m_callOpen.size()) + m_told;
        const size_t told = tellRest(body, std::string_view(written).substr(toldSize), calls);
        if (!calls && told == 0) {
            m_skipSpace = false;
            const bool isCut =
                m_ended && markSize == 0 && (bare ? mayNameTool(body, m_tools) : isCutCall(body));
            m_isCut = false;
            if (isCut)
                m_out.cut(std::exchange(m_heldSpace, {}) + written);
            else
                emit(written);
            return;
        }
        for (size_t i = told; calls && i < calls->size(); ++i) {
            m_out.call(i == 0 ? written : std::string_view(), std::move((*calls)[i]));
        }
        callsEnded();
    }

    // True if a body without its end is the beginning of a call.
    bool isCutCall(std::string_view body) const {
        if (m_isCut) return true;
        if (m_format.form && m_tools.is_array() && !m_tools.empty()) {
            const std::string_view open = m_callOpen;
            FormReader reader(*m_format.form, open.substr(leadingSpace(open)), m_tools);
            if (reader.read(body) == FormReader::Found::More) return true;
        }
        return beginsCall(m_call->body, body);
    }

    // A line that may be a call without its marks: settled where its object ends.
    bool stepLineJson() {
        const size_t size = m_extent.read(m_pending);
        const bool isOpen = size == kNoMark && mayNameTool(m_pending, m_tools);
        if (isOpen && !m_ended) return false;
        const std::string body = m_pending.substr(0, size);
        if (isOpen) {
            m_out.cut(m_callOpen + body);
            m_pending.clear();
            m_state = State::Content;
            return false;
        }
        auto calls = size == kNoMark ? std::nullopt : parseCallBody(CallBody::Fenced, body, m_tools);
        if (calls) {
            takeCalls(std::move(*calls), size);
            return true;
        }
        m_state = State::Content;
        m_skipSpace = false;
        // Not looked at again: its first character is enough.
        const size_t first = size == kNoMark ? 1 : size;
        emit(m_callOpen + m_pending.substr(0, first));
        m_pending.erase(0, first);
        return true;
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
        const std::string_view text = m_pending;
        std::string_view rest = text.substr(std::min(text.size(), 1 + leadingSpace(text.substr(1))));
        if (rest.starts_with('{')) rest = rest.substr(1 + leadingSpace(rest.substr(1)));
        static constexpr std::string_view kKeys[] = {"\"name\"", "\"type\"", "\"function\"",
                                                     "\"parameters\""};
        return std::ranges::any_of(
            kKeys, [rest](std::string_view key) { return rest.starts_with(key) || key.starts_with(rest); });
    }

    // Marks of code blocks in what was told.
    struct Fences {
        size_t ticks = 0;
        bool open = false;
        void add(char c) {
            ticks = c == '`' ? ticks + 1 : 0;
            if (ticks == 3) open = !open;
        }
    };

    ReplyFormat m_format;
    Json m_tools;
    SegmentList& m_out;
    State m_state;
    std::string m_heldSpace;
    bool m_skipSpace;
    bool m_anyContent = false;
    const CallSyntax* m_call = nullptr;
    CallBody m_bareBody = CallBody::Python;  ///< of a reply that is JSON
    std::string m_callOpen;
    size_t m_searched = 0;
    bool m_streams = false;
    std::optional<CallStream> m_stream;  ///< of the call that is read
    std::optional<FormReader> m_reader;  ///< of the call that is read, while it keeps to the family's form
    JsonExtent m_extent;                 ///< of a line that may be a call
    Fences m_fences;
    bool m_isCut = false;      ///< what is read was the beginning of calls in the family's form
    bool m_afterCall = false;  ///< a call was the last that was told
    size_t m_told = 0;         ///< bytes of its body that belong to parts that were told
};

}  // namespace

std::unique_ptr<ReplyReader> makeMarkReader(ReplyFormat format, nlohmann::ordered_json tools,
                                            SegmentList& out) {
    return std::make_unique<MarkReader>(std::move(format), std::move(tools), out);
}

}  // namespace hearth
