#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/prompt_piece.h"

namespace hearth {

class GgufFile;
namespace text {
struct Vocabulary;
class SpecialMatcher;
struct TokenFrame;
}  // namespace text

using TokenId = int32_t;

/// Options for turning text into tokens.
struct EncodeOptions {
    bool parseSpecial =
        false;                ///< recognise the text of control tokens ("<|im_end|>"); only for trusted text
    bool addSpecial = false;  ///< add the tokens around a text: BOS/EOS as the metadata says
};

/// Kind of a token, as in tokenizer.ggml.token_type.
enum class TokenKind : uint8_t {
    Undefined = 0,
    Normal = 1,
    Unknown = 2,
    Control = 3,
    UserDefined = 4,
    Unused = 5,
    Byte = 6
};

/// The ids that the metadata names; -1 where it names none.
struct SpecialTokens {
    TokenId bos = -1, eos = -1, eot = -1, eom = -1, unk = -1, sep = -1, pad = -1, mask = -1;
    TokenId fimPrefix = -1, fimSuffix = -1, fimMiddle = -1;
    bool addBos = false, addEos = false;
    bool addSep = false;  ///< WordPiece: a separator ends every text
};

/// Tokens as models read them that take one text or two, and the type of each token: mostly 0, and 1 where it
/// belongs to a second text. As many types as tokens.
struct FramedTokens {
    std::vector<TokenId> tokens;
    std::vector<int32_t> types;
    bool truncated = false;  ///< a text had more tokens than there was room for
};

/// A model's vocabulary and the rules that split text into it. Immutable and safe to share between threads.
class Tokenizer {
public:
    /// Builds the right kind (byte-level BPE, SentencePiece, ...) from the metadata; no tensors are needed.
    /// Throws Error(BadFile | Unsupported).
    static std::unique_ptr<Tokenizer> fromGguf(const GgufFile& file);

    virtual ~Tokenizer();

    /// Time is near-linear in text.size() for any text. Invalid UTF-8 is encoded byte by byte, never refused.
    std::vector<TokenId> encode(std::string_view text, EncodeOptions options = {}) const;
    /// Tokenises the pieces as one text, so merges may cross their borders, but control tokens are recognised
    /// only if every byte of the token's text is in trusted pieces. BOS is added as the metadata says unless
    /// the template has already written it.
    std::vector<TokenId> encode(const PromptPieces& pieces) const;

    /// A text with the tokens that the vocabulary puts around it, as encoders read it ("[CLS] text [SEP]").
    /// At most `mostTokens` tokens: the end of the text is cut off, never the tokens around it. No control
    /// token is recognised in the text.
    FramedTokens frame(std::string_view text, size_t mostTokens = SIZE_MAX) const;
    /// Two texts, as rerankers read a question and a passage ("[CLS] first [SEP] second [SEP]"). The longer
    /// one is cut first, and two that are too long keep a half each.
    FramedTokens framePair(std::string_view first, std::string_view second,
                           size_t mostTokens = SIZE_MAX) const;

    /// The bytes that a token represents; may be a part of a UTF-8 sequence. Control tokens: their text with
    /// renderSpecial, otherwise empty. Unknown ids throw Error(BadInput).
    std::string pieceBytes(TokenId token, bool renderSpecial = false) const;
    /// Treatment of spaces by decode. AsReference: as the vocabulary's reference detokeniser. Some remove the
    /// space before . , ! ? and contractions, so that the text may differ from the encoded one.
    enum class Spaces : uint8_t { AsReference, Exact };
    /// The text of a sequence, without the space that the vocabulary adds at the start. With Spaces::Exact,
    /// the text that was passed to encode; invalid bytes stay as they are.
    std::string decode(std::span<const TokenId> tokens, bool renderSpecial = true,
                       Spaces spaces = Spaces::AsReference) const;

    int32_t vocabSize() const noexcept;
    /// The entry of the vocabulary as the file spells it ("Ġhello", "▁hello", "<0x0A>").
    std::string_view entry(TokenId token) const;
    TokenKind kind(TokenId token) const;
    const SpecialTokens& special() const noexcept;
    /// EOS, EOT, EOM and every other token that ends a reply, as the metadata and well-known names say.
    bool isEndOfGeneration(TokenId token) const noexcept;
    /// The name of the pre-tokenizer rule or of the vocabulary's kind, for people: "smollm", "SentencePiece".
    std::string_view ruleName() const noexcept;

    Tokenizer(const Tokenizer&) = delete;
    Tokenizer& operator=(const Tokenizer&) = delete;

protected:
    explicit Tokenizer(std::unique_ptr<const text::Vocabulary> vocabulary);
    const text::Vocabulary& vocabulary() const noexcept { return *m_vocabulary; }
    /// Appends the tokens of text in which no control or user-defined token is left. `atStart`: it begins the
    /// text or follows such a token.
    virtual void encodeRun(std::string_view run, bool atStart, std::vector<TokenId>& out) const = 0;

private:
    using TrustedRanges = std::vector<std::pair<size_t, size_t>>;  ///< bytes from, to
    void encodeAll(std::string_view joined, const TrustedRanges& trusted, bool forPrompt,
                   std::vector<TokenId>& out, bool atStart = true) const;
    void checkToken(TokenId token) const;

    std::unique_ptr<const text::Vocabulary> m_vocabulary;
    std::unique_ptr<const text::SpecialMatcher> m_special;
};

/// Turns tokens into text as they arrive: holds back bytes that do not end at a UTF-8 boundary yet. For one
/// reply and one thread; the tokenizer outlives it.
class StreamDecoder {
public:
    explicit StreamDecoder(const Tokenizer& tokenizer, bool renderSpecial = false);
    /// The text that became certain with this token; may be empty. Invalid bytes come out as U+FFFD.
    std::string push(TokenId token);
    /// The remaining text at the end; incomplete sequences as U+FFFD.
    std::string flush();

private:
    const Tokenizer& m_tokenizer;
    bool m_renderSpecial;
    std::string m_pending;
};

}  // namespace hearth
