#include "unicode/utf8.h"

namespace hearth::jinja {
namespace {

bool isContinuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// Length that the first byte announces; 1 for invalid ones.
size_t announcedLength(unsigned char lead) {
    if (lead < 0xC2U) return 1;
    if (lead < 0xE0U) return 2;
    if (lead < 0xF0U) return 3;
    if (lead < 0xF5U) return 4;
    return 1;
}

// Start of the character that ends before `end`.
size_t previousCharacter(std::string_view bytes, size_t end) {
    for (size_t back = 1; back <= 4 && back <= end; ++back) {
        const size_t start = end - back;
        if (!isContinuation(bytes[start])) return nextCharacter(bytes, start) == end ? start : end - 1;
    }
    return end - 1;
}

}  // namespace

size_t nextCharacter(std::string_view bytes, size_t at) noexcept {
    const size_t length = announcedLength(static_cast<unsigned char>(bytes[at]));
    if (length == 1 || at + length > bytes.size()) return at + 1;
    for (size_t i = 1; i < length; ++i) {
        if (!isContinuation(bytes[at + i])) return at + 1;
    }
    return at + length;
}

size_t countCharacters(std::string_view bytes) noexcept {
    size_t count = 0;
    for (size_t at = 0; at < bytes.size(); at = nextCharacter(bytes, at)) ++count;
    return count;
}

char32_t decodeAt(std::string_view bytes, size_t at) noexcept {
    const size_t length = nextCharacter(bytes, at) - at;
    const auto lead = static_cast<unsigned char>(bytes[at]);
    if (length == 1) return lead < 0x80U ? lead : U'\uFFFD';
    char32_t codePoint = lead & (0xFFU >> (length + 1));
    for (size_t i = 1; i < length; ++i) {
        codePoint = (codePoint << 6U) | (static_cast<unsigned char>(bytes[at + i]) & 0x3FU);
    }
    return codePoint;
}

void appendUtf8(std::string& out, char32_t codePoint) {
    const auto put = [&out](char32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (codePoint < 0x80) {
        put(codePoint);
    } else if (codePoint < 0x800) {
        put(0xC0U | (codePoint >> 6U));
        put(0x80U | (codePoint & 0x3FU));
    } else if (codePoint < 0x10000) {
        put(0xE0U | (codePoint >> 12U));
        put(0x80U | ((codePoint >> 6U) & 0x3FU));
        put(0x80U | (codePoint & 0x3FU));
    } else {
        put(0xF0U | (codePoint >> 18U));
        put(0x80U | ((codePoint >> 12U) & 0x3FU));
        put(0x80U | ((codePoint >> 6U) & 0x3FU));
        put(0x80U | (codePoint & 0x3FU));
    }
}

std::optional<std::pair<size_t, size_t>> characterAt(std::string_view bytes, int64_t index) noexcept {
    if (index >= 0) {
        size_t at = 0;
        while (index > 0 && at < bytes.size()) {
            at = nextCharacter(bytes, at);
            --index;
        }
        if (at >= bytes.size()) return std::nullopt;
        return std::pair{at, nextCharacter(bytes, at)};
    }
    size_t end = bytes.size();
    while (index < -1 && end > 0) {
        end = previousCharacter(bytes, end);
        ++index;
    }
    if (end == 0) return std::nullopt;
    return std::pair{previousCharacter(bytes, end), end};
}

bool isSpace(char32_t codePoint) noexcept {
    if (codePoint < 0x80) return (codePoint >= 9 && codePoint <= 13) || (codePoint >= 28 && codePoint <= 32);
    return codePoint == 0x85 || codePoint == 0xA0 || codePoint == 0x1680 ||
           (codePoint >= 0x2000 && codePoint <= 0x200A) || codePoint == 0x2028 || codePoint == 0x2029 ||
           codePoint == 0x202F || codePoint == 0x205F || codePoint == 0x3000;
}

std::pair<size_t, size_t> trimmedRange(std::string_view bytes, bool left, bool right) noexcept {
    size_t begin = 0;
    size_t end = bytes.size();
    while (left && begin < end && isSpace(decodeAt(bytes, begin))) begin = nextCharacter(bytes, begin);
    while (right && end > begin) {
        const size_t previous = previousCharacter(bytes, end);
        if (previous < begin || !isSpace(decodeAt(bytes, previous))) break;
        end = previous;
    }
    return {begin, end};
}

}  // namespace hearth::jinja
