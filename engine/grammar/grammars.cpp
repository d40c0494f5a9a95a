#include "grammar/grammars.h"

#include <algorithm>
#include <utility>

#include "grammar/gbnf.h"
#include "grammar/grammar_errors.h"
#include "grammar/json_schema.h"
#include "grammar/loose_schema.h"
#include "grammar/string_form.h"
#include "hearth/bounded_json.h"

namespace hearth::grammar {

namespace {

Rules readRegex(const std::string& pattern) {
    Rules rules;
    const Rules::Id text = StringForm::ofWhole(pattern).spell(
        rules, [](Rules& to, const CodePoints& points) { return to.characters(points); });
    const Rules::RuleId root = rules.declare("root");
    rules.define(root, text);
    rules.setStart(root);
    return rules;
}

Rules readLoose(const std::string& source, std::vector<std::string>* leftOut) {
    Json schema = parseOrderedJson(source);
    if (!schema.is_object() && !schema.is_boolean()) throw Error(errors::schemaNotJson);
    LooseSchema loose = readLooseSchema(std::move(schema), false);
    if (leftOut != nullptr)
        for (const LeftOut& one : loose.leftOut) leftOut->push_back("Replies " + sentenceOf(one));
    return std::move(loose.rules);
}

}  // namespace

Rules rulesOf(const ReplyGrammar& grammar, const CallForm& calls, std::vector<std::string>* leftOut) {
    switch (grammar.kind) {
        case ReplyGrammar::Kind::JsonSchema:
            return readJsonSchema(grammar.source);
        case ReplyGrammar::Kind::LooseJsonSchema:
            return readLoose(grammar.source, leftOut);
        case ReplyGrammar::Kind::Regex:
            return readRegex(grammar.source);
        case ReplyGrammar::Kind::ToolCalls:
        case ReplyGrammar::Kind::MayCallTools:
            return toolCallRules(grammar.source, calls, leftOut);
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
    auto automaton = m_automata->get(grammar, spaceFirst, calls);
    if (m_texts == nullptr) m_texts = std::make_shared<TokenTexts>(m_tokenizer);
    m_entries.push_front(
        {grammar, spaceFirst, calls, std::make_shared<Grammar>(std::move(automaton), m_texts)});
    if (m_entries.size() > mostEntries) m_entries.pop_back();
    return m_entries.front().grammar;
}

}  // namespace hearth::grammar

namespace hearth {

ReplyGrammar toolCallGrammar(std::string_view functions, bool required, bool parallel) {
    const nlohmann::ordered_json source{{"tools", parseOrderedJson(functions)}, {"parallel", parallel}};
    return {required ? ReplyGrammar::Kind::ToolCalls : ReplyGrammar::Kind::MayCallTools, source.dump()};
}

std::vector<std::string> checkReplyGrammar(const ReplyGrammar& grammar) {
    std::vector<std::string> leftOut;
    if (grammar.kind != ReplyGrammar::Kind::None)
        (void)grammar::Automaton(grammar::rulesOf(grammar, {}, &leftOut));
    return leftOut;
}

}  // namespace hearth
