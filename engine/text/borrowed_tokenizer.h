#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/tokenizer.h"
#include "text/token_frame.h"

namespace hearth::text {

/// Many strings as one, and the bytes of each.
struct PackedStrings {
    std::string text;
    std::vector<uint32_t> lengths;
};

/// What a tokenizer shows of its vocabulary, without how it splits text: a value that goes from one process
/// to another. One entry a token in `entries`, `bytes`, `kinds` and `flags`.
struct VocabularyCopy {
    enum Flag : uint8_t { EndsReply = 1, Markup = 2, StripsLeft = 4, StripsRight = 8 };
    enum TextFlag : uint8_t { SpacePrefix = 1, SpacePrefixOnce = 2, Composes = 4, CleansSpaces = 8 };
    std::string ruleName;
    PackedStrings entries, bytes;
    std::vector<uint8_t> kinds;  ///< TokenKind
    std::vector<uint8_t> flags;  ///< of each token, Flag
    uint8_t textFlags = 0;       ///< of the whole vocabulary, TextFlag
    SpecialTokens special;
    TokenFrame frame;
};

VocabularyCopy copyOf(const Tokenizer& tokenizer);

/// How text in which no control or user-defined token is left becomes tokens; `atStart`: it begins the text
/// or follows such a token. From any thread.
using RunEncoder = std::function<std::vector<TokenId>(std::string_view run, bool atStart)>;

/// That of a tokenizer, as long as that lives.
RunEncoder runEncoderOf(const Tokenizer& tokenizer);

/// A tokenizer of a vocabulary that is elsewhere, where `encode` is carried out. Throws Error(BadFile) for a
/// copy that contradicts itself, and from encode() what `encode` throws, or Error(BadFile) for tokens that
/// the vocabulary does not have.
std::unique_ptr<const Tokenizer> borrowedTokenizer(const VocabularyCopy& copy, RunEncoder encode);

}  // namespace hearth::text
