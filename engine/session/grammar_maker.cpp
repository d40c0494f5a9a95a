#include "session/grammar_maker.h"

#include "session/call_form.h"

namespace hearth {

const std::optional<grammar::CallForm>& GrammarMaker::callForm() {
    std::call_once(m_once, [this] { m_callForm = callFormOf(*m_tokenizer, *m_template); });
    return m_callForm;
}

void GrammarMaker::prepare(const ReplyGrammar& grammar) {
    using Kind = ReplyGrammar::Kind;
    if (grammar.kind == Kind::None) return;
    const bool calls = grammar.kind == Kind::ToolCalls || grammar.kind == Kind::MayCallTools;
    if (calls && !callForm()) return;
    for (const bool spaceFirst : {false, true}) {
        if (spaceFirst && grammar.kind == Kind::MayCallTools) continue;
        try {
            (void)m_automata->get(grammar, spaceFirst, calls ? *callForm() : grammar::CallForm());
        } catch (const Error&) {
            return;
        }
    }
}

}  // namespace hearth
