#pragma once

#include <string>
#include <string_view>

namespace hearth {

/// The canonical composition of a text (NFC, Unicode Standard Annex 15; Unicode 15.1): "e" and a combining
/// acute accent become "é". Bytes that are not UTF-8 stay as they are and nothing is composed across them.
/// Time is near-linear in text.size().
std::string composed(std::string_view text);
/// The canonical decomposition of a text (NFD), likewise: "é" becomes "e" and a combining acute accent.
std::string decomposed(std::string_view text);

}  // namespace hearth
