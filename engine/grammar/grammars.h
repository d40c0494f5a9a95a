#pragma once

#include <list>
#include <memory>

#include "grammar/grammar.h"
#include "grammar/tool_calls.h"
#include "hearth/reply_grammar.h"

namespace hearth::grammar {

/// The rules that a source stands for. Throws as checkReplyGrammar() says. The kind is not None. `calls`: how
/// calls of tools are written.
Rules rulesOf(const ReplyGrammar& grammar, const CallForm& calls = {});

/// The grammars that replies of one vocabulary were asked to keep to lately, ready for use. For one thread;
/// the tokenizer outlives it.
class Grammars {
public:
    explicit Grammars(const Tokenizer& tokenizer) : m_tokenizer(tokenizer) {}

    /// `spaceFirst`: up to two line ends may come before the text. Throws as checkReplyGrammar() says.
    std::shared_ptr<Grammar> get(const ReplyGrammar& grammar, bool spaceFirst, const CallForm& calls = {});

private:
    struct Entry {
        ReplyGrammar source;
        bool spaceFirst = false;
        CallForm calls = {};
        std::shared_ptr<Grammar> grammar;
    };
    const Tokenizer& m_tokenizer;
    std::shared_ptr<const TokenTexts> m_texts;  ///< made when first needed
    std::list<Entry> m_entries;                 ///< the last used first
};

}  // namespace hearth::grammar
