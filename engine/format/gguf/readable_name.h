#pragma once

#include <cstdint>
#include <string_view>

namespace hearth::format {

/// True for valid UTF-8 (no surrogates, no overlong forms, up to U+10FFFF) without control
/// characters: what may stand in a name that people will read.
inline bool isReadableName(std::string_view text) noexcept {
    size_t i = 0;
    while (i < text.size()) {
        const auto lead = static_cast<uint8_t>(text[i++]);
        if (lead < 0x20 || lead == 0x7F) return false;
        if (lead < 0x80) continue;
        const size_t extra = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
        if (lead < 0xC2 || lead > 0xF4 || text.size() - i < extra) return false;
        uint32_t codePoint = lead & (0x3FU >> extra);
        for (size_t k = 0; k < extra; ++k) {
            const auto next = static_cast<uint8_t>(text[i++]);
            if ((next & 0xC0U) != 0x80) return false;
            codePoint = (codePoint << 6) | (next & 0x3FU);
        }
        constexpr uint32_t least[] = {0, 0x80, 0x800, 0x10000};
        if (codePoint < least[extra] || codePoint > 0x10FFFF || (codePoint >= 0xD800 && codePoint < 0xE000))
            return false;
    }
    return true;
}

}  // namespace hearth::format
