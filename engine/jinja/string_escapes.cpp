#include "jinja/string_escapes.h"

#include <charconv>

#include "unicode/utf8.h"

namespace hearth::jinja {
namespace {

// The code point written in exactly `digits` digits at `at`.
std::optional<char32_t> readDigits(std::string_view body, size_t at, size_t digits, int base) {
    if (at + digits > body.size()) return std::nullopt;
    unsigned value = 0;
    const char* begin = body.data() + at;
    const auto result = std::from_chars(begin, begin + digits, value, base);
    if (result.ec != std::errc() || result.ptr != begin + digits || value > 0x10FFFFU) return std::nullopt;
    return static_cast<char32_t>(value);
}

size_t octalLength(std::string_view body, size_t at) {
    size_t length = 0;
    while (length < 3 && at + length < body.size() && body[at + length] >= '0' && body[at + length] <= '7')
        ++length;
    return length;
}

}  // namespace

std::optional<std::string> decodeEscapes(std::string_view body) {
    std::string out;
    out.reserve(body.size());
    for (size_t i = 0; i < body.size(); ++i) {
        if (body[i] != '\\' || i + 1 == body.size()) {
            out.push_back(body[i]);
            continue;
        }
        const char mark = body[++i];
        switch (mark) {
            case '\n':
                continue;
            case '\\':
            case '\'':
            case '"':
                out.push_back(mark);
                continue;
            case 'a':
                out.push_back('\a');
                continue;
            case 'b':
                out.push_back('\b');
                continue;
            case 'f':
                out.push_back('\f');
                continue;
            case 'n':
                out.push_back('\n');
                continue;
            case 'r':
                out.push_back('\r');
                continue;
            case 't':
                out.push_back('\t');
                continue;
            case 'v':
                out.push_back('\v');
                continue;
            case 'N':
                return std::nullopt;
            default:
                break;
        }
        size_t digits = mark == 'x' ? 2 : mark == 'u' ? 4 : mark == 'U' ? 8 : 0;
        size_t at = i + 1;
        int base = 16;
        if (digits == 0) {
            digits = octalLength(body, i);
            at = i;
            base = 8;
        }
        if (digits == 0) {
            out.push_back('\\');
            out.push_back(mark);
            continue;
        }
        const auto codePoint = readDigits(body, at, digits, base);
        if (!codePoint) return std::nullopt;
        appendUtf8(out, *codePoint);
        i = at + digits - 1;
    }
    return out;
}

}  // namespace hearth::jinja
