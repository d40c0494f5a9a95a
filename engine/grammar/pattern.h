#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "grammar/code_points.h"

namespace hearth::grammar {

/// A regular expression as a tree over sets of characters. The ends of the text count as two characters more,
/// which only the anchors ^ and $ fit.
struct Pattern {
    static constexpr uint32_t textStart = CodePoints::last + 1, textEnd = CodePoints::last + 2;
    enum class Kind : uint8_t { Characters, Anchor, Sequence, Choice, Repeat };
    struct Node {
        Kind kind = Kind::Sequence;
        CodePoints characters = {};
        uint32_t anchor = 0;  ///< textStart or textEnd
        std::vector<uint32_t> parts = {};
        size_t least = 0;
        size_t depth = 0;  ///< of what lies in it
        std::optional<size_t> most = {};
    };
    std::vector<Node> nodes;
    uint32_t root = 0;
};

/// Reads a regular expression in ECMAScript's syntax, as JSON Schema asks for it, as far as it is regular:
/// classes, \d \w \s \p{...}, groups, alternatives, repetitions and anchors. Greedy or not makes no
/// difference. Throws Error(BadInput) for what is damaged, and for back references, looking around and word
/// borders.
Pattern readPattern(std::string_view text);

}  // namespace hearth::grammar
