#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::text {

class CharMap;

/// Rules that split a text into the words of a Unigram vocabulary, in this order, as in the library
/// tokenizers. They differ from SentencePiece, which such vocabularies were made with: characters are mapped
/// cluster by cluster.
struct PieceRules {
    bool stripsLeft = false, stripsRight = false;  ///< white space at the ends is removed
    std::string spaces = {};  ///< replacement of two or more spaces: " ", the space mark, or "" to keep them
    bool splitsAtWhiteSpace = false;  ///< words end at white space, which is removed
    bool splitsAtMarks = false;       ///< each space mark begins a word
    /// A mark is put before the text that follows white space, unless there is one.
    enum class Prefix : unsigned char { Never, First, Always } prefix = Prefix::Never;
};

/// Calls `visit` for each word, which is valid during the call; spaces are marks there. `atStart`: `text`
/// begins the whole text. Bytes that are not UTF-8 count as U+FFFD. Throws Error(BadFile) if the map points
/// outside itself.
void splitPieceWords(std::string_view text, bool atStart, const PieceRules& rules, const CharMap& map,
                     const std::function<void(std::string_view)>& visit);

/// End of the cluster of characters that begins at `begin`, as far as that matters to character maps: marks
/// belong to the preceding character, a line feed to a carriage return.
size_t clusterEnd(std::string_view text, size_t begin) noexcept;

}  // namespace hearth::text
