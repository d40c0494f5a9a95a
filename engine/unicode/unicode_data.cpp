#include "unicode/unicode_data.h"

#include <algorithm>
#include <optional>

#include "unicode/unicode_tables.h"

namespace hearth::jinja {
namespace {

bool inRanges(std::span<const CodeRange> ranges, char32_t codePoint) {
    const auto after =
        std::upper_bound(ranges.begin(), ranges.end(), codePoint,
                         [](char32_t value, const CodeRange& range) { return value < range.first; });
    return after != ranges.begin() && codePoint <= std::prev(after)->last;
}

std::optional<char32_t> mapped(std::span<const CaseRange> ranges, char32_t codePoint) {
    const auto after =
        std::upper_bound(ranges.begin(), ranges.end(), codePoint,
                         [](char32_t value, const CaseRange& range) { return value < range.first; });
    if (after == ranges.begin()) return std::nullopt;
    const CaseRange& range = *std::prev(after);
    if (codePoint > range.last || (codePoint - range.first) % range.step != 0) return std::nullopt;
    return static_cast<char32_t>(static_cast<int32_t>(codePoint) + range.delta);
}

std::u32string expanded(std::span<const CaseExpansion> expansions, char32_t codePoint) {
    const auto found =
        std::lower_bound(expansions.begin(), expansions.end(), codePoint,
                         [](const CaseExpansion& entry, char32_t value) { return entry.from < value; });
    std::u32string out;
    if (found == expansions.end() || found->from != codePoint) return out;
    for (const uint32_t to : found->to) {
        if (to != 0) out.push_back(to);
    }
    return out;
}

}  // namespace

bool isPrintable(char32_t codePoint) noexcept {
    if (codePoint < 0x7F) return codePoint >= 0x20;
    return !inRanges(kUnprintable, codePoint);
}

bool isAlphabetic(char32_t codePoint) noexcept {
    return inRanges(kAlphabetic, codePoint);
}
bool isDecimalDigit(char32_t codePoint) noexcept {
    return inRanges(kDecimalDigits, codePoint);
}
bool isUpperCase(char32_t codePoint) noexcept {
    return inRanges(kUpperCase, codePoint);
}
bool isLowerCase(char32_t codePoint) noexcept {
    return inRanges(kLowerCase, codePoint);
}

std::u32string toUpperCase(char32_t codePoint) {
    if (codePoint < 0x80) {
        return {codePoint >= 'a' && codePoint <= 'z' ? codePoint - 32 : codePoint};
    }
    if (std::u32string several = expanded(kUpperExpansions, codePoint); !several.empty()) return several;
    return {mapped(kToUpper, codePoint).value_or(codePoint)};
}

std::u32string toLowerCase(char32_t codePoint) {
    if (codePoint < 0x80) {
        return {codePoint >= 'A' && codePoint <= 'Z' ? codePoint + 32 : codePoint};
    }
    if (codePoint == 0x130) return U"i\u0307";  // the only lower case of two code points
    return {mapped(kToLower, codePoint).value_or(codePoint)};
}

std::u32string toTitleCase(char32_t codePoint) {
    if (codePoint < 0x80) return toUpperCase(codePoint);
    if (std::u32string several = expanded(kTitleExpansions, codePoint); !several.empty()) return several;
    if (const auto title = mapped(kToTitle, codePoint)) return {*title};
    return {mapped(kToUpper, codePoint).value_or(codePoint)};
}

}  // namespace hearth::jinja
