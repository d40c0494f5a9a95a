#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "grammar/grammars.h"
#include "grammar/reply_guide.h"
#include "hearth/chat_template.h"
#include "hearth/generation_request.h"
#include "hearth/prompt_piece.h"
#include "hearth/reply_grammar.h"
#include "hearth/reply_parser.h"
#include "hearth/tokenizer.h"
#include "session/grammar_maker.h"

namespace hearth {

/// Holds replies of one model to the grammars that requests ask for, behind the reasoning that its family
/// writes first. For one thread; the tokenizer and the template outlive it.
class ReplyGuides {
public:
    ReplyGuides(const Tokenizer& tokenizer, const ChatTemplate& chatTemplate)
        : ReplyGuides(tokenizer, chatTemplate,
                      std::make_shared<GrammarMaker>(
                          std::shared_ptr<const Tokenizer>(std::shared_ptr<void>(), &tokenizer),
                          std::shared_ptr<const ChatTemplate>(std::shared_ptr<void>(), &chatTemplate))) {}
    /// With grammars that others make ahead.
    ReplyGuides(const Tokenizer& tokenizer, const ChatTemplate& chatTemplate,
                std::shared_ptr<GrammarMaker> maker)
        : m_tokenizer(tokenizer),
          m_template(chatTemplate),
          m_maker(std::move(maker)),
          m_grammars(tokenizer, m_maker->automata()) {}

    /// nullopt: the reply may be anything. Throws as checkReplyGrammar() says, and Error(BadInput) for calls
    /// of tools that a reply has to be and that the family writes in a form that Hearth does not know.
    std::optional<grammar::ReplyGuide> guide(const GenerationRequest& request, const PromptPieces& prompt);

    /// The form in which the model writes calls of tools; nullptr: Hearth does not know.
    std::shared_ptr<const grammar::CallForm> callForm();

private:
    std::optional<grammar::ReplyGuide> guideToCalls(const ReplyGrammar& calls, const ReplyFormat& format);

    const Tokenizer& m_tokenizer;
    const ChatTemplate& m_template;
    const std::shared_ptr<GrammarMaker> m_maker;
    grammar::Grammars m_grammars;
};

}  // namespace hearth
