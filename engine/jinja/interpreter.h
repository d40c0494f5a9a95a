#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "jinja/assignments.h"
#include "jinja/evaluator.h"
#include "jinja/output.h"
#include "jinja/runtime.h"
#include "jinja/scope.h"
#include "jinja/syntax.h"

namespace hearth::jinja {

/// Runs the statements of one template once.
class Interpreter {
public:
    Interpreter(const Syntax& syntax, Runtime& runtime, const nlohmann::ordered_json& context);

    Text run();

    /// A macro's body with its arguments bound.
    Value callMacro(const MacroDefinition& macro, const ScopePtr& definedIn, Arguments& arguments);
    /// All iterations of a for statement over `items`, as recursive loops call it again.
    void runLoop(const ForStatement& loop, const ScopePtr& scope, Values items, size_t depth, Output& out);
    Value parameterNames(const MacroDefinition& macro);

private:
    enum class Flow { Normal, Break, Continue };

    Flow execute(const Body& body, const ScopePtr& scope, Output& out);
    Flow execute(const Statement& statement, const ScopePtr& scope, Output& out);
    Flow executeIf(const IfStatement& statement, const ScopePtr& scope, Output& out);
    void executeFor(const ForStatement& statement, const ScopePtr& scope, Output& out);
    void executeSetBlock(const SetBlockStatement& statement, const ScopePtr& scope);
    void executeCall(const CallStatement& statement, const ScopePtr& scope, Output& out);
    void executeFilter(const FilterStatement& statement, const ScopePtr& scope, Output& out);
    void executeWith(const WithStatement& statement, const ScopePtr& scope, Output& out);
    Values filterItems(const ForStatement& loop, const ScopePtr& scope, Values items);
    Text capture(const Body& body, const ScopePtr& scope);
    Value makeMacro(const std::shared_ptr<MacroDefinition>& macro, const ScopePtr& scope);

    const Syntax& m_syntax;
    Runtime& m_runtime;
    Evaluator m_evaluator;
    Assignments m_assignments;
};

}  // namespace hearth::jinja
