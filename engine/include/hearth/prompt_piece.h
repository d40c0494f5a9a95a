#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hearth {

/// A run of prompt text of one origin. The text of consecutive pieces, joined, is the prompt.
struct PromptPiece {
    std::string text;
    /// True for text that the chat template (or the model's own special strings) wrote: control tokens are
    /// recognised in it. False for text that came in through a variable (what a person typed, a document, a
    /// tool's answer): it never becomes a control token, whatever it spells.
    bool trusted = false;
    /// When not empty, these tokens stand for the text as they are (a reply that was generated): nothing
    /// merges across their borders.
    std::vector<int32_t> tokens = {};
};
using PromptPieces = std::vector<PromptPiece>;

}  // namespace hearth
