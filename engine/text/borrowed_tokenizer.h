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

/// Several strings in one, and the bytes of each.
struct PackedStrings {
    std::string text;
    std::vector<uint32_t> lengths;
};

/// Vocabulary of a tokenizer, without its rules for splitting text: a value that can be sent to another
/// process. One entry for each token in `entries`, `bytes`, `kinds` and `flags`.
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

/// Turns text without control and user-defined tokens into tokens; `atStart`: it begins the text or follows
/// such a token. From any thread.
using RunEncoder = std::function<std::vector<TokenId>(std::string_view run, bool atStart)>;

/// Encoder of a tokenizer, which must outlive it.
RunEncoder runEncoderOf(const Tokenizer& tokenizer);

/// A tokenizer whose vocabulary is elsewhere, where `encode` runs. Throws Error(BadFile) for an inconsistent
/// copy. encode() throws the errors of `encode`, or Error(BadFile) for tokens that the vocabulary does not
/// have.
std::unique_ptr<const Tokenizer> borrowedTokenizer(const VocabularyCopy& copy, RunEncoder encode);

}  // namespace hearth::text
