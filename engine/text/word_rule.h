#pragma once

#include <cstddef>
#include <cstdint>

#include "text/char_text.h"

namespace hearth::text {

/// The family of patterns that byte-level BPE vocabularies split words with, as parameters. In order of
/// preference at one position (each as in a regular expression, greedy):
///   contraction | hanRun | asciiPunctuationWord | letters | digits | punctuation | newlines | white space
struct WordRule {
    enum class Contraction : uint8_t { None, Lower, AnyCase };  ///< 's 't 're 've 'm 'll 'd
    enum class Tail : uint8_t { None, Newlines, NewlinesAndSlashes, OneNewlineOrSlash };
    enum class Newlines : uint8_t { None, WithSpaceBefore, Single };  ///< \s*[\r\n]+ or [\r\n]
    enum class Spaces : uint8_t {
        KeepLastForWord,
        PowersOfTwo
    };                                                 ///< \s+(?!\S)|\s+ or \s{512}(?!\S)|\s{256}(?!\S)...
    enum class Case : uint8_t { Ignore, SplitCamel };  ///< SplitCamel: X*Y+|X+Y* with X upper, Y lower

    Contraction contraction = Contraction::None;
    bool contractionAsSuffix = false;   ///< taken with the word before it, not on its own
    bool hanRun = false;                ///< \p{Han}+ first, and letters exclude Han
    bool asciiPunctuationWord = false;  ///< [ASCII punctuation][A-Za-z]+
    bool spaceBeforeWord =
        false;  ///< " ?" before letters and digits; else one of letterPrefix before letters
    char_class::Mask notLetterPrefix = 0;  ///< one character of none of these classes may lead a word
    char_class::Mask letters = char_class::kLetter;
    Case letterCase = Case::Ignore;
    bool wordsJoinBySpace = false;  ///< single spaces between words stay inside the run
    uint8_t digits = 0;             ///< maximum number of digits in one piece; 0: no limit
    /// " ?[...]+" of characters of none of these classes ...
    char_class::Mask notPunctuation = char_class::kSpace | char_class::kLetter | char_class::kNumber;
    char_class::Mask punctuation = 0;  ///< ... or, when set, of these classes
    Tail tail = Tail::None;
    Newlines newlines = Newlines::None;
    Spaces spaces = Spaces::KeepLastForWord;

    /// State passed from one match to the next ones of the same text, so that a run is not searched again.
    struct Memory {
        size_t noNewlineBefore = 0;  ///< the white space from here to this position has no line break
    };

    /// The end of the match at `position`, looking no further than `end`; `position` itself if nothing
    /// matches. Steps over a whole text are linear: the text that one alternative looks ahead at is consumed
    /// by it or by the next.
    size_t match(const CharText& text, size_t position, size_t end, Memory& memory) const;
};

}  // namespace hearth::text
