#include "jinja/interpreter.h"

#include <algorithm>

#include "hearth/readable_text.h"
#include "jinja/comparison.h"
#include "jinja/loop_object.h"
#include "jinja/macro_object.h"

namespace hearth::jinja {

Interpreter::Interpreter(const Syntax& syntax, Runtime& runtime, const nlohmann::ordered_json& context)
    : m_syntax(syntax),
      m_runtime(runtime),
      m_evaluator(syntax, runtime, context),
      m_assignments(runtime, m_evaluator) {
}

Text Interpreter::run() {
    Output out(m_runtime);
    const auto scope = std::make_shared<Scope>(nullptr);
    execute(m_syntax.body, scope, out);
    return out.take();
}

Interpreter::Flow Interpreter::execute(const Body& body, const ScopePtr& scope, Output& out) {
    const Runtime::Depth depth(m_runtime);
    for (const Statement& statement : body) {
        const Flow flow = execute(statement, scope, out);
        if (flow != Flow::Normal) return flow;
    }
    return Flow::Normal;
}

Interpreter::Flow Interpreter::execute(const Statement& statement, const ScopePtr& scope, Output& out) {
    m_runtime.step();
    struct Visitor {
        Interpreter& self;
        const ScopePtr& scope;
        Output& out;

        Flow operator()(const DataStatement& node) { return out.append(node.text), Flow::Normal; }
        Flow operator()(const PrintStatement& node) {
            const Value value = self.m_evaluator.evaluate(*node.value, scope);
            if (value.isString()) {
                out.append(value.text());
            } else {
                out.append(toText(self.m_runtime, value));
            }
            return Flow::Normal;
        }
        Flow operator()(const IfStatement& node) { return self.executeIf(node, scope, out); }
        Flow operator()(const ForStatement& node) { return self.executeFor(node, scope, out), Flow::Normal; }
        Flow operator()(const SetStatement& node) {
            return self.m_assignments.execute(node, scope), Flow::Normal;
        }
        Flow operator()(const SetBlockStatement& node) {
            return self.executeSetBlock(node, scope), Flow::Normal;
        }
        Flow operator()(const MacroStatement& node) {
            return scope->set(node.symbol, self.makeMacro(node.macro, scope)), Flow::Normal;
        }
        Flow operator()(const CallStatement& node) {
            return self.executeCall(node, scope, out), Flow::Normal;
        }
        Flow operator()(const FilterStatement& node) {
            return self.executeFilter(node, scope, out), Flow::Normal;
        }
        Flow operator()(const WithStatement& node) {
            return self.executeWith(node, scope, out), Flow::Normal;
        }
        Flow operator()(const ScopeStatement& node) {
            return self.execute(*node.body, std::make_shared<Scope>(scope), out);
        }
        Flow operator()(const BreakStatement&) { return Flow::Break; }
        Flow operator()(const ContinueStatement&) { return Flow::Continue; }
    };
    return std::visit(Visitor{*this, scope, out}, statement.node);
}

Interpreter::Flow Interpreter::executeIf(const IfStatement& statement, const ScopePtr& scope, Output& out) {
    for (const auto& branch : statement.branches) {
        if (branch.condition && !truthy(m_evaluator.evaluate(*branch.condition, scope))) continue;
        return execute(*branch.body, scope, out);
    }
    return Flow::Normal;
}

Values Interpreter::filterItems(const ForStatement& loop, const ScopePtr& scope, Values items) {
    Values kept;
    for (Value& item : items) {
        const auto inner = std::make_shared<Scope>(scope);
        m_assignments.assign(loop.target, item, inner);
        if (truthy(m_evaluator.evaluate(*loop.filter, inner))) kept.push_back(std::move(item));
    }
    return kept;
}

void Interpreter::executeFor(const ForStatement& statement, const ScopePtr& scope, Output& out) {
    runLoop(statement, scope, iterate(m_runtime, m_evaluator.evaluate(*statement.iterable, scope)), 1, out);
}

void Interpreter::runLoop(const ForStatement& loop, const ScopePtr& scope, Values items, size_t depth,
                          Output& out) {
    const Runtime::Depth guard(m_runtime);
    if (loop.filter) items = filterItems(loop, scope, std::move(items));
    const auto state = std::make_shared<LoopObject>(*this, loop, scope, std::move(items), depth);
    const Value loopValue(Kind::Callable, state);
    bool runElse = true;  // as in jinja2: until one pass comes to the end of the body
    ScopePtr inner;
    for (; state->index() < state->items().size(); state->advance()) {
        m_runtime.step();
        // A scope that nobody kept (a macro might) is used again.
        if (inner == nullptr || inner.use_count() > 1) {
            inner = std::make_shared<Scope>(scope);
        } else {
            inner->clear();
        }
        inner->set(m_syntax.loop, loopValue);
        m_assignments.assign(loop.target, state->items()[state->index()], inner);
        const Flow flow = execute(*loop.body, inner, out);
        if (flow == Flow::Break) break;
        if (flow == Flow::Normal) runElse = false;
    }
    if (runElse && loop.otherwise) execute(*loop.otherwise, std::make_shared<Scope>(scope), out);
}

Text Interpreter::capture(const Body& body, const ScopePtr& scope) {
    Output out(m_runtime);
    execute(body, std::make_shared<Scope>(scope), out);
    return out.take();
}

void Interpreter::executeSetBlock(const SetBlockStatement& statement, const ScopePtr& scope) {
    Value value = m_runtime.string(capture(*statement.body, scope));
    for (const Postfix& filter : statement.filters) value = m_evaluator.applyFilter(filter, value, scope);
    m_assignments.assign(statement.target, std::move(value), scope);
}

void Interpreter::executeCall(const CallStatement& statement, const ScopePtr& scope, Output& out) {
    const Expression& chain = *statement.call;
    Value callee = m_evaluator.evaluate(*chain.operands.front(), scope);
    for (size_t i = 0; i + 1 < chain.postfixes.size(); ++i) {
        callee = m_evaluator.applyPostfix(std::move(callee), chain.postfixes[i], scope);
    }
    Arguments arguments = m_evaluator.evaluateArguments(chain.postfixes.back().arguments, scope);
    arguments.named.emplace_back(MeteredString("caller"), makeMacro(statement.caller, scope));
    out.append(toText(m_runtime, m_runtime.call(callee, arguments)));
}

void Interpreter::executeFilter(const FilterStatement& statement, const ScopePtr& scope, Output& out) {
    Value value = m_runtime.string(capture(*statement.body, scope));
    for (const Postfix& filter : statement.filters) value = m_evaluator.applyFilter(filter, value, scope);
    out.append(toText(m_runtime, value));
}

void Interpreter::executeWith(const WithStatement& statement, const ScopePtr& scope, Output& out) {
    const auto inner = std::make_shared<Scope>(scope);
    for (size_t i = 0; i < statement.targets.size(); ++i) {
        m_assignments.assign(statement.targets[i], m_evaluator.evaluate(*statement.values[i], scope), inner);
    }
    execute(*statement.body, inner, out);
}

Value Interpreter::makeMacro(const std::shared_ptr<MacroDefinition>& macro, const ScopePtr& scope) {
    m_runtime.track(scope);  // the scope holds the macro and the macro the scope
    return {Kind::Callable, std::make_shared<MacroObject>(*this, macro, scope)};
}

Value Interpreter::callMacro(const MacroDefinition& macro, const ScopePtr& definedIn, Arguments& arguments) {
    const Runtime::MacroDepth macroDepth(m_runtime);
    const Runtime::Depth depth(m_runtime);
    const auto scope = std::make_shared<Scope>(definedIn);
    const size_t parameters = macro.parameters.size();
    std::vector<bool> given(parameters, false);
    for (size_t i = 0; i < std::min(parameters, arguments.positional.size()); ++i) {
        scope->set(macro.parameters[i], arguments.positional[i]);
        given[i] = true;
    }
    const auto extra = m_runtime.dict();
    Value caller = Value::undefined("No caller defined");
    for (auto& [name, value] : arguments.named) {
        const std::string_view argument = name;
        size_t index = 0;
        while (index < parameters && m_syntax.symbols.name(macro.parameters[index]) != argument) ++index;
        m_runtime.charge(8 * (index + 1));
        if (index < parameters) {
            if (given[index])
                throwTypeError("macro '" + readableText(macro.name) + "' got two values for '" +
                               readableText(name) + "'");
            scope->set(macro.parameters[index], std::move(value));
            given[index] = true;
        } else if (name == "caller" && macro.usesCaller) {
            caller = std::move(value);
        } else if (macro.usesKwargs && name != "caller") {
            extra->set(m_runtime.trusted(std::string(name)), std::move(value));
        } else {
            throwTypeError("macro '" + readableText(macro.name) + "' takes no argument '" +
                           readableText(name) + "'");
        }
    }
    if (arguments.positional.size() > parameters && !macro.usesVarargs) {
        throwTypeError("macro '" + readableText(macro.name) + "' takes not more than " +
                       std::to_string(parameters) + " argument(s)");
    }
    if (macro.usesVarargs) {
        Values rest;
        for (size_t i = parameters; i < arguments.positional.size(); ++i)
            rest.push_back(arguments.positional[i]);
        scope->set(m_syntax.varargs, m_runtime.tuple(std::move(rest)));
    }
    if (macro.usesKwargs) scope->set(m_syntax.kwargs, extra);
    const bool callerIsParameter = std::find(macro.parameters.begin(), macro.parameters.end(),
                                             m_syntax.caller) != macro.parameters.end();
    if (macro.usesCaller && !callerIsParameter) scope->set(m_syntax.caller, std::move(caller));
    const size_t firstDefault = parameters - macro.defaults.size();
    for (size_t i = 0; i < parameters; ++i) {
        if (given[i]) continue;
        if (i >= firstDefault) {
            scope->set(macro.parameters[i], m_evaluator.evaluate(*macro.defaults[i - firstDefault], scope));
        } else {
            const std::string& name = m_syntax.symbols.name(macro.parameters[i]);
            scope->set(macro.parameters[i],
                       Value::undefined("parameter '" + readableText(name) + "' was not provided"));
        }
    }
    Output out(m_runtime);
    execute(*macro.body, scope, out);
    return m_runtime.string(out.take());
}

Value Interpreter::parameterNames(const MacroDefinition& macro) {
    Values names;
    for (const Symbol symbol : macro.parameters)
        names.push_back(m_runtime.trusted(m_syntax.symbols.name(symbol)));
    return m_runtime.tuple(std::move(names));
}

}  // namespace hearth::jinja
