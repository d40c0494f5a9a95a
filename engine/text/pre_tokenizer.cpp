#include "text/pre_tokenizer.h"

#include <algorithm>

namespace hearth::text {
namespace {

using namespace char_class;

/// Collects isolated stretches; what lies between two of them is a part of its own.
class Isolated {
public:
    Isolated(size_t begin, std::vector<size_t>& ends) : m_last(begin), m_ends(ends) {}
    void add(size_t from, size_t to) {
        if (from > m_last) m_ends.push_back(from);
        m_ends.push_back(to);
        m_last = to;
    }
    void finish(size_t end) {
        if (end > m_last) m_ends.push_back(end);
    }

private:
    size_t m_last;
    std::vector<size_t>& m_ends;
};

void splitWords(const WordRule& rule, const CharText& text, size_t begin, size_t end, Isolated& parts) {
    WordRule::Memory memory;
    for (size_t i = begin; i < end;) {
        const size_t stop = rule.match(text, i, end, memory);
        if (stop > i) parts.add(i, stop);
        i = std::max(stop, i + 1);
    }
}

void splitRuns(const SplitStep& step, const CharText& text, size_t begin, size_t end, Isolated& parts) {
    const auto holds = [&](size_t i) { return step.set.holds(text.codePoints[i], text.classes[i]); };
    const auto leads = [&](size_t i) {
        return step.lead == SplitStep::Lead::Space
                   ? text.codePoints[i] == U' '
                   : step.lead == SplitStep::Lead::AnySpace && (text.classes[i] & kSpace) != 0;
    };
    for (size_t i = begin; i < end;) {
        // A leading character that is in the set itself needs another one behind it, or stands for the run.
        const bool lead = leads(i) && i + 1 < end && holds(i + 1);
        const size_t first = lead ? i + 1 : i;
        size_t stop = first;
        while (stop < end && holds(stop) && (step.maxRun == 0 || stop - first < step.maxRun)) ++stop;
        if (stop > first && stop - first >= step.minRun) {
            parts.add(i, stop);
            i = stop;
        } else {
            i = std::max(i + 1, step.minRun > 1 ? i + 1 : stop);
        }
    }
}

bool isWordChar(char32_t c, Mask classes) {
    if ((classes & (kLetter | kMark | kDecimal)) != 0) return true;
    return c == U'_' || c == 0x203F || c == 0x2040 || c == 0x2054 || c == 0xFE33 || c == 0xFE34 ||
           (c >= 0xFE4D && c <= 0xFE4F) || c == 0xFF3F;  // Pc
}

void splitDigits(const CharText& text, size_t begin, size_t end, Mask digit, bool needsBoundary,
                 Isolated& parts) {
    for (size_t i = begin; i < end;) {
        size_t stop = i;
        while (stop < end && (text.classes[stop] & digit) != 0) ++stop;
        const bool boundary = stop == end || !isWordChar(text.codePoints[stop], text.classes[stop]);
        if (stop > i && (!needsBoundary || boundary)) {
            size_t group = (stop - i) % 3 == 0 ? 3 : (stop - i) % 3;
            for (; i < stop; i += group, group = 3) parts.add(i, i + group);
        }
        i = std::max(stop, i + 1);
    }
}

void splitLines(const CharText& text, size_t begin, size_t end, Isolated& parts) {
    for (size_t i = begin; i < end;) {
        const bool lineFeed = text.codePoints[i] == U'\n';
        size_t stop = i + 1;
        while (stop < end && (text.codePoints[stop] == U'\n') == lineFeed) ++stop;
        parts.add(i, stop);
        i = stop;
    }
}

bool startsWith(const CharText& text, size_t i, size_t end, std::u32string_view what) {
    return end - i >= what.size() &&
           std::equal(what.begin(), what.end(), text.codePoints.begin() + static_cast<std::ptrdiff_t>(i));
}

/// Length of <sentinel:[0-9]+> at i, or 0.
size_t sentinelLength(const CharText& text, size_t i, size_t end) {
    constexpr std::u32string_view kOpen = U"<sentinel:";
    if (!startsWith(text, i, end, kOpen)) return 0;
    const size_t first = i + kOpen.size();
    size_t stop = first;
    while (stop < end && text.codePoints[stop] >= U'0' && text.codePoints[stop] <= U'9') ++stop;
    return stop > first && stop < end && text.codePoints[stop] == U'>' ? stop + 1 - i : 0;
}

size_t imageLength(const CharText& text, size_t i, size_t end) {
    constexpr std::u32string_view kOpen = U"IMGIMG";
    if (!startsWith(text, i, end, kOpen)) return 0;
    size_t stop = i + kOpen.size();
    const size_t first = stop;
    while (stop < end && stop - first < 4 && text.codePoints[stop] >= U'A' && text.codePoints[stop] <= U'I') {
        ++stop;
    }
    return stop > first && stop < end && text.codePoints[stop] == U'Z' ? stop + 1 - i : 0;
}

size_t indentLength(const CharText& text, size_t i, size_t end) {
    if (text.codePoints[i] == U'\t' || text.codePoints[i] == U'\n') return 1;
    if (startsWith(text, i, end, U"    ")) return 4;
    return startsWith(text, i, end, U"  ") ? 2 : 0;
}

template <typename Length>
void splitTokens(const CharText& text, size_t begin, size_t end, Length length, Isolated& parts) {
    for (size_t i = begin; i < end;) {
        const size_t found = length(text, i, end);
        if (found > 0) parts.add(i, i + found);
        i += std::max<size_t>(found, 1);
    }
}

}  // namespace

void SplitStep::split(const CharText& text, size_t begin, size_t end, std::vector<size_t>& ends) const {
    Isolated parts(begin, ends);
    switch (kind) {
        case Kind::Words:
            splitWords(*words, text, begin, end, parts);
            break;
        case Kind::Runs:
            splitRuns(*this, text, begin, end, parts);
            break;
        case Kind::TrailingSpace: {
            size_t first = end;
            while (first > begin && (text.classes[first - 1] & kSpace) != 0) --first;
            if (first < end) parts.add(first, end);
            break;
        }
        case Kind::DigitsFromRight:
            splitDigits(text, begin, end, set.any, false, parts);
            break;
        case Kind::DigitsToBoundary:
            splitDigits(text, begin, end, set.any, true, parts);
            break;
        case Kind::Lines:
            splitLines(text, begin, end, parts);
            break;
        case Kind::SentinelTokens:
            splitTokens(text, begin, end, sentinelLength, parts);
            break;
        case Kind::ImageTokens:
            splitTokens(text, begin, end, imageLength, parts);
            break;
        case Kind::IndentTokens:
            splitTokens(text, begin, end, indentLength, parts);
            break;
    }
    parts.finish(end);
}

std::vector<size_t> PreTokenizer::split(const CharText& text) const {
    std::vector<size_t> ends;
    if (text.size() == 0) return ends;
    ends.push_back(text.size());
    std::vector<size_t> next;
    for (const SplitStep& step : steps) {
        next.clear();
        next.reserve(ends.size());
        size_t begin = 0;
        for (const size_t end : ends) {
            step.split(text, begin, end, next);
            begin = end;
        }
        ends.swap(next);
    }
    return ends;
}

}  // namespace hearth::text
