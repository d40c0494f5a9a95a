#pragma once

#include <string>

namespace hearth {

/// Upper and lower case as Python's str methods have it, of one code point.

bool isUpperCase(char32_t codePoint) noexcept;
bool isLowerCase(char32_t codePoint) noexcept;
/// One character may become up to three.
std::u32string toUpperCase(char32_t codePoint);
std::u32string toLowerCase(char32_t codePoint);
std::u32string toTitleCase(char32_t codePoint);
/// Lower case where that is one code point, else the code point itself.
char32_t toLower(char32_t codePoint) noexcept;

}  // namespace hearth
