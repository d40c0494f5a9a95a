#pragma once

#include "jinja/evaluator.h"
#include "jinja/runtime.h"
#include "jinja/scope.h"
#include "jinja/syntax.h"

namespace hearth::jinja {

/// Assigns to names, attributes and tuples. What it is given outlives it.
class Assignments {
public:
    Assignments(Runtime& runtime, Evaluator& evaluator) : m_runtime(runtime), m_evaluator(evaluator) {}

    /// Executes a set statement. It appends to a string of a namespace in place if no other value shares it.
    void execute(const SetStatement& statement, const ScopePtr& scope);
    void assign(const Target& target, Value value, const ScopePtr& scope);

private:
    /// The string of the target if it is still `left` and no other value shares it, so that it can change in
    /// place; else nullptr.
    StringObject* soleString(const Target& target, const Value& left, const ScopePtr& scope) const;
    void appendInPlace(StringObject& string, const Text& tail);

    Runtime& m_runtime;
    Evaluator& m_evaluator;
};

}  // namespace hearth::jinja
