#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "unicode/char_class.h"

namespace hearth::text {

/// A text taken apart for the pre-tokenizer rules: its code points, their classes and where each begins.
struct CharText {
    std::vector<char32_t> codePoints;
    std::vector<char_class::Mask> classes;
    std::vector<size_t> offsets;  ///< size() + 1 entries; the last is the length of the text in bytes

    explicit CharText(std::string_view text);
    size_t size() const noexcept { return codePoints.size(); }
};

/// A set of characters: those of some classes, and some ranges.
struct CharSet {
    struct Range {
        char32_t first;
        char32_t last;
    };
    char_class::Mask any = 0;   ///< in the set when one of these classes fits ...
    char_class::Mask none = 0;  ///< ... and none of these
    const Range* ranges = nullptr;
    uint32_t rangeCount = 0;
    bool negated = false;

    bool holds(char32_t codePoint, char_class::Mask classes) const noexcept {
        if ((classes & any) != 0 && (classes & none) == 0) return !negated;
        for (uint32_t i = 0; i < rangeCount; ++i) {
            if (codePoint >= ranges[i].first && codePoint <= ranges[i].last) return !negated;
        }
        return negated;
    }
};

}  // namespace hearth::text
