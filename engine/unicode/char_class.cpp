#include "unicode/char_class.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace hearth {
namespace {

using namespace char_class;

#include "unicode/class_tables.inc"

// In the order of CLASSES in make_tables.py.
constexpr Mask kMaskOfClass[] = {
    kUnassigned,
    kUpper,
    kLower,
    kTitle,
    kModifier,
    kOtherLetter,
    kMark | kNonspacingMark,
    kMark,
    kNumber,
    kNumber | kDecimal,
    kPunctuation,
    kSymbol,
    kSpace,
    kControl,
};

constexpr bool isWhiteSpace(char32_t c) {
    return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
           c == 0x3000;
}

constexpr bool isHan(char32_t c) {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x20000 && c <= 0x2A6DF) ||
           (c >= 0x2A700 && c <= 0x2EBEF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

constexpr size_t kPlaneSize = 0x10000;

/// The basic plane as a flat table (128 KiB), everything above as runs.
struct ClassTable {
    struct Run {
        char32_t first;
        Mask mask;
    };
    std::vector<Mask> plane = std::vector<Mask>(kPlaneSize);
    std::vector<Run> runs;

    ClassTable() {
        char32_t first = 0;
        for (const uint32_t word : kClassRuns) {
            const Mask mask = kMaskOfClass[word % 16];
            const char32_t end = first + word / 16;
            for (char32_t c = first; c < std::min<char32_t>(end, kPlaneSize); ++c)
                plane[c] = special(c, mask);
            runs.push_back({first, mask});
            first = end;
        }
    }
    static Mask special(char32_t c, Mask mask) {
        if (isWhiteSpace(c)) return c == '\r' || c == '\n' ? kSpace | kNewline : kSpace;
        return isHan(c) ? static_cast<Mask>(mask | kHan) : mask;
    }
};

const ClassTable& classTable() {
    static const ClassTable table;
    return table;
}

}  // namespace

Mask classOf(char32_t codePoint) {
    const ClassTable& table = classTable();
    if (codePoint < kPlaneSize) return table.plane[codePoint];
    if (codePoint > 0x10FFFF) return kUnassigned;
    const auto next = std::upper_bound(table.runs.begin(), table.runs.end(), codePoint,
                                       [](char32_t c, const ClassTable::Run& run) { return c < run.first; });
    return ClassTable::special(codePoint, std::prev(next)->mask);
}

bool isPrintable(char32_t codePoint) {
    return codePoint == ' ' || (classOf(codePoint) & (kControl | kUnassigned | kSpace)) == 0;
}
bool isAlphabetic(char32_t codePoint) {
    return (classOf(codePoint) & kLetter) != 0;
}
bool isDecimalDigit(char32_t codePoint) {
    return (classOf(codePoint) & kDecimal) != 0;
}

}  // namespace hearth
