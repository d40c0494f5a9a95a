#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "jinja/output.h"
#include "jinja/runtime.h"
#include "jinja/syntax.h"

namespace hearth::jinja {

/// Variables of one block; look-ups go on to the enclosing ones.
class Scope final : public Object {
public:
    explicit Scope(std::shared_ptr<Scope> parent) : Object(sizeof(Scope)), m_parent(std::move(parent)) {}
    ~Scope() override { clear(); }
    void clear() override;
    const Value* find(Symbol symbol) const;
    void set(Symbol symbol, Value value);

private:
    std::shared_ptr<Scope> m_parent;
    MeteredVector<std::pair<Symbol, Value>> m_variables;
};
using ScopePtr = std::shared_ptr<Scope>;

/// Runs one template once.
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
    void executeSet(const SetStatement& statement, const ScopePtr& scope);
    void executeSetBlock(const SetBlockStatement& statement, const ScopePtr& scope);
    void executeCall(const CallStatement& statement, const ScopePtr& scope, Output& out);
    void executeFilter(const FilterStatement& statement, const ScopePtr& scope, Output& out);
    void executeWith(const WithStatement& statement, const ScopePtr& scope, Output& out);
    Values filterItems(const ForStatement& loop, const ScopePtr& scope, Values items);
    Text capture(const Body& body, const ScopePtr& scope);
    Value makeMacro(const std::shared_ptr<MacroDefinition>& macro, const ScopePtr& scope);
    void assign(const Target& target, Value value, const ScopePtr& scope);
    const Value& ownerOf(const Target& target, const ScopePtr& scope) const;
    StringObject* soleString(const Target& target, const Value& left, const ScopePtr& scope) const;
    void appendInPlace(StringObject& string, const Text& tail);

    Value evaluate(const Expression& expression, const ScopePtr& scope);
    Value evaluateName(const Expression& name, const ScopePtr& scope);
    Value evaluateDict(const Expression& dict, const ScopePtr& scope);
    Value evaluateConcat(const Expression& concat, const ScopePtr& scope);
    Value evaluateCompare(const Expression& chain, const ScopePtr& scope);
    Value applyPostfix(Value value, const Postfix& postfix, const ScopePtr& scope);
    Value applyFilter(const Postfix& filter, const Value& value, const ScopePtr& scope);
    bool applyTest(const Postfix& test, const Value& value, const ScopePtr& scope);
    Value applySlice(const Postfix& slice, const Value& value, const ScopePtr& scope);
    Values evaluateAll(const std::vector<ExpressionPtr>& expressions, const ScopePtr& scope);
    Arguments evaluateArguments(const CallArguments& arguments, const ScopePtr& scope);

    const Syntax& m_syntax;
    Runtime& m_runtime;
    Values m_globals;  ///< by symbol: the context's variables and the built-in functions
};

}  // namespace hearth::jinja
