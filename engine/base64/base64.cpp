#include "hearth/base64.h"

#include <sodium.h>

namespace hearth {

std::string base64Of(std::span<const std::byte> bytes) {
    constexpr int variant = sodium_base64_VARIANT_ORIGINAL;
    // The length includes the terminating zero.
    std::string text(sodium_base64_encoded_len(bytes.size(), variant), '\0');
    sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                      bytes.size(), variant);
    text.pop_back();
    return text;
}

std::optional<std::vector<std::byte>> bytesOfBase64(std::string_view text) {
    constexpr const char* ignored = " \t\r\n";
    // libsodium accepts either the full padding or none.
    constexpr size_t mostPadding = 2;
    for (size_t padding = 0; !text.empty();) {
        const bool isPadding = text.back() == '=' && padding < mostPadding;
        if (!isPadding && std::string_view(ignored).find(text.back()) == std::string_view::npos) break;
        padding += isPadding ? 1 : 0;
        text.remove_suffix(1);
    }
    std::vector<std::byte> bytes(text.size() / 4 * 3 + 3);
    size_t length = 0;
    const int problem =
        sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                          text.size(), ignored, &length, nullptr, sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
    if (problem != 0) return std::nullopt;
    bytes.resize(length);
    return bytes;
}

}  // namespace hearth
