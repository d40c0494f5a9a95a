#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/char_text.h"
#include "text/word_rule.h"

namespace hearth::text {

/// One pass over the pieces that the passes before it left; each piece is split on its own.
struct SplitStep {
    enum class Kind : uint8_t {
        Words,             ///< by `words`
        Runs,              ///< isolates runs of `set`, minRun to maxRun long, with `lead` before them
        TrailingSpace,     ///< isolates white space at the end of a piece: \s+$
        DigitsFromRight,   ///< groups of three of the classes of `set`, counted from the right
        DigitsToBoundary,  ///< the same, only where no word character follows the digits
        Lines,             ///< [^\n]+|\n+
        SentinelTokens,    ///< isolates <sentinel:N>
        ImageTokens,       ///< isolates IMGIMG, one to four of A-I, Z
        IndentTokens,      ///< isolates a tab, a line feed, four spaces, two spaces
    };
    enum class Lead : uint8_t { None, Space, AnySpace };

    Kind kind = Kind::Words;
    const WordRule* words = nullptr;
    CharSet set = {};
    uint16_t minRun = 1;
    uint16_t maxRun = 0;  ///< 0: any length
    Lead lead = Lead::None;

    /// Appends the ends (character indices, ascending, the last one `end`) of the parts of [begin, end).
    void split(const CharText& text, size_t begin, size_t end, std::vector<size_t>& ends) const;
};

/// The rule that a byte-level BPE vocabulary names in tokenizer.ggml.pre: how text is split before merging,
/// and the defaults that come with it.
struct PreTokenizer {
    std::string_view name;
    std::span<const SplitStep> steps;
    bool ignoreMerges = false;  ///< a piece that is an entry as it stands is that entry
    bool addBos = false;        ///< where tokenizer.ggml.add_bos_token is missing
    bool cleanSpaces = true;    ///< the reference detokeniser takes spaces before punctuation away
    bool rawText =
        false;  ///< entries are UTF-8 with U+2581 for spaces, unknown ones <0xNN>; no byte alphabet
    bool spaceMarks = false;     ///< spaces become U+2581 before splitting
    bool wholeNewlines = false;  ///< a run of line feeds that is an entry is that entry

    /// Ends of the pieces as character indices, ascending.
    std::vector<size_t> split(const CharText& text) const;
};

}  // namespace hearth::text
