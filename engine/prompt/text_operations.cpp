#include "prompt/text_operations.h"

#include <algorithm>

#include "prompt/unicode_data.h"
#include "prompt/utf8.h"

namespace hearth::jinja {
namespace {

bool isAscii(std::string_view bytes) {
    return std::all_of(bytes.begin(), bytes.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
}

bool holdsCharacter(std::string_view set, std::string_view character) {
    for (size_t at = 0; at < set.size();) {
        const size_t next = nextCharacter(set, at);
        if (set.substr(at, next - at) == character) return true;
        at = next;
    }
    return false;
}

// Start of the last character before `end`.
size_t lastCharacter(std::string_view bytes, size_t end) {
    return characterAt(bytes.substr(0, end), -1)->first;
}

size_t spaceEnd(std::string_view bytes, size_t at, bool space) {
    while (at < bytes.size() && isSpace(decodeAt(bytes, at)) == space) at = nextCharacter(bytes, at);
    return at;
}

size_t spaceBegin(std::string_view bytes, size_t end, bool space) {
    while (end > 0) {
        const size_t previous = lastCharacter(bytes, end);
        if (isSpace(decodeAt(bytes, previous)) != space) break;
        end = previous;
    }
    return end;
}

bool isLineBreak(char32_t c) {
    return (c >= 0x0A && c <= 0x0D) || (c >= 0x1C && c <= 0x1E) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

bool isCased(char32_t c) {
    return isUpperCase(c) || isLowerCase(c) || toTitleCase(c) != std::u32string{c};
}

}  // namespace

Text sliceText(Runtime& runtime, const Text& text, int64_t first, int64_t end, int64_t step) {
    const std::string& bytes = text.bytes();
    runtime.stepBytes(bytes.size());
    if (isAscii(bytes) && step == 1) {
        return first < end ? text.slice(static_cast<size_t>(first), static_cast<size_t>(end)) : Text();
    }
    std::vector<size_t> starts;  // of every character, and the end of the text
    for (size_t at = 0; at < bytes.size(); at = nextCharacter(bytes, at)) starts.push_back(at);
    starts.push_back(bytes.size());
    if (step == 1) {
        return first < end ? text.slice(starts[static_cast<size_t>(first)], starts[static_cast<size_t>(end)])
                           : Text();
    }
    Text out;
    for (int64_t i = first; step > 0 ? i < end : i > end;) {
        runtime.step();
        out.append(text, starts[static_cast<size_t>(i)], starts[static_cast<size_t>(i) + 1]);
        if (__builtin_add_overflow(i, step, &i)) break;
    }
    return out;
}

Text stripText(const Text& text, const Text* characters, bool left, bool right) {
    const std::string_view bytes = text.bytes();
    if (characters == nullptr) {
        const auto [begin, end] = trimmedRange(bytes, left, right);
        return text.slice(begin, end);
    }
    const std::string_view set = characters->bytes();
    size_t begin = 0;
    size_t end = bytes.size();
    while (left && begin < end) {
        const size_t next = nextCharacter(bytes, begin);
        if (!holdsCharacter(set, bytes.substr(begin, next - begin))) break;
        begin = next;
    }
    while (right && end > begin) {
        const size_t previous = lastCharacter(bytes, end);
        if (!holdsCharacter(set, bytes.substr(previous, end - previous))) break;
        end = previous;
    }
    return text.slice(begin, end);
}

Text replaceText(Runtime& runtime, const Text& text, const Text& from, const Text& to, int64_t limit) {
    const std::string_view bytes = text.bytes();
    runtime.stepBytes(bytes.size());
    if (limit < 0) limit = kUnlimited;
    Text out;
    size_t plainFrom = 0;
    size_t at = 0;
    while (limit > 0) {
        // An empty pattern is found before every character and at the end.
        const size_t found = from.empty() ? at : bytes.find(from.bytes(), at);
        if (found == std::string_view::npos) break;
        out.append(text, plainFrom, found);
        out.append(to);
        runtime.step();
        runtime.checkLength(out.size());
        plainFrom = found + from.size();
        --limit;
        if (!from.empty()) {
            at = plainFrom;
        } else if (at < bytes.size()) {
            at = nextCharacter(bytes, at);
        } else {
            break;
        }
    }
    out.append(text, plainFrom, bytes.size());
    return out;
}

std::vector<Text> splitText(Runtime& runtime, const Text& text, std::string_view separator, int64_t limit) {
    if (separator.empty()) throwTypeError("empty separator");
    const std::string_view bytes = text.bytes();
    runtime.stepBytes(bytes.size());
    std::vector<Text> parts;
    size_t from = 0;
    while (limit < 0 || static_cast<int64_t>(parts.size()) < limit) {
        const size_t found = bytes.find(separator, from);
        if (found == std::string_view::npos) break;
        runtime.step();
        parts.push_back(text.slice(from, found));
        from = found + separator.size();
    }
    parts.push_back(text.slice(from, bytes.size()));
    return parts;
}

std::vector<Text> splitTextRight(Runtime& runtime, const Text& text, std::string_view separator,
                                 int64_t limit) {
    if (separator.empty()) throwTypeError("empty separator");
    const std::string_view bytes = text.bytes();
    runtime.stepBytes(bytes.size());
    std::vector<Text> parts;
    size_t end = bytes.size();
    while (end >= separator.size() && (limit < 0 || static_cast<int64_t>(parts.size()) < limit)) {
        const size_t found = bytes.rfind(separator, end - separator.size());
        if (found == std::string_view::npos) break;
        runtime.step();
        parts.push_back(text.slice(found + separator.size(), end));
        end = found;
    }
    parts.push_back(text.slice(0, end));
    std::reverse(parts.begin(), parts.end());
    return parts;
}

std::vector<Text> splitSpace(Runtime& runtime, const Text& text, int64_t limit, bool fromRight) {
    const std::string_view bytes = text.bytes();
    runtime.stepBytes(bytes.size());
    std::vector<Text> parts;
    const auto full = [&] { return limit >= 0 && static_cast<int64_t>(parts.size()) >= limit; };
    if (fromRight) {
        for (size_t end = spaceBegin(bytes, bytes.size(), true); end > 0;) {
            const size_t begin = full() ? 0 : spaceBegin(bytes, end, false);
            parts.push_back(text.slice(begin, end));
            runtime.step();
            end = spaceBegin(bytes, begin, true);
        }
        std::reverse(parts.begin(), parts.end());
        return parts;
    }
    for (size_t begin = spaceEnd(bytes, 0, true); begin < bytes.size();) {
        const size_t end = full() ? bytes.size() : spaceEnd(bytes, begin, false);
        parts.push_back(text.slice(begin, end));
        runtime.step();
        begin = spaceEnd(bytes, end, true);
    }
    return parts;
}

std::vector<Text> splitLines(Runtime& runtime, const Text& text, bool keepEnds) {
    const std::string_view bytes = text.bytes();
    runtime.stepBytes(bytes.size());
    std::vector<Text> lines;
    size_t from = 0;
    for (size_t at = 0; at < bytes.size();) {
        size_t next = nextCharacter(bytes, at);
        if (isLineBreak(decodeAt(bytes, at))) {
            if (bytes[at] == '\r' && next < bytes.size() && bytes[next] == '\n') ++next;
            runtime.step();
            lines.push_back(text.slice(from, keepEnds ? next : at));
            from = next;
        }
        at = next;
    }
    if (from < bytes.size()) lines.push_back(text.slice(from, bytes.size()));
    return lines;
}

Text changeCase(Runtime& runtime, const Text& text, CaseChange change) {
    const std::string_view bytes = text.bytes();
    runtime.step(bytes.size() / 16);
    Text out;
    out.reserve(bytes.size());
    bool start = true;  // of the text (capitalize) or of a word (title)
    std::string encoded;
    for (size_t at = 0; at < bytes.size();) {
        const size_t next = nextCharacter(bytes, at);
        const char32_t c = decodeAt(bytes, at);
        std::u32string changed;
        switch (change) {
            case CaseChange::Upper:
                changed = toUpperCase(c);
                break;
            case CaseChange::Lower:
                changed = toLowerCase(c);
                break;
            case CaseChange::Swap:
                changed = isUpperCase(c) ? toLowerCase(c) : toUpperCase(c);
                break;
            case CaseChange::Capitalize:
            case CaseChange::Title:
                changed = start ? toTitleCase(c) : toLowerCase(c);
                break;
        }
        start = change == CaseChange::Title && !isCased(c);
        if (changed.size() == 1 && changed[0] == c) {
            out.append(text, at, next);  // invalid bytes stay as they are
        } else {
            encoded.clear();
            // A capital sigma at the end of a word has its own lower case.
            const bool finalSigma = c == 0x3A3 && changed[0] == 0x3C3 && at > 0 &&
                                    isAlphabetic(decodeAt(bytes, lastCharacter(bytes, at))) &&
                                    (next >= bytes.size() || !isAlphabetic(decodeAt(bytes, next)));
            if (finalSigma) changed[0] = 0x3C2;
            for (const char32_t codePoint : changed) appendUtf8(encoded, codePoint);
            out.append(encoded, text.trustedAt(at));
        }
        at = next;
    }
    return out;
}

Text padText(Runtime& runtime, const Text& text, int64_t width, const Text& fill, Alignment alignment) {
    if (countCharacters(fill.bytes()) != 1)
        throwTypeError("the fill character must be exactly one character long");
    const auto length = static_cast<int64_t>(countCharacters(text.bytes()));
    const int64_t pad = width - length;
    if (pad <= 0) return text;
    runtime.checkLength(static_cast<size_t>(pad) > kUnlimited / 4 ? static_cast<size_t>(pad)
                                                                  : static_cast<size_t>(pad) * fill.size());
    int64_t before = 0;
    if (alignment == Alignment::Right) before = pad;
    if (alignment == Alignment::Center) before = pad / 2 + (pad & width & 1);
    Text out;
    for (int64_t i = 0; i < before; ++i) out.append(fill);
    out.append(text);
    for (int64_t i = before; i < pad; ++i) out.append(fill);
    return out;
}

Text escapeHtml(Runtime& runtime, const Text& text) {
    const std::string_view bytes = text.bytes();
    runtime.stepBytes(bytes.size());
    Text out;
    for (size_t at = 0; at < bytes.size(); ++at) {
        std::string_view entity;
        switch (bytes[at]) {
            case '&':
                entity = "&amp;";
                break;
            case '<':
                entity = "&lt;";
                break;
            case '>':
                entity = "&gt;";
                break;
            case '\'':
                entity = "&#39;";
                break;
            case '"':
                entity = "&#34;";
                break;
            default:
                out.append(text, at, at + 1);
                continue;
        }
        out.append(entity, text.trustedAt(at));
    }
    runtime.checkLength(out.size());
    return out;
}

}  // namespace hearth::jinja
