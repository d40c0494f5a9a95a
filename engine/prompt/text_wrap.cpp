#include "prompt/text_wrap.h"

#include <algorithm>

#include "prompt/text_operations.h"
#include "prompt/unicode_data.h"
#include "prompt/utf8.h"

namespace hearth::jinja {
namespace {

bool isBlank(std::string_view bytes) {
    return trimmedRange(bytes, true, false).first == bytes.size();
}

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
    Chunker(std::string_view bytes, bool breakOnHyphens) : m_breaks(breakOnHyphens) {
        for (size_t at = 0; at < bytes.size(); at = nextCharacter(bytes, at)) {
            m_text.push_back(decodeAt(bytes, at));
            m_offsets.push_back(at);
        }
        m_offsets.push_back(bytes.size());
    }

    /// Byte ranges.
    std::vector<std::pair<size_t, size_t>> chunks() const {
        std::vector<std::pair<size_t, size_t>> found;
        for (size_t at = 0, end = 0; at < m_text.size(); at = end) {
            end = endOfChunk(at);
            found.emplace_back(m_offsets[at], m_offsets[end]);
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
    std::u32string m_text;
    std::vector<size_t> m_offsets;
};

}  // namespace

std::vector<Text> wrapText(Runtime& runtime, const Text& text, const WrapOptions& options) {
    if (options.width <= 0) throwTypeError("invalid width (must be > 0)");
    const std::string_view bytes = text.bytes();
    runtime.step(bytes.size() / 16);
    auto chunks = Chunker(bytes, options.breakOnHyphens).chunks();
    std::reverse(chunks.begin(), chunks.end());  // taken from the back
    const auto charactersOf = [bytes](const std::pair<size_t, size_t>& chunk) {
        return static_cast<int64_t>(countCharacters(bytes.substr(chunk.first, chunk.second - chunk.first)));
    };
    const auto blank = [bytes](const std::pair<size_t, size_t>& chunk) {
        return isBlank(bytes.substr(chunk.first, chunk.second - chunk.first));
    };
    std::vector<Text> lines;
    while (!chunks.empty()) {
        runtime.step();
        if (!lines.empty() && blank(chunks.back())) chunks.pop_back();
        std::vector<std::pair<size_t, size_t>> line;
        int64_t length = 0;
        while (!chunks.empty() && length + charactersOf(chunks.back()) <= options.width) {
            length += charactersOf(chunks.back());
            line.push_back(chunks.back());
            chunks.pop_back();
        }
        if (!chunks.empty() && charactersOf(chunks.back()) > options.width) {
            auto& word = chunks.back();
            if (options.breakLongWords) {
                size_t end = word.first;
                for (int64_t i = length; i < options.width; ++i) end = nextCharacter(bytes, end);
                // Behind the last hyphen that fits, when there is more than hyphens before it.
                const std::string_view start = bytes.substr(word.first, end - word.first);
                const size_t hyphen = options.breakOnHyphens ? start.rfind('-') : std::string_view::npos;
                if (hyphen != std::string_view::npos &&
                    start.substr(0, hyphen).find_first_not_of('-') < hyphen)
                    end = word.first + hyphen + 1;
                if (end > word.first) line.emplace_back(word.first, end);
                word.first = end;
            } else if (line.empty()) {
                line.push_back(word);
                chunks.pop_back();
            }
        }
        if (!line.empty() && blank(line.back())) line.pop_back();
        if (!line.empty()) lines.push_back(text.slice(line.front().first, line.back().second));
    }
    return lines;
}

}  // namespace hearth::jinja
