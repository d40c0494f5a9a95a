#pragma once

#include <span>
#include <vector>

#include "hearth/tokenizer.h"

namespace hearth {
class GgufFile;
}

namespace hearth::text {

/// The tokens that a vocabulary puts around one text, or around two: from a folder's post-processor, and in
/// "tokenizer.ggml.frame" of its tables.
struct TokenFrame {
    static constexpr TokenId kFirst = -1, kSecond = -2;  ///< places of the texts
    struct Part {
        TokenId token = kFirst;  ///< a token, kFirst or kSecond
        int32_t type = 0;        ///< of the token, or of the tokens of the text
    };
    std::vector<Part> single, pair;

    /// The frame of the file, otherwise [bos] text [sep] [eos] by the flags of `special`, and for two texts
    /// that of BERT and RoBERTa. Throws Error(BadFile) for an impossible frame.
    static TokenFrame load(const GgufFile& file, const SpecialTokens& special, int32_t vocabSize);
};

/// The texts with the tokens around them.
FramedTokens framed(std::span<const TokenFrame::Part> frame, std::span<const TokenId> first,
                    std::span<const TokenId> second = {});
/// Number of tokens of the frame itself.
size_t frameTokens(std::span<const TokenFrame::Part> frame) noexcept;

/// Numbers of tokens that remain of two texts if both together may have `most`: the longer one is cut first,
/// and two that are too long keep a half each.
std::pair<size_t, size_t> keptOfTwo(size_t first, size_t second, size_t most) noexcept;

}  // namespace hearth::text
