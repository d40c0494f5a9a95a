#include "unicode/letter_case.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

namespace hearth {
namespace {

/// Code points first to first + count - 1.
struct CaseRun {
    char32_t first;
    uint32_t count;
};
/// `count` code points, first, first + stride and so on, map to themselves plus `delta`.
struct CaseMapping {
    char32_t first;
    uint32_t count, stride;
    int32_t delta;
};
/// A code point that becomes several; zeros at the end are not part of it.
struct CaseExpansion {
    char32_t from;
    char32_t to[3];
};

#include "unicode/case_tables.inc"

/// The last entry that begins at or before the code point; nullptr: there is none.
template <class Entry>
const Entry* entryBefore(std::span<const Entry> entries, char32_t codePoint) {
    const auto after = std::upper_bound(entries.begin(), entries.end(), codePoint,
                                        [](char32_t c, const Entry& entry) { return c < entry.first; });
    return after == entries.begin() ? nullptr : &*std::prev(after);
}

bool isInRuns(std::span<const CaseRun> runs, char32_t codePoint) {
    const CaseRun* run = entryBefore(runs, codePoint);
    return run != nullptr && codePoint - run->first < run->count;
}

std::optional<char32_t> mapped(std::span<const CaseMapping> mappings, char32_t codePoint) {
    const CaseMapping* mapping = entryBefore(mappings, codePoint);
    if (mapping == nullptr) return std::nullopt;
    const uint32_t distance = codePoint - mapping->first;
    if (distance > (mapping->count - 1) * mapping->stride || distance % mapping->stride != 0)
        return std::nullopt;
    return static_cast<char32_t>(static_cast<int32_t>(codePoint) + mapping->delta);
}

std::u32string expanded(std::span<const CaseExpansion> expansions, char32_t codePoint) {
    const auto found =
        std::lower_bound(expansions.begin(), expansions.end(), codePoint,
                         [](const CaseExpansion& entry, char32_t value) { return entry.from < value; });
    std::u32string out;
    if (found == expansions.end() || found->from != codePoint) return out;
    for (const char32_t to : found->to) {
        if (to != 0) out.push_back(to);
    }
    return out;
}

}  // namespace

bool isUpperCase(char32_t codePoint) noexcept {
    return isInRuns(kUpperRuns, codePoint);
}
bool isLowerCase(char32_t codePoint) noexcept {
    return isInRuns(kLowerRuns, codePoint);
}

char32_t toLower(char32_t codePoint) noexcept {
    if (codePoint < 0x80) return codePoint >= 'A' && codePoint <= 'Z' ? codePoint + 32 : codePoint;
    return mapped(kToLower, codePoint).value_or(codePoint);
}

std::u32string toUpperCase(char32_t codePoint) {
    if (codePoint < 0x80) {
        return {codePoint >= 'a' && codePoint <= 'z' ? codePoint - 32 : codePoint};
    }
    if (std::u32string several = expanded(kUpperExpansions, codePoint); !several.empty()) return several;
    return {mapped(kToUpper, codePoint).value_or(codePoint)};
}

std::u32string toLowerCase(char32_t codePoint) {
    if (codePoint == 0x130) return U"i\u0307";  // the only lower case of two code points
    return {toLower(codePoint)};
}

std::u32string toTitleCase(char32_t codePoint) {
    if (codePoint < 0x80) return toUpperCase(codePoint);
    if (std::u32string several = expanded(kTitleExpansions, codePoint); !several.empty()) return several;
    if (const auto title = mapped(kToTitle, codePoint)) return {*title};
    return {mapped(kToUpper, codePoint).value_or(codePoint)};
}

}  // namespace hearth
