#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hearth::text {

/// What the tokenizer rules ask about a code point: one bit each, so that a class of a pattern is a mask.
namespace char_class {
using Mask = uint16_t;
inline constexpr Mask kUpper = 1U << 0U;        // Lu
inline constexpr Mask kLower = 1U << 1U;        // Ll
inline constexpr Mask kTitle = 1U << 2U;        // Lt
inline constexpr Mask kModifier = 1U << 3U;     // Lm
inline constexpr Mask kOtherLetter = 1U << 4U;  // Lo
inline constexpr Mask kMark = 1U << 5U;         // M
inline constexpr Mask kNumber = 1U << 6U;       // N
inline constexpr Mask kPunctuation = 1U << 7U;  // P
inline constexpr Mask kSymbol = 1U << 8U;       // S
inline constexpr Mask kSpace = 1U << 9U;        // \s: White_Space, which takes in some control characters
inline constexpr Mask kControl = 1U << 10U;     // C but not white space
inline constexpr Mask kUnassigned = 1U << 11U;
inline constexpr Mask kNewline = 1U << 12U;         // CR, LF (with kSpace)
inline constexpr Mask kHan = 1U << 13U;             // Han ideographs (with kOtherLetter)
inline constexpr Mask kNonspacingMark = 1U << 14U;  // Mn (with kMark)
inline constexpr Mask kDecimal = 1U << 15U;         // Nd (with kNumber)
inline constexpr Mask kLetter = kUpper | kLower | kTitle | kModifier | kOtherLetter;
}  // namespace char_class

/// The classes of a code point; values above 0x10FFFF are unassigned. Unicode 15.1.
char_class::Mask classOf(char32_t codePoint);
/// Simple lower case.
char32_t toLower(char32_t codePoint) noexcept;
/// The first code point of the canonical decomposition ("e" for "é").
char32_t decompositionBase(char32_t codePoint) noexcept;

/// One decoded code point. Bytes that are not UTF-8 come out one by one as U+FFFD with valid == false.
struct DecodedChar {
    char32_t codePoint = 0;
    uint8_t bytes = 0;
    bool valid = false;
};
/// Decodes at `offset` < text.size(). Overlong forms, surrogates and values above 0x10FFFF are not valid.
DecodedChar decodeUtf8(std::string_view text, size_t offset) noexcept;
/// Appends the UTF-8 form.
void appendUtf8(std::string& out, char32_t codePoint);
/// How many bytes at the end of `text` are the unfinished start of a UTF-8 sequence: 0 to 3.
size_t unfinishedUtf8Tail(std::string_view text) noexcept;

}  // namespace hearth::text
