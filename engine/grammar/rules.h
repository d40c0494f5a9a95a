#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/code_points.h"

namespace hearth::grammar {

/// A context-free grammar as expressions, the common form of all that a grammar is written in. Expressions
/// are made from others and can stand in several places; rules have names and may refer to one another.
/// Expressions that nest deeper than `deepest` throw Error(BadInput).
class Rules {
public:
    using Id = uint32_t;  ///< of an expression
    using RuleId = uint32_t;
    static constexpr size_t deepest = 300;
    enum class Kind : uint8_t { Literal, Characters, Sequence, Choice, Repeat, Rule, Limit, Tick, Leave };
    struct Expression {
        Kind kind = Kind::Literal;
        std::string literal = {};  ///< bytes
        CodePoints characters = {};
        std::vector<Id> parts =
            {};            ///< of a sequence or choice; of a repetition or limit the one it is about
        size_t least = 0;  ///< of a tick: of those that have to follow
        std::optional<size_t> most = {};  ///< nullopt: any number; of a tick: of those that can follow
        RuleId rule = 0;
        size_t depth = 0;  ///< of its contents, down to rules
    };
    struct Rule {
        std::string name;
        std::optional<Id> body = std::nullopt;
    };

    Id literal(std::string_view bytes);
    Id empty() { return literal({}); }
    /// Fits no text.
    Id nothing() { return choice({}); }
    /// One of these characters.
    Id characters(CodePoints points);
    Id sequence(std::vector<Id> parts);
    Id choice(std::vector<Id> parts);
    Id optional(Id part) { return repeat(part, 0, 1); }
    Id repeat(Id part, size_t least, std::optional<size_t> most = std::nullopt);
    Id rule(RuleId rule);

    /// Texts that begin with `rule` and end at a leave(), on the way to which from `least` to `most` ticks
    /// are passed. All that is called on this way is called last in its rule, so that ticks and leave()
    /// belong to this limit.
    Id limit(RuleId rule, size_t least, std::optional<size_t> most);
    /// Counts one. Is passed only where the limit can still be kept when from `leastLeft` to `mostLeft` ticks
    /// more can follow.
    Id tick(size_t leastLeft, std::optional<size_t> mostLeft);
    /// The end of the texts of a limit.
    Id leave();

    /// A rule that is defined later, or never: then the grammar is refused.
    RuleId declare(std::string name);
    void define(RuleId rule, Id body) { m_rules[rule].body = body; }
    /// An expression as a rule, so that it is built once wherever it stands.
    Id shared(std::string name, Id body);
    /// Adds all of another grammar and returns the expression that fits its texts. `sign` may precede each
    /// character of its texts that may be "<".
    Id embed(const Rules& other, std::string_view sign = {});
    /// Sets the rule that texts begin with.
    void setStart(RuleId rule) noexcept { m_start = rule; }

    RuleId start() const noexcept { return m_start; }
    const Expression& operator[](Id id) const { return m_expressions[id]; }
    /// The parts of an expression have lower numbers than the expression.
    size_t expressionCount() const noexcept { return m_expressions.size(); }
    const std::vector<Rule>& all() const noexcept { return m_rules; }

private:
    Id add(Expression expression);

    std::vector<Expression> m_expressions;
    std::vector<Rule> m_rules;
    RuleId m_start = 0;
};

}  // namespace hearth::grammar
