#include "text/byte_alphabet.h"

#include <array>

#include "unicode/utf8.h"

namespace hearth::text {
namespace {

constexpr bool standsForItself(unsigned byte) {
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || (byte >= 0xAE && byte <= 0xFF);
}

constexpr std::array<char16_t, 256> makeAlphabet() {
    std::array<char16_t, 256> out{};
    char16_t next = 0x100;
    for (unsigned byte = 0; byte < 256; ++byte) {
        out[byte] = standsForItself(byte) ? static_cast<char16_t>(byte) : next++;
    }
    return out;
}
constexpr std::array<char16_t, 256> kAlphabet = makeAlphabet();

constexpr std::array<int16_t, 0x144> makeInverse() {
    std::array<int16_t, 0x144> out{};
    for (auto& value : out) value = -1;
    for (unsigned byte = 0; byte < 256; ++byte) out[kAlphabet[byte]] = static_cast<int16_t>(byte);
    return out;
}
constexpr std::array<int16_t, 0x144> kInverse = makeInverse();

}  // namespace

char32_t byteToChar(unsigned char byte) noexcept {
    return kAlphabet[byte];
}

int charToByte(char32_t codePoint) noexcept {
    return codePoint < kInverse.size() ? kInverse[codePoint] : -1;
}

std::string decodeByteSpelling(std::string_view entry) {
    std::string out;
    out.reserve(entry.size());
    for (size_t i = 0; i < entry.size();) {
        const DecodedChar c = decodeUtf8(entry, i);
        const int byte = c.valid ? charToByte(c.codePoint) : -1;
        if (byte >= 0) {
            out.push_back(static_cast<char>(byte));
        } else {
            out.append(entry.substr(i, c.bytes));
        }
        i += c.bytes;
    }
    return out;
}

std::string encodeByteSpelling(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char byte : bytes) appendUtf8(out, byteToChar(static_cast<unsigned char>(byte)));
    return out;
}

}  // namespace hearth::text
