#include "jinja/text_operations.h"

#include <algorithm>

#include "jinja/output.h"
#include "jinja/text_search.h"
#include "unicode/char_class.h"
#include "unicode/letter_case.h"
#include "unicode/utf8.h"

namespace hearth::jinja {
namespace {

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

// End of the run of white space, or of other characters, that begins at `at`.
size_t spaceEnd(Runtime& runtime, std::string_view bytes, size_t at, bool space) {
    Pass pass(runtime, bytes.size() - at, kDecodingUnits);
    for (const size_t from = at; at < bytes.size(); at = nextCharacter(bytes, at)) {
        pass.reach(at - from);
        if (isSpace(decodeAt(bytes, at)) != space) break;
    }
    return at;
}

// Start of the run that ends at `end`.
size_t spaceBegin(Runtime& runtime, std::string_view bytes, size_t end, bool space) {
    Pass pass(runtime, end, kDecodingUnits);
    for (const size_t from = end; end > 0;) {
        pass.reach(from - end);
        const size_t previous = lastCharacter(bytes, end);
        if (isSpace(decodeAt(bytes, previous)) != space) break;
        end = previous;
    }
    return end;
}

void addPart(Runtime& runtime, Texts& parts, const Text& text, size_t begin, size_t end) {
    runtime.charge(Runtime::kObjectUnits + (end - begin) / 2);
    parts.push_back(text.slice(begin, end));
}

bool isLineBreak(char32_t c) {
    return (c >= 0x0A && c <= 0x0D) || (c >= 0x1C && c <= 0x1E) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

bool isCased(char32_t c) {
    return isUpperCase(c) || isLowerCase(c) || toTitleCase(c) != std::u32string{c};
}

}  // namespace

Text sliceText(Runtime& runtime, const Text& text, int64_t first, int64_t end, int64_t step) {
    const std::string_view bytes = text.bytes();
    if (step > 0 ? first >= end : first <= end) return {};
    size_t at = offsetOfCharacter(runtime, bytes, static_cast<size_t>(first));
    if (step == 1) {
        const size_t length = offsetOfCharacter(runtime, bytes.substr(at), static_cast<size_t>(end - first));
        runtime.charge(length / 2);
        return text.slice(at, at + length);
    }
    Output out(runtime);
    for (int64_t i = first;;) {
        out.append(text, at, nextCharacter(bytes, at));
        const int64_t previous = i;
        if (__builtin_add_overflow(i, step, &i) || (step > 0 ? i >= end : i <= end)) break;
        if (step > 0) {
            at += offsetOfCharacter(runtime, bytes.substr(at), static_cast<size_t>(i - previous));
        } else {
            Pass pass(runtime, at, kDecodingUnits);
            const size_t from = at;
            for (int64_t back = previous; back > i; --back) {
                pass.reach(from - at);
                at = lastCharacter(bytes, at);
            }
        }
    }
    return out.take();
}

Text stripText(Runtime& runtime, const Text& text, const Text* characters, bool left, bool right) {
    const std::string_view bytes = text.bytes();
    const std::string_view set = characters == nullptr ? std::string_view() : characters->bytes();
    const auto goes = [&](size_t from, size_t to) {
        if (characters == nullptr) return isSpace(decodeAt(bytes, from));
        runtime.charge(kDecodingUnits * set.size());
        return holdsCharacter(set, bytes.substr(from, to - from));
    };
    size_t begin = 0;
    size_t end = bytes.size();
    Pass forward(runtime, bytes.size(), kDecodingUnits);
    while (left && begin < end) {
        forward.reach(begin);
        const size_t next = nextCharacter(bytes, begin);
        if (!goes(begin, next)) break;
        begin = next;
    }
    Pass backward(runtime, bytes.size(), kDecodingUnits);
    while (right && end > begin) {
        backward.reach(bytes.size() - end);
        const size_t previous = lastCharacter(bytes, end);
        if (previous < begin || !goes(previous, end)) break;
        end = previous;
    }
    runtime.charge((end - begin) / 2);
    return text.slice(begin, end);
}

Text replaceText(Runtime& runtime, const Text& text, const Text& from, const Text& to, int64_t limit) {
    const std::string_view bytes = text.bytes();
    if (limit < 0) limit = kUnlimited;
    Output out(runtime);
    size_t plainFrom = 0;
    size_t at = 0;
    while (limit > 0) {
        // An empty pattern is found before every character and at the end.
        const size_t found = from.empty() ? at : findText(runtime, bytes, from.bytes(), at);
        if (found == std::string_view::npos) break;
        out.append(text, plainFrom, found);
        out.append(to);
        runtime.charge(16);
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
    return out.take();
}

Texts splitText(Runtime& runtime, const Text& text, std::string_view separator, int64_t limit) {
    if (separator.empty()) throwTypeError("empty separator");
    const std::string_view bytes = text.bytes();
    Texts parts;
    size_t from = 0;
    while (limit < 0 || static_cast<int64_t>(parts.size()) < limit) {
        const size_t found = findText(runtime, bytes, separator, from);
        if (found == std::string_view::npos) break;
        addPart(runtime, parts, text, from, found);
        from = found + separator.size();
    }
    addPart(runtime, parts, text, from, bytes.size());
    return parts;
}

Texts splitTextRight(Runtime& runtime, const Text& text, std::string_view separator, int64_t limit) {
    if (separator.empty()) throwTypeError("empty separator");
    const std::string_view bytes = text.bytes();
    Texts parts;
    size_t end = bytes.size();
    while (limit < 0 || static_cast<int64_t>(parts.size()) < limit) {
        const size_t found = findTextLast(runtime, bytes.substr(0, end), separator);
        if (found == std::string_view::npos) break;
        addPart(runtime, parts, text, found + separator.size(), end);
        end = found;
    }
    addPart(runtime, parts, text, 0, end);
    std::reverse(parts.begin(), parts.end());
    return parts;
}

Texts splitSpace(Runtime& runtime, const Text& text, int64_t limit, bool fromRight) {
    const std::string_view bytes = text.bytes();
    Texts parts;
    const auto full = [&] { return limit >= 0 && static_cast<int64_t>(parts.size()) >= limit; };
    if (fromRight) {
        for (size_t end = spaceBegin(runtime, bytes, bytes.size(), true); end > 0;) {
            const size_t begin = full() ? 0 : spaceBegin(runtime, bytes, end, false);
            addPart(runtime, parts, text, begin, end);
            end = spaceBegin(runtime, bytes, begin, true);
        }
        std::reverse(parts.begin(), parts.end());
        return parts;
    }
    for (size_t begin = spaceEnd(runtime, bytes, 0, true); begin < bytes.size();) {
        const size_t end = full() ? bytes.size() : spaceEnd(runtime, bytes, begin, false);
        addPart(runtime, parts, text, begin, end);
        begin = spaceEnd(runtime, bytes, end, true);
    }
    return parts;
}

Texts splitLines(Runtime& runtime, const Text& text, bool keepEnds) {
    const std::string_view bytes = text.bytes();
    Pass pass(runtime, bytes.size(), kDecodingUnits);
    Texts lines;
    size_t from = 0;
    for (size_t at = 0; at < bytes.size();) {
        pass.reach(at);
        size_t next = nextCharacter(bytes, at);
        if (isLineBreak(decodeAt(bytes, at))) {
            if (bytes[at] == '\r' && next < bytes.size() && bytes[next] == '\n') ++next;
            addPart(runtime, lines, text, from, keepEnds ? next : at);
            from = next;
        }
        at = next;
    }
    if (from < bytes.size()) addPart(runtime, lines, text, from, bytes.size());
    return lines;
}

namespace {

std::u32string changedCharacter(char32_t c, CaseChange change, bool start) {
    switch (change) {
        case CaseChange::Upper:
            return toUpperCase(c);
        case CaseChange::Lower:
            return toLowerCase(c);
        case CaseChange::Swap:
            return isUpperCase(c) ? toLowerCase(c) : toUpperCase(c);
        case CaseChange::Capitalize:
        case CaseChange::Title:
            break;
    }
    return start ? toTitleCase(c) : toLowerCase(c);
}

// A capital sigma at the end of a word has its own lower case.
bool isFinalSigma(std::string_view bytes, size_t at, size_t next) {
    return at > 0 && isAlphabetic(decodeAt(bytes, lastCharacter(bytes, at))) &&
           (next >= bytes.size() || !isAlphabetic(decodeAt(bytes, next)));
}

// The run of ASCII at `at` in one go, for changes that take each character by itself. Empty when there is
// none.
std::string_view changedAscii(std::string_view bytes, size_t at, CaseChange change, std::string& changed) {
    changed.clear();
    if (change != CaseChange::Upper && change != CaseChange::Lower) return changed;
    const char first = change == CaseChange::Upper ? 'a' : 'A';
    for (; at < bytes.size() && static_cast<unsigned char>(bytes[at]) < 0x80U && changed.size() < 4096;
         ++at) {
        const bool turns = bytes[at] >= first && bytes[at] <= first + 25;
        changed.push_back(turns ? static_cast<char>(bytes[at] ^ 0x20) : bytes[at]);
    }
    return changed;
}

}  // namespace

Text changeCase(Runtime& runtime, const Text& text, CaseChange change) {
    const std::string_view bytes = text.bytes();
    const bool oneTrust = text.runs().size() <= 1;
    Output out(runtime);
    bool start = true;  // of the text (capitalize) or of a word (title)
    std::string encoded;
    for (size_t at = 0; at < bytes.size();) {
        if (const auto ascii = oneTrust ? changedAscii(bytes, at, change, encoded) : std::string_view();
            !ascii.empty()) {
            runtime.charge(4 * ascii.size());
            out.append(ascii, text.trustedAt(at));
            at += ascii.size();
            continue;
        }
        runtime.charge(Runtime::kObjectUnits);
        const size_t next = nextCharacter(bytes, at);
        const char32_t c = decodeAt(bytes, at);
        std::u32string changed = changedCharacter(c, change, start);
        start = change == CaseChange::Title && !isCased(c);
        if (changed.size() == 1 && changed[0] == c) {
            out.append(text, at, next);  // invalid bytes stay as they are
        } else {
            encoded.clear();
            if (c == 0x3A3 && changed[0] == 0x3C3 && isFinalSigma(bytes, at, next)) changed[0] = 0x3C2;
            for (const char32_t codePoint : changed) appendUtf8(encoded, codePoint);
            out.append(encoded, text.trustedAt(at));
        }
        at = next;
    }
    return out.take();
}

Text padText(Runtime& runtime, const Text& text, int64_t width, const Text& fill, Alignment alignment) {
    if (countCharacters(runtime, fill.bytes()) != 1)
        throwTypeError("the fill character must be exactly one character long");
    const auto length = static_cast<int64_t>(countCharacters(runtime, text.bytes()));
    const int64_t pad = width - length;
    if (pad <= 0) return text;
    runtime.checkLength(static_cast<size_t>(pad) > kUnlimited / 4 ? static_cast<size_t>(pad)
                                                                  : static_cast<size_t>(pad) * fill.size());
    int64_t before = 0;
    if (alignment == Alignment::Right) before = pad;
    if (alignment == Alignment::Center) before = pad / 2 + (pad & width & 1);
    Output out(runtime);
    for (int64_t i = 0; i < before; ++i) out.append(fill);
    out.append(text);
    for (int64_t i = before; i < pad; ++i) out.append(fill);
    return out.take();
}

Text escapeHtml(Runtime& runtime, const Text& text) {
    const std::string_view bytes = text.bytes();
    Pass pass(runtime, bytes.size(), 1);
    Output out(runtime);
    size_t plainFrom = 0;
    for (size_t at = 0; at < bytes.size(); ++at) {
        pass.reach(at);
        std::string_view entity;
        if (bytes[at] == '&') entity = "&amp;";
        if (bytes[at] == '<') entity = "&lt;";
        if (bytes[at] == '>') entity = "&gt;";
        if (bytes[at] == '\'') entity = "&#39;";
        if (bytes[at] == '"') entity = "&#34;";
        if (entity.empty()) continue;
        out.append(text, plainFrom, at);
        out.append(entity, text.trustedAt(at));
        plainFrom = at + 1;
    }
    out.append(text, plainFrom, bytes.size());
    return out.take();
}

}  // namespace hearth::jinja
