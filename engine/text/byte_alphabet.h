#pragma once

#include <string>
#include <string_view>

namespace hearth::text {

/// The reversible spelling of bytes as printable characters that byte-level BPE vocabularies use ("Ġ" is a
/// space): bytes that are printable in Latin-1 stand for themselves, the others for U+0100 and on, in order.
/// Source: the encoder published with GPT-2 (Radford et al. 2019).
char32_t byteToChar(unsigned char byte) noexcept;
/// The byte that a character of the alphabet stands for, or -1.
int charToByte(char32_t codePoint) noexcept;
/// An entry's bytes; characters outside the alphabet stand for their own UTF-8.
std::string decodeByteSpelling(std::string_view entry);
/// An entry's spelling from its bytes.
std::string encodeByteSpelling(std::string_view bytes);

}  // namespace hearth::text
