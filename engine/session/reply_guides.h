#pragma once

#include <optional>

#include "grammar/grammars.h"
#include "grammar/reply_guide.h"
#include "hearth/chat_template.h"
#include "hearth/engine.h"
#include "hearth/reply_parser.h"

namespace hearth {

/// Holds replies of one model to the grammars that requests ask for, behind the reasoning that its family
/// writes first. For one thread; the tokenizer and the template outlive it.
class ReplyGuides {
public:
    ReplyGuides(const Tokenizer& tokenizer, const ChatTemplate& chatTemplate)
        : m_tokenizer(tokenizer), m_template(chatTemplate), m_grammars(tokenizer) {}

    /// nullopt: the reply may be anything. Throws as checkReplyGrammar() says, and Error(BadInput) for calls
    /// of tools that a reply has to be and that the family writes in a form that Hearth does not know.
    std::optional<grammar::ReplyGuide> guide(const GenerationRequest& request, const PromptPieces& prompt);

private:
    std::optional<grammar::ReplyGuide> guideToCalls(const ReplyGrammar& calls, const ReplyFormat& format);
    const std::optional<grammar::CallForm>& callForm();

    const Tokenizer& m_tokenizer;
    const ChatTemplate& m_template;
    grammar::Grammars m_grammars;
    std::optional<std::optional<grammar::CallForm>> m_callForm;  ///< found out when first needed
};

}  // namespace hearth
