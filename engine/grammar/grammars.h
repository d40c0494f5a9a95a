#pragma once

#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "grammar/grammar.h"
#include "grammar/prepared_automata.h"
#include "grammar/tool_calls.h"
#include "hearth/reply_grammar.h"

namespace hearth::grammar {

/// The rules that a source stands for. Throws as checkReplyGrammar() says. The kind is not None. `calls`: how
/// calls of tools are written. `leftOut`: gets a sentence for each part that cannot be held.
Rules rulesOf(const ReplyGrammar& grammar, const CallForm& calls = {},
              std::vector<std::string>* leftOut = nullptr);

/// The grammars that replies of one vocabulary were asked to keep to lately, ready for use. For one thread;
/// the tokenizer outlives it.
class Grammars {
public:
    explicit Grammars(const Tokenizer& tokenizer)
        : Grammars(tokenizer, std::make_shared<PreparedAutomata>()) {}
    /// With automata that others prepare.
    Grammars(const Tokenizer& tokenizer, std::shared_ptr<PreparedAutomata> automata)
        : m_tokenizer(tokenizer), m_automata(std::move(automata)) {}

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
    const std::shared_ptr<PreparedAutomata> m_automata;
    std::shared_ptr<const TokenTexts> m_texts;  ///< made when first needed
    std::list<Entry> m_entries;                 ///< the last used first
};

}  // namespace hearth::grammar
