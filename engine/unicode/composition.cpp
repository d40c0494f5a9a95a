#include "unicode/composition.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <unordered_map>
#include <vector>

#include "unicode/utf8.h"

namespace hearth {
namespace {

struct Split {
    char32_t whole, first, second;
};
struct MarkRun {
    char32_t first;
    uint32_t count;
    uint8_t combiningClass;
};

#include "unicode/composition_tables.inc"

// Hangul syllables (The Unicode Standard, 3.12).
constexpr char32_t kSyllables = 0xAC00, kLeads = 0x1100, kVowels = 0x1161, kTails = 0x11A7;
constexpr char32_t kLeadCount = 19, kVowelCount = 21, kTailCount = 28;
constexpr char32_t kSyllableCount = kLeadCount * kVowelCount * kTailCount;

struct Tables {
    std::unordered_map<char32_t, Split> splits;
    std::unordered_map<uint64_t, char32_t> pairs;

    Tables() {
        for (const Split& split : kPairs) {
            splits.emplace(split.whole, split);
            pairs.emplace(keyOf(split.first, split.second), split.whole);
        }
        for (const Split& split : kSplits) splits.emplace(split.whole, split);
    }
    static uint64_t keyOf(char32_t first, char32_t second) { return uint64_t{first} << 32U | second; }
};

const Tables& tables() {
    static const Tables made;
    return made;
}

uint8_t combiningClass(char32_t c) {
    const auto* next = std::upper_bound(std::begin(kMarkRuns), std::end(kMarkRuns), c,
                                        [](char32_t at, const MarkRun& run) { return at < run.first; });
    if (next == std::begin(kMarkRuns)) return 0;
    const MarkRun& run = *std::prev(next);
    return c - run.first < run.count ? run.combiningClass : 0;
}

struct Mark {
    char32_t codePoint;
    uint8_t combiningClass;
};

void decompose(char32_t c, std::vector<Mark>& out) {
    if (c >= kSyllables && c < kSyllables + kSyllableCount) {
        const char32_t index = c - kSyllables, tail = index % kTailCount;
        out.push_back({kLeads + index / (kVowelCount * kTailCount), 0});
        out.push_back({kVowels + index / kTailCount % kVowelCount, 0});
        if (tail != 0) out.push_back({kTails + tail, 0});
        return;
    }
    const auto found = tables().splits.find(c);
    if (found == tables().splits.end()) {
        out.push_back({c, combiningClass(c)});
        return;
    }
    decompose(found->second.first, out);
    if (found->second.second != 0) decompose(found->second.second, out);
}

/// The character that two make, or 0.
char32_t joined(char32_t first, char32_t second) {
    if (first >= kLeads && first < kLeads + kLeadCount && second >= kVowels && second < kVowels + kVowelCount)
        return kSyllables + ((first - kLeads) * kVowelCount + second - kVowels) * kTailCount;
    if (first >= kSyllables && first < kSyllables + kSyllableCount &&
        (first - kSyllables) % kTailCount == 0 && second > kTails && second < kTails + kTailCount) {
        return first + second - kTails;
    }
    const auto found = tables().pairs.find(Tables::keyOf(first, second));
    return found == tables().pairs.end() ? 0 : found->second;
}

/// The canonical order of the marks behind each starter.
void order(std::vector<Mark>& marks) {
    for (auto at = marks.begin(); at != marks.end();) {
        at = std::find_if(at, marks.end(), [](const Mark& mark) { return mark.combiningClass != 0; });
        const auto end =
            std::find_if(at, marks.end(), [](const Mark& mark) { return mark.combiningClass == 0; });
        std::stable_sort(at, end,
                         [](const Mark& a, const Mark& b) { return a.combiningClass < b.combiningClass; });
        at = end;
    }
}

/// Composes decomposed characters and appends them; leaves `marks` empty.
void compose(std::vector<Mark>& marks, std::string& out) {
    order(marks);
    // A mark joins the last starter unless one of its own class, or a starter, stands between.
    Mark* starter = nullptr;
    size_t kept = 0;
    int between = -1;
    for (const Mark mark : marks) {
        const bool blocked = between >= static_cast<int>(mark.combiningClass);
        const char32_t whole = starter == nullptr || blocked ? 0 : joined(starter->codePoint, mark.codePoint);
        if (whole != 0) {
            starter->codePoint = whole;
            continue;
        }
        marks[kept] = mark;
        if (mark.combiningClass == 0) {
            starter = &marks[kept];
            between = -1;
        } else {
            between = mark.combiningClass;
        }
        ++kept;
    }
    for (size_t i = 0; i < kept; ++i) appendUtf8(out, marks[i].codePoint);
    marks.clear();
}

}  // namespace

std::string composed(std::string_view text) {
    // Below U+0300, which begins with the byte CC, every character is composed already.
    if (std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xCC; }))
        return std::string(text);
    std::string out;
    out.reserve(text.size());
    std::vector<Mark> marks;
    for (size_t at = 0; at < text.size();) {
        const DecodedChar decoded = decodeUtf8(text, at);
        if (decoded.valid) {
            decompose(decoded.codePoint, marks);
        } else {
            compose(marks, out);
            out.push_back(text[at]);
        }
        at += decoded.bytes;
    }
    compose(marks, out);
    return out;
}

std::string decomposed(std::string_view text) {
    // Below U+00C0, which begins with the byte C3, nothing is taken apart.
    if (std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xC3; }))
        return std::string(text);
    std::string out;
    out.reserve(text.size());
    std::vector<Mark> marks;
    const auto flush = [&] {
        order(marks);
        for (const Mark mark : marks) appendUtf8(out, mark.codePoint);
        marks.clear();
    };
    for (size_t at = 0; at < text.size();) {
        const DecodedChar decoded = decodeUtf8(text, at);
        if (decoded.valid) {
            decompose(decoded.codePoint, marks);
        } else {
            flush();
            out.push_back(text[at]);
        }
        at += decoded.bytes;
    }
    flush();
    return out;
}

}  // namespace hearth
