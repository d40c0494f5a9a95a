#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grammar/token_trie.h"

namespace hearth::grammar {

/// Precedes the text of a token that marks something: no text spells it.
inline constexpr char markSign = '\xFF';

/// True if a token is a mark.
bool isMark(const Tokenizer& tokenizer, TokenId token);
/// A text with markSign before the marks that are tokens of their own.
std::string withMarkSigns(const Tokenizer& tokenizer, std::string text);

/// A vocabulary as grammars see it: the text of each token that may be part of a text, with markSign before
/// marks; the tokens that end a reply; and, separately, the tokens that are plain text, which most of a
/// vocabulary are. Immutable.
class TokenTexts {
public:
    /// Plain text has only whole characters, at most this many, none of them a control character, a quotation
    /// mark or a backslash: what a string of most formats may contain.
    static constexpr int mostPlainCharacters = 16;

    explicit TokenTexts(const Tokenizer& tokenizer);

    int32_t vocabSize() const noexcept { return m_vocabSize; }
    const TokenTrie& all() const noexcept { return m_all; }
    const TokenTrie& plain() const noexcept { return m_plain; }
    const TokenTrie& notPlain() const noexcept { return m_notPlain; }
    /// A bit for each token, set for plain text.
    const std::vector<uint64_t>& plainBits() const noexcept { return m_plainBits; }
    std::span<const TokenId> ends() const noexcept { return m_ends; }
    /// Empty for tokens that have none in a reply.
    std::string_view textOf(TokenId token) const noexcept;

private:
    using Texts = std::vector<std::pair<std::string, TokenId>>;
    static Texts textsOf(const Tokenizer& tokenizer);
    Texts onlyPlain(bool plain) const;

    int32_t m_vocabSize = 0;
    Texts m_texts;  ///< by token
    TokenTrie m_all, m_plain, m_notPlain;
    std::vector<uint64_t> m_plainBits;
    std::vector<TokenId> m_ends;
};

/// True if a text is plain.
bool isPlainText(std::string_view text) noexcept;

}  // namespace hearth::grammar
