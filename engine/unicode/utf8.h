#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace hearth::jinja {

/// Code points of UTF-8 text. A byte that is not part of a valid sequence counts as one character.

/// Byte after the character that starts at `at` (at < size).
size_t nextCharacter(std::string_view bytes, size_t at) noexcept;
size_t countCharacters(std::string_view bytes) noexcept;
/// Code point at `at`; U+FFFD for an invalid byte.
char32_t decodeAt(std::string_view bytes, size_t at) noexcept;
void appendUtf8(std::string& out, char32_t codePoint);
/// Byte range of a character by Python index (negative from the end); nullopt out of range.
std::optional<std::pair<size_t, size_t>> characterAt(std::string_view bytes, int64_t index) noexcept;
/// Python's str.isspace of one code point.
bool isSpace(char32_t codePoint) noexcept;
/// First byte that is not white space, and byte after the last one that is not; equal for blank text.
std::pair<size_t, size_t> trimmedRange(std::string_view bytes, bool left, bool right) noexcept;

}  // namespace hearth::jinja
