#include "openai/number_list.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "hearth/base64.h"

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
    std::string bytes;
    for (const float value : values) {
        const auto bits = std::bit_cast<uint32_t>(value);
        for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(bits >> shift & 0xFFU);
    }
    return base64Of(std::as_bytes(std::span(bytes)));
}

}  // namespace hearth::openai
