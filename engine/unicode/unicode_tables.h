#pragma once

#include <cstdint>
#include <span>

namespace hearth::jinja {

/// Code points [first, last].
struct CodeRange {
    uint32_t first;
    uint32_t last;
};
/// Every `step`-th code point of [first, last] maps to itself plus `delta`.
struct CaseRange {
    uint32_t first;
    uint32_t last;
    uint32_t step;
    int32_t delta;
};
/// A code point that becomes several.
struct CaseExpansion {
    uint32_t from;
    uint32_t to[3];  ///< zeros at the end are not part of it
};

// Sorted by first code point.
extern const std::span<const CodeRange> kUnprintable;
extern const std::span<const CodeRange> kAlphabetic;
extern const std::span<const CodeRange> kDecimalDigits;
extern const std::span<const CodeRange> kUpperCase;
extern const std::span<const CodeRange> kLowerCase;
extern const std::span<const CaseRange> kToUpper;
extern const std::span<const CaseRange> kToLower;
extern const std::span<const CaseRange> kToTitle;  ///< where it differs from upper case
extern const std::span<const CaseExpansion> kUpperExpansions;
extern const std::span<const CaseExpansion> kTitleExpansions;

}  // namespace hearth::jinja
