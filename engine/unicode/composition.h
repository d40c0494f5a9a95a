#pragma once

#include <string>
#include <string_view>

namespace hearth {

/// The canonical composition of a text (NFC, Unicode Standard Annex 15; Unicode 15.1): "e" and a combining
/// acute accent become "é". Bytes that are not UTF-8 stay as they are and nothing is composed across them.
/// Time is near-linear in text.size().
std::string composed(std::string_view text);
/// The first code point of the canonical decomposition ("e" for "é").
char32_t decompositionBase(char32_t codePoint) noexcept;

}  // namespace hearth
