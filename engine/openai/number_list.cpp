#include "openai/number_list.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace hearth::openai {

std::string numberText(float value) {
    if (!std::isfinite(value)) return "null";
    char text[32];
    const auto end = std::to_chars(std::begin(text), std::end(text), value).ptr;
    return {text, end};
}

std::string numberList(std::span<const float> values) {
    std::string list = "[";
    for (const float value : values) {
        if (list.size() > 1) list += ',';
        list += numberText(value);
    }
    return list + ']';
}

std::string numberBytes(std::span<const float> values) {
    static constexpr char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    for (const float value : values) {
        const auto bits = std::bit_cast<uint32_t>(value);
        for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(bits >> shift & 0xFFU);
    }
    std::string text;
    for (size_t i = 0; i < bytes.size(); i += 3) {
        uint32_t three = 0;
        for (size_t j = 0; j < 3; ++j)
            three = three << 8U | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
        for (unsigned j = 0; j < 4; ++j)
            text += i + j > bytes.size() ? '=' : alphabet[three >> (18U - 6 * j) & 63U];
    }
    return text;
}

}  // namespace hearth::openai
