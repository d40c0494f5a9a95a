#include "grammar/rules.h"

#include <algorithm>
#include <utility>

#include "grammar/grammar_errors.h"

namespace hearth::grammar {

Rules::Id Rules::add(Expression expression) {
    for (const Id part : expression.parts)
        expression.depth = std::max(expression.depth, m_expressions[part].depth + 1);
    if (expression.depth > deepest) throw Error(errors::grammarTooDeep, {deepest});
    m_expressions.push_back(std::move(expression));
    return static_cast<Id>(m_expressions.size() - 1);
}

Rules::Id Rules::literal(std::string_view bytes) {
    return add({.kind = Kind::Literal, .literal = std::string(bytes)});
}

Rules::Id Rules::characters(CodePoints points) {
    return add({.kind = Kind::Characters, .characters = std::move(points)});
}

Rules::Id Rules::sequence(std::vector<Id> parts) {
    if (parts.size() == 1) return parts.front();
    return add({.kind = Kind::Sequence, .parts = std::move(parts)});
}

Rules::Id Rules::choice(std::vector<Id> parts) {
    if (parts.size() == 1) return parts.front();
    return add({.kind = Kind::Choice, .parts = std::move(parts)});
}

Rules::Id Rules::repeat(Id part, size_t least, std::optional<size_t> most) {
    if (least == 1 && most == 1) return part;
    return add({.kind = Kind::Repeat, .parts = {part}, .least = least, .most = most});
}

Rules::Id Rules::rule(RuleId rule) {
    return add({.kind = Kind::Rule, .rule = rule});
}

Rules::Id Rules::limit(RuleId first, size_t least, std::optional<size_t> most) {
    return add({.kind = Kind::Limit, .parts = {rule(first)}, .least = least, .most = most});
}

Rules::Id Rules::tick(size_t leastLeft, std::optional<size_t> mostLeft) {
    return add({.kind = Kind::Tick, .least = leastLeft, .most = mostLeft});
}

Rules::Id Rules::leave() {
    return add({.kind = Kind::Leave});
}

Rules::RuleId Rules::declare(std::string name) {
    m_rules.push_back({std::move(name)});
    return static_cast<RuleId>(m_rules.size() - 1);
}

Rules::Id Rules::shared(std::string name, Id body) {
    const RuleId id = declare(std::move(name));
    define(id, body);
    return rule(id);
}

Rules::Id Rules::embed(const Rules& other, std::string_view sign) {
    const auto rulesBefore = static_cast<RuleId>(m_rules.size());
    const Id before = sign.empty() ? 0 : optional(literal(sign));
    std::vector<Id> ids;
    for (Expression expression : other.m_expressions) {
        for (Id& part : expression.parts) part = ids[part];
        expression.rule += rulesBefore;
        expression.depth = 0;
        const bool isText =
            !sign.empty() && expression.kind == Kind::Characters && expression.characters.contains('<');
        const Id added = add(std::move(expression));
        ids.push_back(isText ? sequence({before, added}) : added);
    }
    for (Rule rule : other.m_rules) {
        if (rule.body) *rule.body = ids[*rule.body];
        m_rules.push_back(std::move(rule));
    }
    return rule(rulesBefore + other.m_start);
}

}  // namespace hearth::grammar
