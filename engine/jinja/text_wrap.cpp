#include "jinja/text_wrap.h"

#include <algorithm>

#include "jinja/text_search.h"
#include "unicode/char_class.h"
#include "unicode/utf8.h"

namespace hearth::jinja {
namespace {

// A piece of a line: white space only, or none.
struct Chunk {
    size_t begin, end;  // bytes
    size_t characters;
    bool blank;
};
using Chunks = MeteredVector<Chunk>;

bool isWordCharacter(char32_t c) {
    return c == '_' || isAlphabetic(c) || isDecimalDigit(c);
}

bool isLetter(char32_t c) {
    return c == '_' || isAlphabetic(c);
}

bool isWordOrMark(char32_t c) {
    return isWordCharacter(c) || std::u32string_view(U"!\"'&.,?").find(c) != std::u32string_view::npos;
}

/// Cuts text as Python's textwrap does: white space, words, dashes between words, and words behind their
/// hyphens.
class Chunker {
public:
    Chunker(Runtime& runtime, std::string_view bytes, bool breakOnHyphens) : m_breaks(breakOnHyphens) {
        // Each character is decoded here and looked up several times later.
        Pass pass(runtime, bytes.size(), 4 * kLookUpUnits);
        for (size_t at = 0; at < bytes.size(); at = nextCharacter(bytes, at)) {
            pass.reach(at);
            m_text.push_back(decodeAt(bytes, at));
            m_offsets.push_back(at);
        }
        m_offsets.push_back(bytes.size());
    }

    Chunks chunks(Runtime& runtime) const {
        Chunks found;
        for (size_t at = 0, end = 0; at < m_text.size(); at = end) {
            end = endOfChunk(at);
            runtime.charge(16 * (end - at));
            found.push_back({m_offsets[at], m_offsets[end], end - at, isSpace(m_text[at])});
        }
        return found;
    }

private:
    size_t endOfChunk(size_t at) const {
        size_t end = at + 1;
        if (isSpace(m_text[at])) {
            while (end < m_text.size() && isSpace(m_text[end])) ++end;
            return end;
        }
        if (at > 0 && isWordOrMark(m_text[at - 1])) {
            if (const size_t dashes = dashesAt(at); dashes > 0) return at + dashes;
        }
        while (end < m_text.size() && !isSpace(m_text[end]) && !(end > at + 1 && isHyphen(end - 1)) &&
               !(isWordOrMark(m_text[end - 1]) && dashesAt(end) > 0)) {
            ++end;
        }
        return end;
    }

    /// Two or more dashes in front of a word; 0 when there are none.
    size_t dashesAt(size_t at) const {
        size_t count = 0;
        while (m_breaks && at + count < m_text.size() && m_text[at + count] == '-') ++count;
        return count >= 2 && at + count < m_text.size() && isWordCharacter(m_text[at + count]) ? count : 0;
    }

    /// A hyphen that a line may end with: behind two letters or behind "a-b", before two letters.
    bool isHyphen(size_t at) const {
        if (!m_breaks || m_text[at] != '-' || at < 2 || at + 2 >= m_text.size()) return false;
        const bool before =
            (isLetter(m_text[at - 1]) && isLetter(m_text[at - 2])) ||
            (at >= 3 && isWordOrMark(m_text[at - 1]) && m_text[at - 2] == '-' && isLetter(m_text[at - 3]));
        const bool after = isLetter(m_text[at + 1]) &&
                           (isLetter(m_text[at + 2]) ||
                            (m_text[at + 2] == '-' && at + 3 < m_text.size() && isLetter(m_text[at + 3])));
        return before && after;
    }

    bool m_breaks;
    MeteredVector<char32_t> m_text;
    MeteredVector<size_t> m_offsets;
};

// Takes as many characters of a word that is too long as fit behind `length` others. Behind the last hyphen
// that fits, when there is more than hyphens before it.
Chunk breakWord(Runtime& runtime, std::string_view bytes, Chunk& word, size_t characters, bool onHyphens) {
    const std::string_view text = bytes.substr(word.begin, word.end - word.begin);
    size_t size = offsetOfCharacter(runtime, text, characters);
    runtime.charge(Runtime::kObjectUnits + 2 * size);
    const std::string_view start = text.substr(0, size);
    const size_t hyphen = onHyphens ? start.rfind('-') : std::string_view::npos;
    if (hyphen != std::string_view::npos && start.substr(0, hyphen).find_first_not_of('-') < hyphen) {
        size = hyphen + 1;
        characters = countCharacters(runtime, text.substr(0, size));
    }
    const Chunk taken{word.begin, word.begin + size, characters, false};
    word.begin += size;
    word.characters -= characters;
    return taken;
}

}  // namespace

Texts wrapText(Runtime& runtime, const Text& text, const WrapOptions& options) {
    if (options.width <= 0) throwTypeError("invalid width (must be > 0)");
    const std::string_view bytes = text.bytes();
    const auto width = static_cast<size_t>(options.width);
    Chunks chunks = Chunker(runtime, bytes, options.breakOnHyphens).chunks(runtime);
    std::reverse(chunks.begin(), chunks.end());  // taken from the back
    Texts lines;
    while (!chunks.empty()) {
        runtime.step();
        if (!lines.empty() && chunks.back().blank) chunks.pop_back();
        Chunks line;
        size_t length = 0;
        while (!chunks.empty() && length + chunks.back().characters <= width) {
            runtime.charge(16);
            length += chunks.back().characters;
            line.push_back(chunks.back());
            chunks.pop_back();
        }
        if (!chunks.empty() && chunks.back().characters > width) {
            if (options.breakLongWords) {
                const Chunk part =
                    breakWord(runtime, bytes, chunks.back(), width - length, options.breakOnHyphens);
                if (part.end > part.begin) line.push_back(part);
            } else if (line.empty()) {
                line.push_back(chunks.back());
                chunks.pop_back();
            }
        }
        if (!line.empty() && line.back().blank) line.pop_back();
        if (line.empty()) continue;
        runtime.charge((line.back().end - line.front().begin) / 4);
        lines.push_back(text.slice(line.front().begin, line.back().end));
    }
    return lines;
}

}  // namespace hearth::jinja
