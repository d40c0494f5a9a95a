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

// Byte ranges: runs of white space, and words, broken behind hyphens between letters.
std::vector<std::pair<size_t, size_t>> chunksOf(std::string_view bytes, bool breakOnHyphens) {
    std::vector<std::pair<size_t, size_t>> chunks;
    for (size_t at = 0; at < bytes.size();) {
        size_t end = at;
        const bool space = isSpace(decodeAt(bytes, at));
        while (end < bytes.size() && isSpace(decodeAt(bytes, end)) == space) {
            const size_t next = nextCharacter(bytes, end);
            const bool hyphen =
                breakOnHyphens && bytes[end] == '-' && end >= at + 2 && next + 1 < bytes.size();
            end = next;
            if (hyphen && isAlphabetic(decodeAt(bytes, end - 2)) &&
                isWordCharacter(decodeAt(bytes, end - 3)) && isAlphabetic(decodeAt(bytes, next)) &&
                isWordCharacter(decodeAt(bytes, nextCharacter(bytes, next)))) {
                break;
            }
        }
        chunks.emplace_back(at, end);
        at = end;
    }
    return chunks;
}

}  // namespace

std::vector<Text> wrapText(Runtime& runtime, const Text& text, const WrapOptions& options) {
    if (options.width <= 0) throwTypeError("invalid width (must be > 0)");
    const std::string_view bytes = text.bytes();
    runtime.step(bytes.size() / 16);
    auto chunks = chunksOf(bytes, options.breakOnHyphens);
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
