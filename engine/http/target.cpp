#include "http/target.h"

#include <optional>

#include "http/header_list.h"

namespace hearth::http {

namespace {

int hexDigit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::optional<std::string> percentDecoded(std::string_view text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        if (text.size() - i < 3) return std::nullopt;
        const int high = hexDigit(text[i + 1]), low = hexDigit(text[i + 2]);
        if (high < 0 || low < 0) return std::nullopt;
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return out;
}

// Number of bytes that follow a first byte of UTF-8; -1: it is not a first byte. `least` is the smallest
// second byte, `most` the largest: neither surrogates nor overlong forms pass.
int followers(unsigned char first, unsigned char& least, unsigned char& most) {
    least = 0x80;
    most = 0xbf;
    if (first < 0x80) return 0;
    if (first >= 0xc2 && first <= 0xdf) return 1;
    if (first >= 0xe0 && first <= 0xef) {
        if (first == 0xe0) least = 0xa0;
        if (first == 0xed) most = 0x9f;
        return 2;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        if (first == 0xf0) least = 0x90;
        if (first == 0xf4) most = 0x8f;
        return 3;
    }
    return -1;
}

bool isUtf8(std::string_view text) {
    for (size_t i = 0; i < text.size(); ++i) {
        unsigned char least = 0, most = 0;
        int more = followers(static_cast<unsigned char>(text[i]), least, most);
        if (more < 0 || text.size() - i - 1 < static_cast<size_t>(more)) return false;
        for (; more > 0; --more) {
            const auto byte = static_cast<unsigned char>(text[++i]);
            if (byte < least || byte > most) return false;
            least = 0x80;
            most = 0xbf;
        }
    }
    return true;
}

// Without empty segments and "."; nothing: a segment is "..".
std::optional<std::string> withoutDots(std::string_view path) {
    std::string out;
    size_t start = 0;
    while (start <= path.size()) {
        const size_t end = std::min(path.find('/', start), path.size());
        const std::string_view segment = path.substr(start, end - start);
        if (segment == "..") return std::nullopt;
        if (!segment.empty() && segment != ".") {
            out += '/';
            out += segment;
        }
        start = end + 1;
    }
    return out.empty() ? "/" : out;
}

}  // namespace

std::variant<Target, Refusal> parseTarget(std::string_view method, std::string_view target) {
    Target parsed;
    if (target == "*") {
        if (method != "OPTIONS") return refusals::badTarget;
        parsed.path = "*";
        return parsed;
    }
    constexpr std::string_view kScheme = "http://";
    if (sameName(target.substr(0, kScheme.size()), kScheme)) {
        target.remove_prefix(kScheme.size());
        const size_t end = std::min(target.find_first_of("/?"), target.size());
        if (end == 0) return refusals::badTarget;
        parsed.authority = target.substr(0, end);
        target.remove_prefix(end);
    } else if (!target.starts_with('/')) {
        return refusals::badTarget;
    }
    // Fragments stay with the client; one that is sent is a trick.
    if (target.find('#') != std::string_view::npos) return refusals::badTarget;
    const size_t mark = std::min(target.find('?'), target.size());
    if (mark < target.size()) parsed.query = target.substr(mark + 1);
    const auto decoded = percentDecoded(target.substr(0, mark));
    if (!decoded || !isUtf8(*decoded) || !isFieldValue(*decoded) ||
        decoded->find_first_of("\\\t") != std::string::npos)
        return refusals::badTarget;
    auto path = withoutDots(*decoded);
    if (!path) return refusals::badTarget;
    parsed.path = std::move(*path);
    return parsed;
}

}  // namespace hearth::http
