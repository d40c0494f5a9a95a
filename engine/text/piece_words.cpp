#include "text/piece_words.h"

#include <algorithm>
#include <iterator>

#include "text/char_map.h"
#include "text/vocabulary.h"
#include "unicode/char_class.h"
#include "unicode/utf8.h"

namespace hearth::text {
namespace {

// The library maps clusters of fewer bytes as a whole, and longer ones character by character.
constexpr size_t kWholeClusterBytes = 6;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

struct ClusterRange {
    char32_t first, last;
};

// Spacing marks that Unicode Standard Annex 29 leaves out of clusters.
constexpr ClusterRange kMarksApart[] = {
    {0x102B, 0x102C}, {0x1038, 0x1038}, {0x1062, 0x1064},  {0x1067, 0x106D}, {0x1083, 0x1083},
    {0x1087, 0x108C}, {0x108F, 0x108F}, {0x109A, 0x109C},  {0x1A61, 0x1A61}, {0x1A63, 0x1A64},
    {0xAA7B, 0xAA7B}, {0xAA7D, 0xAA7D}, {0x11720, 0x11721}};

bool extendsCluster(char32_t c) {
    if (c < 0x300) return false;
    const bool named = c == 0x200C || c == 0x200D || c == 0xFF9E || c == 0xFF9F || c == 0xE33 || c == 0xEB3 ||
                       (c >= 0x1F3FB && c <= 0x1F3FF) || (c >= 0xE0020 && c <= 0xE007F);
    if (named || (classOf(c) & char_class::kMark) == 0) return named;
    return std::none_of(std::begin(kMarksApart), std::end(kMarksApart),
                        [c](const ClusterRange& range) { return c >= range.first && c <= range.last; });
}

bool endsCluster(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) ||
           (c != 0x200C && c != 0x200D && (classOf(c) & char_class::kControl) != 0) || c == 0x2028 ||
           c == 0x2029;
}

bool isWhite(char32_t c) {
    return (classOf(c) & char_class::kSpace) != 0;
}

std::string validText(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (size_t i = 0; i < text.size();) {
        const DecodedChar c = decodeUtf8(text, i);
        out.append(c.valid ? text.substr(i, c.bytes) : kReplacement);
        i += c.bytes;
    }
    return out;
}

std::string mapped(std::string_view text, const CharMap& map) {
    std::string out;
    out.reserve(text.size());
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = clusterEnd(text, begin);
        if (end - begin < kWholeClusterBytes) {
            if (const auto found = map.shortest(text.substr(begin, end - begin)); found.consumed > 0) {
                out.append(found.text);
                begin = end;
                continue;
            }
        }
        while (begin < end) {
            const std::string_view character = text.substr(begin, decodeUtf8(text, begin).bytes);
            const auto found = map.shortest(character);
            out.append(found.consumed > 0 ? found.text : character);
            begin += character.size();
        }
    }
    return out;
}

void strip(std::string& text, bool left, bool right) {
    const auto [begin, end] = trimmedRange(text, left, right);
    text = text.substr(begin, end - begin);
}

/// Runs of two spaces or more become `content`.
std::string withJoinedSpaces(std::string_view text, std::string_view content) {
    std::string out;
    for (size_t i = 0; i < text.size();) {
        size_t end = text.find_first_not_of(' ', i);
        end = end == std::string_view::npos ? text.size() : end;
        if (end - i >= 2) {
            out.append(content);
        } else if (end - i == 1) {
            out.push_back(' ');
        }
        const size_t next = std::min(text.find(' ', end), text.size());
        out.append(text.substr(end, next - end));
        i = next;
    }
    return out;
}

/// Visits the words of a part that is bounded by white space or the text's ends: replaces spaces by marks,
/// puts one before it, and begins words at marks.
void visitMarked(std::string_view part, bool first, const PieceRules& rules,
                 const std::function<void(std::string_view)>& visit) {
    std::string marked;
    for (const char c : part) {
        if (c == ' ') {
            marked.append(kSpaceMark);
        } else {
            marked.push_back(c);
        }
    }
    const bool prefixes =
        rules.prefix == PieceRules::Prefix::Always || (rules.prefix == PieceRules::Prefix::First && first);
    if (prefixes && !marked.starts_with(kSpaceMark)) marked.insert(0, kSpaceMark);
    for (size_t begin = 0; begin < marked.size();) {
        size_t end = rules.splitsAtMarks ? marked.find(kSpaceMark, begin + 1) : marked.size();
        end = std::min(end, marked.size());
        visit(std::string_view(marked).substr(begin, end - begin));
        begin = end;
    }
}

}  // namespace

size_t clusterEnd(std::string_view text, size_t begin) noexcept {
    DecodedChar c = decodeUtf8(text, begin);
    size_t end = begin + c.bytes;
    if (c.codePoint == '\r' && end < text.size() && text[end] == '\n') return end + 1;
    if (endsCluster(c.codePoint)) return end;
    while (end < text.size()) {
        c = decodeUtf8(text, end);
        if (!extendsCluster(c.codePoint)) break;
        end += c.bytes;
    }
    return end;
}

void splitPieceWords(std::string_view text, bool atStart, const PieceRules& rules, const CharMap& map,
                     const std::function<void(std::string_view)>& visit) {
    std::string out = mapped(validText(text), map);
    strip(out, rules.stripsLeft, rules.stripsRight);
    if (!rules.spaces.empty()) out = withJoinedSpaces(out, rules.spaces);
    if (!rules.splitsAtWhiteSpace) {
        if (!out.empty()) visitMarked(out, atStart, rules, visit);
        return;
    }
    for (size_t i = 0; i < out.size();) {
        size_t end = i;
        while (end < out.size()) {
            const DecodedChar c = decodeUtf8(out, end);
            if (isWhite(c.codePoint)) break;
            end += c.bytes;
        }
        if (end > i) visitMarked(std::string_view(out).substr(i, end - i), atStart && i == 0, rules, visit);
        i = end < out.size() ? end + decodeUtf8(out, end).bytes : end;
    }
}

}  // namespace hearth::text
