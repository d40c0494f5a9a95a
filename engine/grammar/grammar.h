#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "grammar/states.h"
#include "grammar/token_texts.h"

namespace hearth::grammar {

/// The tokens that may come next.
struct TokenMask {
    std::vector<uint64_t> bits;  ///< one for each token of the vocabulary
    size_t count = 0;            ///< of those that are set
    bool allows(TokenId token) const noexcept {
        const auto bit = static_cast<size_t>(token);
        return (bits[bit / 64] >> (bit % 64) & 1U) != 0;
    }
    void allow(TokenId token) noexcept { wordOf(token) |= uint64_t{1} << (static_cast<size_t>(token) % 64); }
    void forbid(TokenId token) noexcept {
        wordOf(token) &= ~(uint64_t{1} << (static_cast<size_t>(token) % 64));
    }

private:
    uint64_t& wordOf(TokenId token) noexcept { return bits[static_cast<size_t>(token) / 64]; }
};

/// A grammar over the tokens of one vocabulary. What is found out about it is kept for all who use it. For
/// one thread at a time.
class Grammar {
public:
    using State = States::State;

    Grammar(const Rules& rules, std::shared_ptr<const TokenTexts> texts)
        : Grammar(std::make_shared<const Automaton>(rules), std::move(texts)) {}
    Grammar(std::shared_ptr<const Automaton> automaton, std::shared_ptr<const TokenTexts> texts);

    State start() { return m_states.start(); }
    /// States::dead: the text does not fit.
    State next(State state, std::string_view text);
    bool accepts(State state) const noexcept { return m_states.accepts(state); }
    /// Tokens that keep to the grammar; those that end a reply where the text may end. Empty when the
    /// vocabulary cannot spell what comes next.
    std::shared_ptr<const TokenMask> mask(State state);
    /// The bytes that must come next, up to a choice, an end, or `most` of them.
    std::string forced(State state, size_t most);
    /// True if one token could hold this text together with more that fits. A tokenizer would then not choose
    /// the token of the text alone.
    bool mayGrow(std::string_view text, State after);

    const TokenTexts& texts() const noexcept { return *m_texts; }
    size_t sizeBytes() const noexcept;

private:
    struct Kept {
        State state = 0;
        std::shared_ptr<const TokenMask> mask;
    };
    std::shared_ptr<const TokenMask> makeMask(State state);
    void addPlain(State state, TokenMask& mask);
    bool goesOnFrom(const TokenTrie::Node& node, State reached);
    void addTokens(const TokenTrie& trie, size_t first, State state, TokenMask& mask);

    std::shared_ptr<const TokenTexts> m_texts;
    States m_states;
    std::list<Kept> m_masks;  ///< the last used first
    std::unordered_map<State, std::list<Kept>::iterator> m_known;
    std::vector<State> m_path;  ///< by depth, while a trie is searched
};

}  // namespace hearth::grammar
