#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "jinja/runtime.h"
#include "jinja/scope.h"
#include "jinja/syntax.h"

namespace hearth::jinja {

/// Evaluates the expressions of a template. Syntax and runtime outlive it.
class Evaluator {
public:
    Evaluator(const Syntax& syntax, Runtime& runtime, const nlohmann::ordered_json& context);

    Value evaluate(const Expression& expression, const ScopePtr& scope);
    Value applyPostfix(Value value, const Postfix& postfix, const ScopePtr& scope);
    Value applyFilter(const Postfix& filter, const Value& value, const ScopePtr& scope);
    Arguments evaluateArguments(const CallArguments& arguments, const ScopePtr& scope);
    /// A variable of the scope or of the context, or a built-in function; undefined where there is none.
    const Value& variable(Symbol symbol, const ScopePtr& scope) const;

private:
    Value evaluateName(const Expression& name, const ScopePtr& scope);
    Value evaluateDict(const Expression& dict, const ScopePtr& scope);
    Value evaluateConcat(const Expression& concat, const ScopePtr& scope);
    Value evaluateCompare(const Expression& chain, const ScopePtr& scope);
    bool applyTest(const Postfix& test, const Value& value, const ScopePtr& scope);
    Value applySlice(const Postfix& slice, const Value& value, const ScopePtr& scope);
    Values evaluateAll(const std::vector<ExpressionPtr>& expressions, const ScopePtr& scope);

    const Syntax& m_syntax;
    Runtime& m_runtime;
    Values m_globals;  ///< by symbol: the context's variables and the built-in functions
};

}  // namespace hearth::jinja
