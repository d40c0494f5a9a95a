#include "session/reply_guides.h"

#include "hearth/reply_parser.h"
#include "session/call_form.h"
#include "session/session_errors.h"

namespace hearth {

std::optional<grammar::ReplyGuide> ReplyGuides::guide(const GenerationRequest& request,
                                                      const PromptPieces& prompt) {
    if (request.grammar.kind == ReplyGrammar::Kind::None) return std::nullopt;
    std::vector<std::string> behind;
    grammar::CallForm calls;
    if (!request.rawText && request.rawTokens.empty()) {
        std::string text;
        for (const PromptPiece& piece : prompt) text += piece.text;
        const ReplyFormat format = replyFormatOf(m_templateSource, text);
        behind = marksBeforeAnswer(format);
        if (request.grammar.kind == ReplyGrammar::Kind::ToolCalls) {
            const auto form = callFormOf(format, m_templateSource, m_tokenizer);
            if (!form) throw Error(errors::callsWithoutForm);
            calls = *form;
        }
    }
    return grammar::ReplyGuide(m_grammars.get(request.grammar, !behind.empty(), calls), m_tokenizer, behind);
}

}  // namespace hearth
