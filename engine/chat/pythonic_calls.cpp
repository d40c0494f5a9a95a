// Calls written as Python literals, and Gemma's own notation.
#include <algorithm>

#include "chat/call_body.h"
#include "jinja/string_escapes.h"

namespace hearth {
namespace {

constexpr int kMaxDepth = 100;

bool isNameCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-' || static_cast<unsigned char>(c) >= 0x80U;
}

/// Reads `name(key=value, ...)` and lists of it; any problem ends the reading with ok() false.
class LiteralReader {
public:
    explicit LiteralReader(std::string_view text) : m_text(text) {}

    bool ok() const { return m_ok; }
    size_t position() const { return m_at; }
    bool atEnd() {
        skipSpace();
        return m_at == m_text.size();
    }
    bool take(std::string_view token) {
        skipSpace();
        if (!m_text.substr(m_at).starts_with(token)) return false;
        m_at += token.size();
        return true;
    }
    void expect(std::string_view token) {
        if (!take(token)) m_ok = false;
    }
    std::string name() {
        skipSpace();
        const size_t begin = m_at;
        while (m_at < m_text.size() && isNameCharacter(m_text[m_at])) ++m_at;
        if (m_at == begin) m_ok = false;
        return std::string(m_text.substr(begin, m_at - begin));
    }

    Json pythonValue(int depth = 0) {
        skipSpace();
        if (depth > kMaxDepth || m_at >= m_text.size()) return fail();
        const char c = m_text[m_at];
        if (c == '\'' || c == '"') return quoted(c);
        if (take("[") || take("(")) {
            Json list = Json::array();
            const std::string_view close = c == '[' ? "]" : ")";
            while (m_ok && !take(close)) {
                list.push_back(pythonValue(depth + 1));
                if (!take(",") && !peek(close)) m_ok = false;
            }
            return list;
        }
        if (take("{")) {
            Json object = Json::object();
            while (m_ok && !take("}")) {
                skipSpace();
                const char quote = m_at < m_text.size() ? m_text[m_at] : '\0';
                if (quote != '\'' && quote != '"') return fail();
                const std::string key = quoted(quote).get<std::string>();
                expect(":");
                object[key] = pythonValue(depth + 1);
                if (!take(",") && !peek("}")) m_ok = false;
            }
            return object;
        }
        return word();
    }

    /// Gemma: strings between <|"|>, bare keys.
    Json gemmaValue(int depth = 0) {
        constexpr std::string_view kQuote = "<|\"|>";
        if (depth > kMaxDepth) return fail();
        if (take(kQuote)) {
            size_t end = m_text.find(kQuote, m_at);
            while (end != std::string_view::npos && !endsValue(end + kQuote.size()))
                end = m_text.find(kQuote, end + 1);
            if (end == std::string_view::npos) return fail();
            Json string = std::string(m_text.substr(m_at, end - m_at));
            m_at = end + kQuote.size();
            return string;
        }
        if (take("[")) {
            Json list = Json::array();
            while (m_ok && !take("]")) {
                list.push_back(gemmaValue(depth + 1));
                if (!take(",") && !peek("]")) m_ok = false;
            }
            return list;
        }
        if (take("{")) return gemmaObject(depth);
        // Within lists models write JSON, and Python.
        if (m_at < m_text.size() && (m_text[m_at] == '"' || m_text[m_at] == '\''))
            return quoted(m_text[m_at]);
        return word();
    }
    /// After the opening brace.
    Json gemmaObject(int depth = 0) {
        Json object = Json::object();
        while (m_ok && !take("}")) {
            const bool quotedKey = peek("<|\"|>") || peek("\"") || peek("'");
            const std::string key = quotedKey ? keyText(gemmaValue(depth + 1)) : bareKey();
            expect(":");
            object[key] = gemmaValue(depth + 1);
            if (!take(",") && !peek("}")) m_ok = false;
        }
        return object;
    }

private:
    std::string keyText(const Json& key) {
        if (key.is_string()) return key.get<std::string>();
        m_ok = false;
        return {};
    }
    /// Any text before the colon.
    std::string bareKey() {
        skipSpace();
        const size_t end = m_text.find_first_of(":{}[],\"'<>", m_at);
        m_ok = m_ok && end != std::string_view::npos && end > m_at && m_text[end] == ':';
        if (!m_ok) return {};
        const std::string_view key = trimmed(m_text.substr(m_at, end - m_at));
        m_at = end;
        return std::string(key);
    }
    void skipSpace() {
        while (m_at < m_text.size() &&
               std::string_view(" \t\r\n").find(m_text[m_at]) != std::string_view::npos)
            ++m_at;
    }
    bool peek(std::string_view token) {
        skipSpace();
        return m_text.substr(m_at).starts_with(token);
    }
    /// True if a sign that ends a value comes here.
    bool endsValue(size_t at) const {
        at = m_text.find_first_not_of(" \t\r\n", at);
        return at == std::string_view::npos ||
               std::string_view(",)]}:").find(m_text[at]) != std::string_view::npos;
    }
    Json fail() {
        m_ok = false;
        return std::string();
    }
    Json quoted(char quote) {
        const size_t begin = ++m_at;
        // Not every template puts a backslash before a quotation mark within a text.
        while (m_at < m_text.size() && (m_text[m_at] != quote || !endsValue(m_at + 1)))
            m_at += m_text[m_at] == '\\' ? 2 : 1;
        m_at = std::min(m_at, m_text.size());  // a backslash may be the last character
        if (m_at == m_text.size()) return fail();
        const auto decoded = jinja::decodeEscapes(m_text.substr(begin, m_at - begin));
        ++m_at;
        return decoded ? Json(*decoded) : fail();
    }
    // A number or one of the constants of Python and JSON.
    Json word() {
        skipSpace();
        const size_t begin = m_at;
        while (m_at < m_text.size() && (isNameCharacter(m_text[m_at]) || m_text[m_at] == '+')) ++m_at;
        const std::string_view text = m_text.substr(begin, m_at - begin);
        if (text == "True" || text == "true") return true;
        if (text == "False" || text == "false") return false;
        if (text == "None" || text == "null") return nullptr;
        const auto json = parseBoundedJson(text);
        return json && json->is_number() ? *json : fail();
    }

    std::string_view m_text;
    size_t m_at = 0;
    bool m_ok = true;
};

}  // namespace

std::optional<ReadValue> readNested(std::string_view text, grammar::Notation::Kind kind) {
    LiteralReader reader(text);
    Json value = kind == grammar::Notation::Kind::Gemma ? reader.gemmaValue() : reader.pythonValue();
    if (!reader.ok()) return std::nullopt;
    return ReadValue{std::move(value), reader.position()};
}

std::optional<std::vector<ToolCall>> parsePythonicCalls(std::string_view text) {
    LiteralReader reader(text);
    const bool list = reader.take("[");
    std::vector<ToolCall> calls;
    while (reader.ok()) {
        ToolCall call{reader.name(), "{}", {}};
        // Llama 3's built-in tools are called as brave_search.call(query="...").
        if (call.name.ends_with(".call")) call.name.resize(call.name.size() - 5);
        reader.expect("(");
        Json arguments = Json::object();
        while (reader.ok() && !reader.take(")")) {
            const std::string key = reader.name();
            reader.expect("=");
            if (reader.ok()) arguments[key] = reader.pythonValue();
            if (!reader.take(",")) {
                reader.expect(")");
                break;
            }
        }
        call.argumentsJson = dump(arguments);
        calls.push_back(std::move(call));
        if (!reader.take(",")) break;
    }
    if (list) reader.expect("]");
    if (!reader.ok() || !reader.atEnd()) return std::nullopt;
    return calls;
}

std::optional<std::vector<ToolCall>> parseGemmaCalls(std::string_view text) {
    LiteralReader reader(text);
    reader.expect("call:");
    ToolCall call{reader.ok() ? reader.name() : std::string(), "{}", {}};
    reader.expect("{");
    if (reader.ok()) call.argumentsJson = dump(reader.gemmaObject());
    if (!reader.ok() || !reader.atEnd()) return std::nullopt;
    return std::vector<ToolCall>{std::move(call)};
}

}  // namespace hearth
