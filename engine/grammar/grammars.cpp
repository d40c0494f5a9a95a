#include "grammar/grammars.h"

#include <algorithm>

#include "grammar/gbnf.h"
#include "grammar/json_schema.h"
#include "grammar/text_set.h"
#include "hearth/bounded_json.h"

namespace hearth::grammar {

namespace {

Rules readRegex(const std::string& pattern) {
    Rules rules;
    const Rules::Id text =
        TextSet::of(pattern, TextSet::Fit::Whole).spell(rules, [](Rules& to, const CodePoints& points) {
            return to.characters(points);
        });
    const Rules::RuleId root = rules.declare("root");
    rules.define(root, text);
    rules.setStart(root);
    return rules;
}

}  // namespace

Rules rulesOf(const ReplyGrammar& grammar, const CallForm& calls) {
    switch (grammar.kind) {
        case ReplyGrammar::Kind::JsonSchema:
            return readJsonSchema(grammar.source);
        case ReplyGrammar::Kind::Regex:
            return readRegex(grammar.source);
        case ReplyGrammar::Kind::ToolCalls:
        case ReplyGrammar::Kind::MayCallTools:
            return toolCallRules(grammar.source, calls);
        case ReplyGrammar::Kind::Gbnf:
            return readGbnf(grammar.source);
        default:
            return anyJsonObject();
    }
}

std::shared_ptr<Grammar> Grammars::get(const ReplyGrammar& grammar, bool spaceFirst, const CallForm& calls) {
    constexpr size_t mostEntries = 16, mostBytes = size_t{96} << 20U;
    auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.spaceFirst == spaceFirst && entry.calls == calls && entry.source == grammar;
    });
    // One that has learned too much begins again; replies that run keep the old one.
    if (found != m_entries.end() && found->grammar->sizeBytes() > mostBytes) {
        m_entries.erase(found);
        found = m_entries.end();
    }
    if (found != m_entries.end()) {
        m_entries.splice(m_entries.begin(), m_entries, found);
        return m_entries.front().grammar;
    }
    Rules rules = rulesOf(grammar, calls);
    if (spaceFirst) {
        const Rules::Id space = rules.repeat(rules.literal("\n"), 0, 2);
        const Rules::RuleId start = rules.declare("start");
        rules.define(start, rules.sequence({space, rules.rule(rules.start())}));
        rules.setStart(start);
    }
    if (m_texts == nullptr) m_texts = std::make_shared<TokenTexts>(m_tokenizer);
    m_entries.push_front({grammar, spaceFirst, calls, std::make_shared<Grammar>(rules, m_texts)});
    if (m_entries.size() > mostEntries) m_entries.pop_back();
    return m_entries.front().grammar;
}

}  // namespace hearth::grammar

namespace hearth {

ReplyGrammar toolCallGrammar(std::string_view functions, bool required, bool parallel) {
    const nlohmann::ordered_json source{{"tools", parseOrderedJson(functions)}, {"parallel", parallel}};
    return {required ? ReplyGrammar::Kind::ToolCalls : ReplyGrammar::Kind::MayCallTools, source.dump()};
}

void checkReplyGrammar(const ReplyGrammar& grammar) {
    if (grammar.kind != ReplyGrammar::Kind::None) (void)grammar::Automaton(grammar::rulesOf(grammar));
}

}  // namespace hearth
