#include "chat/call_stream.h"

#include <algorithm>
#include <array>
#include <utility>

#include "chat/call_body.h"

namespace hearth {

namespace {

constexpr size_t nowhere = std::string_view::npos;
/// Names are shorter.
constexpr size_t longestHeader = 4096;

/// The text before the arguments of a call, parsed.
struct CallHeader {
    enum class Found { More, None, Yes } found = Found::None;
    std::string name, id;
    size_t object = 0;  ///< where the arguments begin
};
constexpr CallHeader::Found moreNeeded = CallHeader::Found::More;

size_t nextSolid(std::string_view text, size_t from) {
    return text.find_first_not_of(" \t\r\n", from);
}

/// The header of a call whose arguments come next, if they are a JSON object by their first two characters.
CallHeader headerBefore(std::string_view text, size_t from, std::string_view name, std::string_view id = {}) {
    if (name.empty()) return {};
    const size_t brace = nextSolid(text, from);
    if (brace == nowhere) return {.found = moreNeeded, .name = {}, .id = {}};
    if (text[brace] != '{') return {};
    const size_t first = nextSolid(text, brace + 1);
    if (first == nowhere) return {.found = moreNeeded, .name = {}, .id = {}};
    if (text[first] != '"' && text[first] != '}') return {};
    return {
        .found = CallHeader::Found::Yes, .name = std::string(name), .id = std::string(id), .object = brace};
}

/// Reads a text that may end anywhere.
class HeaderCursor {
public:
    explicit HeaderCursor(std::string_view text) : m_text(text) {}

    size_t at() const noexcept { return m_at; }
    /// Why something was not there.
    CallHeader why() const { return {.found = m_found, .name = {}, .id = {}}; }
    bool take(std::string_view token) {
        m_at = std::min(nextSolid(m_text, m_at), m_text.size());
        const std::string_view rest = m_text.substr(m_at);
        if (rest.starts_with(token)) {
            m_at += token.size();
            return true;
        }
        m_found = token.starts_with(rest) ? moreNeeded : CallHeader::Found::None;
        return false;
    }
    std::optional<std::string> takeString() {
        if (!take("\"")) return std::nullopt;
        size_t end = m_at;
        while (end < m_text.size() && m_text[end] != '"') end += m_text[end] == '\\' ? 2 : 1;
        if (end >= m_text.size()) {
            m_found = moreNeeded;
            return std::nullopt;
        }
        const auto value = parseBoundedJson(m_text.substr(m_at - 1, end + 2 - m_at));
        m_at = end + 1;
        m_found = CallHeader::Found::None;
        return value ? std::optional(value->get<std::string>()) : std::nullopt;
    }

private:
    std::string_view m_text;
    size_t m_at = 0;
    CallHeader::Found m_found = CallHeader::Found::None;
};

/// {"name": "f", "arguments": {
CallHeader jsonHeader(std::string_view text) {
    HeaderCursor cursor(text);
    if (!cursor.take("{") || !cursor.take("\"name\"") || !cursor.take(":")) return cursor.why();
    const auto name = cursor.takeString();
    if (!name || !cursor.take(",")) return cursor.why();
    const auto key = cursor.takeString();
    if (!key) return cursor.why();
    if (*key != "arguments" && *key != "parameters" && *key != "args") return {};
    if (!cursor.take(":")) return cursor.why();
    return headerBefore(text, cursor.at(), *name);
}

/// f>{
CallHeader namedHeader(std::string_view text) {
    const size_t end = text.find('>');
    if (end == nowhere) return {.found = moreNeeded, .name = {}, .id = {}};
    return headerBefore(text, end + 1, trimmed(text.substr(0, end)));
}

/// f[CALL_ID]id[ARGS]{, the second half of which may be left out; later calls begin with a mark.
CallHeader mistralHeader(std::string_view text, bool isFirst) {
    HeaderCursor cursor(text);
    if (!isFirst && !cursor.take("[TOOL_CALLS]")) return cursor.why();
    const size_t begin = nextSolid(text, cursor.at());
    if (begin == nowhere) return {.found = moreNeeded, .name = {}, .id = {}};
    const size_t brace = text.find('{', begin);
    std::string_view head = text.substr(begin, brace == nowhere ? brace : brace - begin);
    if (head.starts_with('[') || head.find("[TOOL_CALLS]") != nowhere) return {};
    if (brace == nowhere) return {.found = moreNeeded, .name = {}, .id = {}};
    head = head.substr(0, head.find("[ARGS]"));
    const size_t id = head.find("[CALL_ID]");
    return headerBefore(text, brace, trimmed(head.substr(0, id)),
                        id == nowhere ? std::string_view() : trimmed(head.substr(id + 9)));
}

/// <｜tool▁call▁begin｜>f<｜tool▁sep｜>{, or function<｜tool▁sep｜>f and the object in a fence.
CallHeader deepSeekHeader(std::string_view text) {
    constexpr std::string_view open = "<｜tool▁call▁begin｜>", separator = "<｜tool▁sep｜>",
                               fence = "```json";
    const size_t begin = text.find(open);
    const size_t middle = begin == nowhere ? begin : text.find(separator, begin);
    const size_t brace = middle == nowhere ? middle : text.find('{', middle);
    if (brace == nowhere) return {.found = moreNeeded, .name = {}, .id = {}};
    const std::string_view kind = text.substr(begin + open.size(), middle - begin - open.size());
    const std::string_view head = text.substr(middle + separator.size(), brace - middle - separator.size());
    if (const size_t at = head.find(fence); at != nowhere)
        return headerBefore(text, brace, trimmed(head.substr(0, at)));
    return trimmed(head).empty() ? headerBefore(text, brace, trimmed(kind)) : CallHeader{};
}

/// <|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{
CallHeader kimiHeader(std::string_view text) {
    constexpr std::string_view open = "<|tool_call_begin|>", separator = "<|tool_call_argument_begin|>";
    const size_t begin = text.find(open);
    const size_t middle = begin == nowhere ? begin : text.find(separator, begin);
    if (middle == nowhere) return {.found = moreNeeded, .name = {}, .id = {}};
    const std::string_view id = trimmed(text.substr(begin + open.size(), middle - begin - open.size()));
    std::string_view name = id;
    if (name.starts_with("functions.")) name.remove_prefix(10);
    return headerBefore(text, middle + separator.size(), name.substr(0, name.rfind(':')), id);
}

CallHeader headerOf(CallBody body, std::string_view text, bool isFirst) {
    switch (body) {
        case CallBody::Tagged:
        case CallBody::Python:
            return isFirst ? jsonHeader(text) : CallHeader{};
        case CallBody::Named:
            return isFirst ? namedHeader(text) : CallHeader{};
        case CallBody::Mistral:
            return mistralHeader(text, isFirst);
        case CallBody::DeepSeek:
            return deepSeekHeader(text);
        case CallBody::Kimi:
            return kimiHeader(text);
        default:
            return {};
    }
}

}  // namespace

std::vector<CallStream::Part> CallStream::read(std::string_view text) {
    std::vector<Part> parts;
    while (!m_ended) {
        const bool begins = !m_inObject;
        if (begins) {
            const std::string_view left = text.substr(m_at);
            CallHeader header =
                m_body ? headerOf(*m_body, left, m_calls == 0) : headerBefore(left, 0, m_name);
            m_ended = header.found == CallHeader::Found::None ||
                      (header.found == moreNeeded && left.size() > longestHeader);
            if (header.found != CallHeader::Found::Yes) break;
            m_json = {};
            m_told.clear();
            m_inObject = true;
            ++m_calls;
            m_id = header.id;
            m_at += header.object;
            parts.push_back({{std::move(header.name), {}, std::move(header.id)}, false, m_at});
        }
        std::string more;
        m_at += m_json.copy(text.substr(m_at), more);
        m_told += more;
        if (!begins && !more.empty()) parts.push_back({{}, true, 0});
        if (begins || !more.empty()) {
            parts.back().call.argumentsJson = std::move(more);
            parts.back().end = m_at;
        }
        if (!m_json.complete()) {
            m_ended = m_json.broken();
            break;
        }
        m_inObject = false;
        m_ended = !m_body;
    }
    return parts;
}

ToolCall CallStream::rest(std::string_view text, const std::optional<std::vector<ToolCall>>& whole) const {
    ToolCall rest;
    if (!whole) {
        // It stays the call that was told of; what the model wrote is not lost.
        if (m_inObject) rest.argumentsJson = m_json.held() + std::string(text.substr(m_at));
    } else if (m_calls <= whole->size()) {
        const ToolCall& last = (*whole)[m_calls - 1];
        if (last.argumentsJson.starts_with(m_told))
            rest.argumentsJson = last.argumentsJson.substr(m_told.size());
        if (last.id != m_id) rest.id = last.id;
    }
    return rest;
}

}  // namespace hearth
