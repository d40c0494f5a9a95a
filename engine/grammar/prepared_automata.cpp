#include "grammar/prepared_automata.h"

#include <algorithm>

#include "grammar/grammars.h"

namespace hearth::grammar {

std::shared_ptr<const Automaton> PreparedAutomata::get(const ReplyGrammar& grammar, bool spaceFirst,
                                                       const CallForm& calls) {
    constexpr size_t mostEntries = 8;
    std::optional<Entry> found;
    {
        const std::scoped_lock lock(m_mutex);
        const auto known = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
            return entry.spaceFirst == spaceFirst && entry.calls == calls && entry.source == grammar;
        });
        if (known != m_entries.end()) found = *known;
    }
    if (!found) {
        found = made(grammar, spaceFirst, calls);
        const std::scoped_lock lock(m_mutex);
        m_entries.push_front(*found);
        if (m_entries.size() > mostEntries) m_entries.pop_back();
    }
    if (found->problem) throw Error(*found->problem);
    return found->automaton;
}

PreparedAutomata::Entry PreparedAutomata::made(const ReplyGrammar& grammar, bool spaceFirst,
                                               const CallForm& calls) {
    Entry entry{.source = grammar, .spaceFirst = spaceFirst, .calls = calls};
    try {
        Rules rules = rulesOf(grammar, calls);
        if (spaceFirst) {
            const CodePoints anySpace({{'\t', '\n'}, {'\r', '\r'}, {' ', ' '}});
            const Rules::Id space = grammar.kind == ReplyGrammar::Kind::ToolCalls
                                        ? rules.repeat(rules.characters(anySpace), 0, 8)
                                        : rules.repeat(rules.literal("\n"), 0, 2);
            const Rules::RuleId start = rules.declare("start");
            rules.define(start, rules.sequence({space, rules.rule(rules.start())}));
            rules.setStart(start);
        }
        entry.automaton = std::make_shared<const Automaton>(rules);
    } catch (const Error& error) {
        entry.problem = error;
    }
    return entry;
}

}  // namespace hearth::grammar
