#include "unicode/utf8.h"

#include <algorithm>

namespace hearth {
namespace {

bool isContinuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
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

DecodedChar decodeUtf8(std::string_view text, size_t offset) noexcept {
    const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[offset + i]); };
    const DecodedChar invalid{0xFFFD, 1, false};
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {lead, 1, true};
    const uint8_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() - offset < length) return invalid;
    char32_t codePoint = lead & (0xFFU >> (length + 1U));
    for (uint8_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) return invalid;
        codePoint = (codePoint << 6U) | (byte(i) & 0x3FU);
    }
    constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (codePoint < kSmallest[length] || codePoint > 0x10FFFF ||
        (codePoint >= 0xD800 && codePoint < 0xE000)) {
        return invalid;
    }
    return {codePoint, length, true};
}

size_t illFormedBytes(std::string_view text, size_t offset) noexcept {
    // The longest beginning that more bytes could complete.
    for (size_t bytes = std::min<size_t>(3, text.size() - offset); bytes > 1; --bytes)
        if (unfinishedUtf8Tail(text.substr(offset, bytes)) == bytes) return bytes;
    return 1;
}

size_t unfinishedUtf8Tail(std::string_view text) noexcept {
    for (size_t back = 1; back <= std::min<size_t>(3, text.size()); ++back) {
        const auto byte = static_cast<unsigned char>(text[text.size() - back]);
        if ((byte & 0xC0U) == 0x80) continue;
        const size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1;
        if (length <= back || byte > 0xF4) return 0;
        // The second byte already decides about overlong forms, surrogates and values out of range.
        if (back >= 2) {
            const auto second = static_cast<unsigned char>(text[text.size() - back + 1]);
            if ((byte == 0xE0 && second < 0xA0) || (byte == 0xED && second > 0x9F) ||
                (byte == 0xF0 && second < 0x90) || (byte == 0xF4 && second > 0x8F)) {
                return 0;
            }
        }
        return back;
    }
    return 0;
}

size_t nextCharacter(std::string_view bytes, size_t at) noexcept {
    return at + decodeUtf8(bytes, at).bytes;
}

size_t countCharacters(std::string_view bytes) noexcept {
    size_t count = 0;
    for (size_t at = 0; at < bytes.size(); at = nextCharacter(bytes, at)) ++count;
    return count;
}

char32_t decodeAt(std::string_view bytes, size_t at) noexcept {
    return decodeUtf8(bytes, at).codePoint;
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

}  // namespace hearth
