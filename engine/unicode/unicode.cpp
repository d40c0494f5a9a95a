#include "unicode/unicode.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace hearth::text {
namespace {

using namespace char_class;

struct MappingRun {
    char32_t first;
    uint32_t count;
    uint32_t stride;
    int32_t delta;
};

#include "unicode/unicode_tables.inc"

// In the order of CLASSES in make_unicode_tables.py.
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

template <size_t N>
char32_t mapped(const MappingRun (&runs)[N], char32_t codePoint) noexcept {
    const auto* next = std::upper_bound(std::begin(runs), std::end(runs), codePoint,
                                        [](char32_t c, const MappingRun& run) { return c < run.first; });
    if (next == std::begin(runs)) return codePoint;
    const MappingRun& run = *std::prev(next);
    const uint32_t distance = codePoint - run.first;
    if (distance > (run.count - 1) * run.stride || distance % run.stride != 0) return codePoint;
    return static_cast<char32_t>(static_cast<int32_t>(codePoint) + run.delta);
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

char32_t toLower(char32_t codePoint) noexcept {
    if (codePoint < 0x80) return codePoint >= 'A' && codePoint <= 'Z' ? codePoint + 32 : codePoint;
    return mapped(kLowerRuns, codePoint);
}

char32_t decompositionBase(char32_t codePoint) noexcept {
    if (codePoint < 0xC0) return codePoint;
    if (codePoint >= 0xAC00 && codePoint <= 0xD7A3)
        return 0x1100 + (codePoint - 0xAC00) / 588;  // Unicode 3.12
    return mapped(kBaseRuns, codePoint);
}

DecodedChar decodeUtf8(std::string_view text, size_t offset) noexcept {
    const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[offset + i]); };
    const DecodedChar invalid{0xFFFD, 1, false};
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {lead, 1, true};
    const uint8_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() - offset < length) return invalid;
    char32_t codePoint = lead & (0xFFU >> (length + 1U));
    for (uint8_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) return invalid;
        codePoint = (codePoint << 6U) | (byte(i) & 0x3FU);
    }
    constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (codePoint < kSmallest[length] || codePoint > 0x10FFFF ||
        (codePoint >= 0xD800 && codePoint < 0xE000)) {
        return invalid;
    }
    return {codePoint, length, true};
}

void appendUtf8(std::string& out, char32_t codePoint) {
    const auto put = [&](char32_t value) { out.push_back(static_cast<char>(value)); };
    if (codePoint < 0x80) {
        put(codePoint);
    } else if (codePoint < 0x800) {
        put(0xC0 | codePoint >> 6U);
        put(0x80 | (codePoint & 0x3F));
    } else if (codePoint < 0x10000) {
        put(0xE0 | codePoint >> 12U);
        put(0x80 | (codePoint >> 6U & 0x3F));
        put(0x80 | (codePoint & 0x3F));
    } else {
        put(0xF0 | codePoint >> 18U);
        put(0x80 | (codePoint >> 12U & 0x3F));
        put(0x80 | (codePoint >> 6U & 0x3F));
        put(0x80 | (codePoint & 0x3F));
    }
}

size_t unfinishedUtf8Tail(std::string_view text) noexcept {
    for (size_t back = 1; back <= std::min<size_t>(3, text.size()); ++back) {
        const auto byte = static_cast<unsigned char>(text[text.size() - back]);
        if ((byte & 0xC0U) == 0x80) continue;
        const size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1;
        if (length <= back || byte > 0xF4) return 0;
        // The second byte already decides about overlong forms, surrogates and values out of range.
        if (back >= 2) {
            const auto second = static_cast<unsigned char>(text[text.size() - back + 1]);
            if ((byte == 0xE0 && second < 0xA0) || (byte == 0xED && second > 0x9F) ||
                (byte == 0xF0 && second < 0x90) || (byte == 0xF4 && second > 0x8F)) {
                return 0;
            }
        }
        return back;
    }
    return 0;
}

}  // namespace hearth::text
