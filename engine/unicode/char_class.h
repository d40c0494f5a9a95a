#pragma once

#include <cstdint>

namespace hearth {

/// Properties of a code point that the rules of tokenizers and templates use: one bit each, so that a class
/// of a pattern is a mask.
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
/// False for code points that Python's repr() escapes: controls, separators except the space, unassigned and
/// private code points.
bool isPrintable(char32_t codePoint);
bool isAlphabetic(char32_t codePoint);
bool isDecimalDigit(char32_t codePoint);

}  // namespace hearth
