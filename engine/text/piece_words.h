#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::text {

class CharMap;

/// How a text becomes the words of a Unigram vocabulary, in this order, as the library tokenizers does it. It
/// differs from SentencePiece, which such vocabularies were made with, in that it maps characters cluster by
/// cluster.
struct PieceRules {
    bool stripsLeft = false, stripsRight = false;  ///< white space at the ends goes
    std::string spaces = {};  ///< what two spaces or more become: " ", the space mark, or "": they stay
    bool splitsAtWhiteSpace = false;  ///< words end at white space, which goes
    bool splitsAtMarks = false;       ///< each space mark begins a word
    /// A mark is put in front of what white space ended, unless one is there.
    enum class Prefix : unsigned char { Never, First, Always } prefix = Prefix::Never;
};

/// Calls `visit` for each word, which lives as long as the call; spaces are marks there. `atStart`: `text`
/// begins the whole text. Bytes that are not UTF-8 count as U+FFFD. Throws Error(BadFile) when the map points
/// outside itself.
void splitPieceWords(std::string_view text, bool atStart, const PieceRules& rules, const CharMap& map,
                     const std::function<void(std::string_view)>& visit);

/// Where the cluster of characters that begins at `begin` ends, as far as that matters to character maps:
/// marks belong to what they follow, a line feed to a carriage return.
size_t clusterEnd(std::string_view text, size_t begin) noexcept;

}  // namespace hearth::text
