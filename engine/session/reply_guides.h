#pragma once

#include <optional>
#include <string>

#include "grammar/grammars.h"
#include "grammar/reply_guide.h"
#include "hearth/engine.h"

namespace hearth {

/// Holds replies of one model to the grammars that requests ask for, behind the reasoning that its family
/// writes first. For one thread; the tokenizer outlives it.
class ReplyGuides {
public:
    ReplyGuides(const Tokenizer& tokenizer, std::string templateSource)
        : m_tokenizer(tokenizer), m_templateSource(std::move(templateSource)), m_grammars(tokenizer) {}

    /// nullopt: the reply may be anything. Throws as checkReplyGrammar() says, and Error(BadInput) for calls
    /// of tools in a form that Hearth does not know.
    std::optional<grammar::ReplyGuide> guide(const GenerationRequest& request, const PromptPieces& prompt);

private:
    const Tokenizer& m_tokenizer;
    std::string m_templateSource;
    grammar::Grammars m_grammars;
};

}  // namespace hearth
