#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace hearth {

/// One decoded code point. Bytes that are not UTF-8 come out one by one as U+FFFD with valid == false.
struct DecodedChar {
    char32_t codePoint = 0;
    uint8_t bytes = 0;
    bool valid = false;
};
/// Decodes at `offset` < text.size(). Overlong forms, surrogates and values above 0x10FFFF are not valid.
DecodedChar decodeUtf8(std::string_view text, size_t offset) noexcept;
/// Bytes that one U+FFFD replaces at an offset where decodeUtf8() finds nothing valid: the beginning of a
/// sequence as far as it is well-formed, or one byte (Unicode 3.9, "maximal subparts"; W3C Encoding).
size_t illFormedBytes(std::string_view text, size_t offset) noexcept;
/// Number of bytes at the end of `text` that are the unfinished start of a UTF-8 sequence: 0 to 3.
size_t unfinishedUtf8Tail(std::string_view text) noexcept;

// Characters of a text; a byte that is not part of a valid sequence counts as one.

/// Byte after the character that starts at `at` (at < size).
size_t nextCharacter(std::string_view bytes, size_t at) noexcept;
size_t countCharacters(std::string_view bytes) noexcept;
/// Code point at `at`; U+FFFD for an invalid byte.
char32_t decodeAt(std::string_view bytes, size_t at) noexcept;
/// Appends the UTF-8 form.
void appendUtf8(std::string& out, char32_t codePoint);
/// Byte range of a character by Python index (negative from the end); nullopt out of range.
std::optional<std::pair<size_t, size_t>> characterAt(std::string_view bytes, int64_t index) noexcept;
/// Python's str.isspace of one code point.
bool isSpace(char32_t codePoint) noexcept;
/// First byte that is not white space, and byte after the last one that is not; equal for blank text.
std::pair<size_t, size_t> trimmedRange(std::string_view bytes, bool left, bool right) noexcept;

}  // namespace hearth
