#include "jinja/lexer.h"

#include <algorithm>

#include "hearth/error.h"
#include "jinja/string_escapes.h"
#include "unicode/utf8.h"

namespace hearth::jinja {
namespace {

std::string normalizeNewlines(std::string_view source) {
    std::string out;
    out.reserve(source.size());
    for (size_t i = 0; i < source.size(); ++i) {
        if (source[i] == '\r') {
            out.push_back('\n');
            if (i + 1 < source.size() && source[i + 1] == '\n') ++i;
        } else {
            out.push_back(source[i]);
        }
    }
    if (!out.empty() && out.back() == '\n') out.pop_back();
    return out;
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isNameCharacter(char c) {
    return isDigit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0x80U;
}

class TemplateLexer {
public:
    explicit TemplateLexer(std::string_view source) : m_source(normalizeNewlines(source)) {}

    std::vector<Token> run() {
        while (m_at < m_source.size()) lexData();
        push(TokenType::End, "");
        return std::move(m_tokens);
    }

private:
    bool startsWith(size_t at, std::string_view text) const {
        return m_source.compare(at, text.size(), text) == 0;
    }
    char peek(size_t at) const { return at < m_source.size() ? m_source[at] : '\0'; }
    size_t skipSpace(size_t at) const {
        while (at < m_source.size() && isSpace(decodeAt(m_source, at))) at = nextCharacter(m_source, at);
        return at;
    }
    void push(TokenType type, std::string text) { m_tokens.push_back({type, m_line, std::move(text)}); }
    void advanceTo(size_t at) {
        m_line += static_cast<uint32_t>(std::count(m_source.begin() + static_cast<ptrdiff_t>(m_at),
                                                   m_source.begin() + static_cast<ptrdiff_t>(at), '\n'));
        m_at = at;
    }

    // The text before a tag, with what '-' or lstrip_blocks removes from its end.
    void pushData(size_t end, char sign, bool lstrip) {
        std::string text = m_source.substr(m_at, end - m_at);
        if (sign == '-') {
            text.resize(trimmedRange(text, false, true).second);
        } else if (sign != '+' && lstrip) {
            const size_t lineStart = text.rfind('\n') + 1;  // npos + 1 == 0
            const bool startsLine = lineStart > 0 || m_at == 0 || m_source[m_at - 1] == '\n';
            const std::string_view rest = std::string_view(text).substr(lineStart);
            if (startsLine && trimmedRange(rest, true, false).first == rest.size()) text.resize(lineStart);
        }
        if (!text.empty()) push(TokenType::Data, std::move(text));
        advanceTo(end);
    }

    void lexData() {
        size_t tag = m_at;
        for (;; ++tag) {
            tag = m_source.find('{', tag);
            if (tag == std::string::npos) {
                push(TokenType::Data, m_source.substr(m_at));
                m_at = m_source.size();
                return;
            }
            const char kind = peek(tag + 1);
            if (kind == '%' || kind == '{' || kind == '#') break;
        }
        const char kind = m_source[tag + 1];
        const char sign = peek(tag + 2) == '-' || peek(tag + 2) == '+' ? m_source[tag + 2] : '\0';
        pushData(tag, sign, kind != '{');
        const size_t inside = tag + (sign == '\0' ? 2 : 3);
        if (kind == '#') {
            lexComment(inside);
        } else if (const size_t raw = kind == '%' ? rawStart(inside) : 0; raw != 0) {
            lexRaw(raw);
        } else {
            push(kind == '%' ? TokenType::BlockBegin : TokenType::VariableBegin, "");
            advanceTo(inside);
            lexExpression(kind == '%');
        }
    }

    // End of the tag that closes at `at` ("%}" or "#}" there, perhaps after a sign); 0 when it does not close
    // here.
    size_t closeTag(size_t at, std::string_view close, bool trimNewline) const {
        if (peek(at) == '-' && startsWith(at + 1, close)) return skipSpace(at + 3);
        const bool plus = trimNewline && peek(at) == '+' && startsWith(at + 1, close);
        if (plus) return at + 3;
        if (!startsWith(at, close)) return 0;
        return at + 2 + (trimNewline && peek(at + 2) == '\n' ? 1 : 0);
    }

    void lexComment(size_t at) {
        for (size_t end = at; end < m_source.size(); ++end) {
            const size_t after = closeTag(end, "#}", true);
            if (after != 0) return advanceTo(after);
        }
        failTemplate(m_line, "a comment is not closed with '#}'");
    }

    // After "{%": position behind a raw tag, or 0 when this is another tag.
    size_t rawStart(size_t at) const {
        at = skipSpace(at);
        if (!startsWith(at, "raw")) return 0;
        return closeTag(skipSpace(at + 3), "%}", false);
    }

    void lexRaw(size_t from) {
        advanceTo(from);
        for (size_t tag = m_source.find("{%", from); tag != std::string::npos;
             tag = m_source.find("{%", tag + 1)) {
            const char sign = peek(tag + 2) == '-' || peek(tag + 2) == '+' ? m_source[tag + 2] : '\0';
            const size_t name = skipSpace(tag + (sign == '\0' ? 2 : 3));
            if (!startsWith(name, "endraw")) continue;
            const size_t after = closeTag(skipSpace(name + 6), "%}", true);
            if (after == 0) continue;
            pushData(tag, sign, true);
            return advanceTo(after);
        }
        failTemplate(m_line, "a raw block is not closed with '{% endraw %}'");
    }

    void lexExpression(bool block) {
        std::string brackets;
        while (m_at < m_source.size()) {
            if (brackets.empty()) {
                const size_t after = closeTag(m_at, block ? "%}" : "}}", block);
                if (after != 0) {
                    push(block ? TokenType::BlockEnd : TokenType::VariableEnd, "");
                    return advanceTo(after);
                }
            }
            const char c = m_source[m_at];
            if (const size_t space = skipSpace(m_at); space != m_at) {
                advanceTo(space);
            } else if (isDigit(c)) {
                lexNumber();
            } else if (isNameCharacter(c)) {
                size_t end = m_at;
                while (isNameCharacter(peek(end))) ++end;
                push(TokenType::Name, m_source.substr(m_at, end - m_at));
                m_at = end;
            } else if (c == '\'' || c == '"') {
                lexString(c);
            } else {
                lexOperator(brackets);
            }
        }
    }

    size_t digitsEnd(size_t at, int base) const {
        const auto isDigitOf = [base](char c) {
            if (base <= 10) return c >= '0' && c < '0' + base;
            return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        };
        while (isDigitOf(peek(at)) || (peek(at) == '_' && isDigitOf(peek(at + 1)))) ++at;
        return at;
    }

    void pushNumber(TokenType type, size_t end) {
        std::string text;
        for (size_t i = m_at; i < end; ++i) {
            const char c = m_source[i];
            if (c != '_') text.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
        }
        push(type, std::move(text));
        m_at = end;
    }

    void lexNumber() {
        if (m_source[m_at] == '0') {
            const char mark = static_cast<char>(peek(m_at + 1) | 0x20);
            const int base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 0;
            if (base != 0) {
                const size_t end = digitsEnd(m_at + 2, base);
                if (end > m_at + 2) return pushNumber(TokenType::Integer, end);
            }
        }
        const size_t whole = digitsEnd(m_at, 10);
        size_t end = whole;
        const bool afterDot = m_at > 0 && m_source[m_at - 1] == '.';  // "x.0.1" is two items, not x and 0.1
        if (!afterDot && peek(end) == '.' && isDigit(peek(end + 1))) end = digitsEnd(end + 1, 10);
        if (!afterDot && (peek(end) | 0x20) == 'e') {
            const size_t digits = end + (peek(end + 1) == '+' || peek(end + 1) == '-' ? 2 : 1);
            if (isDigit(peek(digits))) end = digitsEnd(digits, 10);
        }
        pushNumber(end == whole ? TokenType::Integer : TokenType::Float, end);
    }

    void lexString(char quote) {
        size_t end = m_at + 1;
        while (end < m_source.size() && m_source[end] != quote) end += m_source[end] == '\\' ? 2 : 1;
        if (end >= m_source.size()) failTemplate(m_line, "a string is not closed");
        const auto decoded = decodeEscapes(std::string_view(m_source).substr(m_at + 1, end - m_at - 1));
        if (!decoded) failTemplate(m_line, "a string holds a broken escape");
        push(TokenType::String, *decoded);
        advanceTo(end + 1);
    }

    void lexOperator(std::string& brackets) {
        static constexpr std::string_view kDouble[] = {"//", "**", "==", "!=", ">=", "<="};
        for (const std::string_view op : kDouble) {
            if (!startsWith(m_at, op)) continue;
            push(TokenType::Operator, std::string(op));
            m_at += 2;
            return;
        }
        const char c = m_source[m_at];
        if (std::string_view("+-/*%~[](){}><=.:|,;").find(c) == std::string_view::npos) {
            failTemplate(m_line, "unexpected character '" +
                                     m_source.substr(m_at, nextCharacter(m_source, m_at) - m_at) + "'");
        }
        if (c == '(' || c == '[' || c == '{') {
            brackets.push_back(c == '(' ? ')' : c == '[' ? ']' : '}');
        } else if (c == ')' || c == ']' || c == '}') {
            if (brackets.empty() || brackets.back() != c) {
                failTemplate(m_line, std::string("unexpected '") + c + "'");
            }
            brackets.pop_back();
        }
        push(TokenType::Operator, std::string(1, c));
        ++m_at;
    }

    std::string m_source;
    size_t m_at = 0;
    uint32_t m_line = 1;
    std::vector<Token> m_tokens;
};

}  // namespace

std::vector<Token> tokenizeTemplate(std::string_view source) {
    return TemplateLexer(source).run();
}

void failTemplate(uint32_t line, const std::string& reason) {
    throw Error(ErrorCode::BadFile,
                "The chat template is broken in line " + std::to_string(line) + ": " + reason + ".");
}

}  // namespace hearth::jinja
