#include "grammar/left_recursion.h"

#include <algorithm>

#include "grammar/grammar_errors.h"

namespace hearth::grammar {

EmptyTexts::EmptyTexts(const Rules& rules) : m_rules(rules), m_empty(rules.all().size()) {
    // In both directions, so that long chains need few rounds.
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < m_empty.size(); ++i) changed = learn(i) || changed;
        for (size_t i = m_empty.size(); i-- > 0;) changed = learn(i) || changed;
    }
}

bool EmptyTexts::learn(size_t rule) {
    const auto& body = m_rules.all()[rule].body;
    if (m_empty[rule] || !body || !fit(*body)) return false;
    m_empty[rule] = true;
    return true;
}

bool EmptyTexts::fit(Rules::Id id) const {
    const Rules::Expression& expression = m_rules[id];
    const auto part = [this](Rules::Id each) { return fit(each); };
    switch (expression.kind) {
        case Rules::Kind::Literal:
            return expression.literal.empty();
        case Rules::Kind::Characters:
            return false;
        case Rules::Kind::Sequence:
            return std::all_of(expression.parts.begin(), expression.parts.end(), part);
        case Rules::Kind::Choice:
            return std::any_of(expression.parts.begin(), expression.parts.end(), part);
        case Rules::Kind::Repeat:
        case Rules::Kind::Limit:
            return expression.least == 0 || part(expression.parts.front());
        case Rules::Kind::Tick:
        case Rules::Kind::Leave:
            return true;
        case Rules::Kind::Rule:
            break;
    }
    return m_empty[expression.rule];
}

namespace {

/// The rules with which an expression can begin.
class Beginnings {
public:
    Beginnings(const Rules& rules, const EmptyTexts& empty) : m_rules(rules), m_empty(empty) {}

    std::vector<Rules::RuleId> calls(Rules::RuleId rule) const {
        std::vector<Rules::RuleId> out;
        if (const auto& body = m_rules.all()[rule].body) gather(*body, out);
        std::sort(out.begin(), out.end());
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return out;
    }

private:
    void gather(Rules::Id id, std::vector<Rules::RuleId>& out) const {
        const Rules::Expression& expression = m_rules[id];
        if (expression.kind == Rules::Kind::Rule) out.push_back(expression.rule);
        for (const Rules::Id part : expression.parts) {
            gather(part, out);
            if (expression.kind == Rules::Kind::Sequence && !m_empty.fit(part)) return;
        }
    }

    const Rules& m_rules;
    const EmptyTexts& m_empty;
};

}  // namespace

void refuseLeftRecursion(const Rules& rules, const EmptyTexts& empty) {
    const Beginnings beginnings(rules, empty);
    enum class State : uint8_t { New, Open, Done };
    std::vector<State> states(rules.all().size(), State::New);
    struct Step {
        Rules::RuleId rule;
        std::vector<Rules::RuleId> left;
    };
    // Not by recursion: grammars may have chains of a hundred thousand rules.
    std::vector<Step> path;
    const auto enter = [&](Rules::RuleId rule) {
        states[rule] = State::Open;
        path.push_back({rule, beginnings.calls(rule)});
    };
    for (Rules::RuleId rule = 0; rule < states.size(); ++rule) {
        if (states[rule] == State::New) enter(rule);
        while (!path.empty()) {
            Step& step = path.back();
            if (step.left.empty()) {
                states[step.rule] = State::Done;
                path.pop_back();
                continue;
            }
            const Rules::RuleId next = step.left.back();
            step.left.pop_back();
            if (states[next] == State::Open) throw Error(errors::leftRecursion, {rules.all()[next].name});
            if (states[next] == State::New) enter(next);
        }
    }
}

}  // namespace hearth::grammar
