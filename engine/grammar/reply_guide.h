#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "grammar/grammar.h"

namespace hearth::grammar {

/// The text of a reply before its grammar begins.
struct FreeText {
    /// Texts that have to come first, one after the other (the end of reasoning).
    std::vector<std::string> behind = {};
    /// The text that the grammar begins with, after those; it may never come. Empty: the grammar begins at
    /// once.
    std::string trigger = {};
    bool atOnce = false;       ///< the grammar begins without its trigger the first time
    std::string begun = {};    ///< the trigger as the grammar spells it
    bool onlyAtStart = false;  ///< the trigger counts only at the start of the text
    /// The trigger does not count between these. Empty: it counts everywhere.
    std::string skipOpen = {}, skipClose = {};
    bool resumes = false;  ///< a text that the grammar has read whole is followed by free text again
};

/// Keeps one reply to a grammar, token by token. Copies go on by themselves. For one thread.
class ReplyGuide {
public:
    /// The tokenizer outlives this.
    ReplyGuide(std::shared_ptr<Grammar> grammar, const Tokenizer& tokenizer, FreeText free);

    /// Continues the reply from this text. Call it first, before mask() and accept(). False: the text does
    /// not fit the grammar.
    bool goOnFrom(std::string_view text);

    /// True if any token may come next.
    bool isFree() const noexcept { return m_phase != Phase::Held; }
    /// The tokens that may come next; nullptr: any. Throws Error(Unsupported) when there is none.
    std::shared_ptr<const TokenMask> mask();
    /// Tokens that come next whatever the model says: the grammar leaves only one text, and these are the
    /// tokenizer's tokens for it. The last tokens of such a text are left to the model if the following text
    /// may belong to the same token.
    std::span<const TokenId> forced() const noexcept { return m_forced; }
    /// Goes on with a token: one of the mask, or the first that is forced.
    void accept(TokenId token);

private:
    enum class Phase : uint8_t {
        Behind,    ///< the next text of m_behind comes
        Watching,  ///< the trigger may come
        Held,      ///< the grammar says what comes
        Free,      ///< anything may come from now on
    };
    void readFree();
    bool readBehind();
    bool watch();
    void hold(std::string_view begun, std::string_view text);
    bool readHeld(Grammar::State from, std::string_view text);
    bool resume();
    void findForced();
    std::vector<TokenId> markOf(const std::string& text) const;
    std::vector<TokenId> tokensBehind(std::span<const TokenId> tail, const std::string& text) const;

    std::shared_ptr<Grammar> m_grammar;
    const Tokenizer* m_tokenizer;
    FreeText m_rules;
    std::deque<std::string> m_behind;
    Phase m_phase = Phase::Behind;
    std::string m_free;  ///< the end of the text while the reply is free
    Grammar::State m_state;
    std::vector<TokenId> m_tail;  ///< the last tokens since the grammar began
    std::vector<TokenId> m_forced;
};

}  // namespace hearth::grammar
