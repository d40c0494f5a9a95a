#pragma once

#include <string>

namespace hearth::jinja {

/// What Python's str methods know of characters (Unicode 14, as in Python 3.11).

/// False for what repr() writes as an escape: controls, separators but the space, unassigned and private code
/// points.
bool isPrintable(char32_t codePoint) noexcept;
bool isAlphabetic(char32_t codePoint) noexcept;
bool isDecimalDigit(char32_t codePoint) noexcept;
bool isUpperCase(char32_t codePoint) noexcept;
bool isLowerCase(char32_t codePoint) noexcept;
/// One character may become up to three.
std::u32string toUpperCase(char32_t codePoint);
std::u32string toLowerCase(char32_t codePoint);
std::u32string toTitleCase(char32_t codePoint);

}  // namespace hearth::jinja
