#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/tokenizer.h"
#include "text/bert_words.h"
#include "text/string_pool.h"
#include "text/token_frame.h"

namespace hearth {
class GgufFile;
}

namespace hearth::text {

struct PreTokenizer;

/// Mark that SentencePiece writes for a space: U+2581.
inline constexpr std::string_view kSpaceMark = "\xE2\x96\x81";

/// Spelling of the entries of a vocabulary and method of splitting text into them; from tokenizer.ggml.model.
enum class VocabularyModel : uint8_t {
    ByteBpe,        ///< "gpt2": byte-level BPE with merges
    RawBpe,         ///< "gemma4", "whitespace": BPE with merges over UTF-8
    DnaBpe,         ///< "hybriddna": byte-level BPE, and six-letter words between <dna> and </dna>
    SentencePiece,  ///< "llama": BPE by scores, with byte entries
    WordPiece,      ///< "bert"
    Unigram,        ///< "t5"
    Rwkv,           ///< "rwkv": longest match
    Plamo2,         ///< "plamo2": fewest-cost path
};

/// The tables of a vocabulary as the metadata gives them, checked. Immutable after load.
struct Vocabulary {
    /// Throws Error(BadFile | Unsupported) with one sentence.
    static Vocabulary load(const GgufFile& file);

    VocabularyModel model = VocabularyModel::ByteBpe;
    const PreTokenizer* preTokenizer = nullptr;  ///< of the BPE models, else nullptr
    std::string ruleName;

    StringPool entries;      ///< as the file spells them
    StringPool bytes;        ///< the bytes that they represent
    StringIndex entryIndex;  ///< over entries, without empty ones
    std::vector<TokenKind> kinds;
    std::vector<float> scores;  ///< 0 where the file has none
    std::vector<bool> endOfGeneration;
    /// User-defined entries that are part of how prompts are built ("<think>"): in untrusted text they are
    /// plain.
    std::vector<bool> promptMarkup;
    std::vector<bool> stripLeft;   ///< white space before the entry belongs to it
    std::vector<bool> stripRight;  ///< white space after the entry belongs to it
    SpecialTokens special;
    TokenFrame frame;
    bool addSpacePrefix = false;
    bool spacePrefixOnce = false;  ///< only before the whole text and not after special tokens
    bool composes = false;         ///< texts are composed (NFC) first; only folders say so
    bool removeExtraSpaces = false;
    bool cleanSpaces = false;  ///< the reference detokeniser takes spaces before punctuation away
    BertRules bert;            ///< WordPiece; "whitespace" has lowercases too
    uint32_t longestWord = 0;  ///< WordPiece: characters; longer words are unknown; 0: no limit

    int32_t size() const noexcept { return static_cast<int32_t>(kinds.size()); }
    bool is(TokenId token, TokenKind kind) const { return kinds[static_cast<size_t>(token)] == kind; }
    /// The entry spelled so, or -1.
    TokenId find(std::string_view spelling) const noexcept;
    /// The value of a byte entry "<0x0A>", or -1 for other spellings.
    static int byteOf(std::string_view entry) noexcept;
};

}  // namespace hearth::text
