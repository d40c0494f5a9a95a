#include "jinja/evaluator.h"

#include "hearth/readable_text.h"
#include "jinja/comparison.h"
#include "jinja/context.h"
#include "jinja/filters.h"
#include "jinja/globals.h"
#include "jinja/operators.h"
#include "jinja/output.h"
#include "jinja/value_tests.h"

namespace hearth::jinja {

Evaluator::Evaluator(const Syntax& syntax, Runtime& runtime, const nlohmann::ordered_json& context)
    : m_syntax(syntax), m_runtime(runtime) {
    const auto& names = syntax.symbols.names();
    m_globals.reserve(names.size());
    for (const std::string& name : names) {
        if (auto variable = contextVariable(runtime, context, name)) {
            m_globals.push_back(*std::move(variable));
        } else {
            m_globals.push_back(globalFunction(name));
        }
    }
}

const Value& Evaluator::variable(Symbol symbol, const ScopePtr& scope) const {
    const Value* variable = scope->find(symbol);
    return variable != nullptr ? *variable : m_globals[symbol];
}

Value Evaluator::evaluate(const Expression& expression, const ScopePtr& scope) {
    using Form = Expression::Form;
    const Runtime::Depth depth(m_runtime);
    m_runtime.step();
    const auto& operands = expression.operands;
    switch (expression.form) {
        case Form::Literal:
            return expression.literal;
        case Form::Name:
            return evaluateName(expression, scope);
        case Form::List:
            return m_runtime.list(evaluateAll(operands, scope));
        case Form::Tuple:
            return m_runtime.tuple(evaluateAll(operands, scope));
        case Form::Dict:
            return evaluateDict(expression, scope);
        case Form::Negate:
            return negate(evaluate(*operands[0], scope));
        case Form::Plus:
            return unaryPlus(evaluate(*operands[0], scope));
        case Form::Not:
            return {!truthy(evaluate(*operands[0], scope))};
        case Form::And:
        case Form::Or: {
            const bool stopAt = expression.form == Form::Or;
            for (size_t i = 0; i + 1 < operands.size(); ++i) {
                Value value = evaluate(*operands[i], scope);
                if (truthy(value) == stopAt) return value;
            }
            return evaluate(*operands.back(), scope);
        }
        case Form::Arithmetic: {
            Value result = evaluate(*operands[0], scope);
            for (size_t i = 0; i < expression.operators.size(); ++i) {
                result =
                    calculate(m_runtime, expression.operators[i], result, evaluate(*operands[i + 1], scope));
            }
            return result;
        }
        case Form::Concat:
            return evaluateConcat(expression, scope);
        case Form::Compare:
            return evaluateCompare(expression, scope);
        case Form::Conditional:
            if (truthy(evaluate(*operands[1], scope))) return evaluate(*operands[0], scope);
            if (operands[2]) return evaluate(*operands[2], scope);
            return Value::undefined("an inline if without else has no value");
        case Form::Chain: {
            Value value = evaluate(*operands[0], scope);
            for (const Postfix& postfix : expression.postfixes) {
                value = applyPostfix(std::move(value), postfix, scope);
            }
            return value;
        }
    }
    return {};
}

Value Evaluator::evaluateName(const Expression& name, const ScopePtr& scope) {
    if (const Value* variable = scope->find(name.symbol)) return *variable;
    const Value& global = m_globals[name.symbol];
    if (!global.isUndefined()) return global;
    return Value::undefined("'" + readableText(m_syntax.symbols.name(name.symbol)) + "' is undefined");
}

Value Evaluator::evaluateDict(const Expression& dict, const ScopePtr& scope) {
    auto result = m_runtime.dict();
    for (size_t i = 0; i < dict.operands.size(); i += 2) {
        const Value key = evaluate(*dict.operands[i], scope);
        keyHash(key);  // refuses unhashable keys
        result->set(key, evaluate(*dict.operands[i + 1], scope));
    }
    return {std::move(result)};
}

Value Evaluator::evaluateConcat(const Expression& concat, const ScopePtr& scope) {
    Output out(m_runtime);
    for (const ExpressionPtr& operand : concat.operands) {
        out.append(toText(m_runtime, evaluate(*operand, scope)));
    }
    return m_runtime.string(out.take());
}

Value Evaluator::evaluateCompare(const Expression& chain, const ScopePtr& scope) {
    Value left = evaluate(*chain.operands[0], scope);
    for (size_t i = 0; i < chain.operators.size(); ++i) {
        Value right = evaluate(*chain.operands[i + 1], scope);
        if (!compare(m_runtime, chain.operators[i], left, right)) return {false};
        left = std::move(right);
    }
    return {true};
}

Values Evaluator::evaluateAll(const std::vector<ExpressionPtr>& expressions, const ScopePtr& scope) {
    Values values;
    values.reserve(expressions.size());
    for (const ExpressionPtr& expression : expressions) values.push_back(evaluate(*expression, scope));
    return values;
}

Arguments Evaluator::evaluateArguments(const CallArguments& arguments, const ScopePtr& scope) {
    Arguments result;
    for (const CallArgument& argument : arguments) {
        Value value = evaluate(*argument.value, scope);
        switch (argument.form) {
            case CallArgument::Form::Positional:
                result.positional.push_back(std::move(value));
                break;
            case CallArgument::Form::Named:
                result.named.emplace_back(MeteredString(argument.name), std::move(value));
                break;
            case CallArgument::Form::Unpack:
                for (Value& item : iterate(m_runtime, value)) result.positional.push_back(std::move(item));
                break;
            case CallArgument::Form::UnpackNamed:
                if (!value.isDict()) throwTypeError("argument after ** must be a mapping");
                for (const auto& [key, item] : value.dict().entries()) {
                    if (!key.isString()) throwTypeError("keywords must be strings");
                    m_runtime.charge(Runtime::kObjectUnits + key.bytes().size() / 4);
                    result.named.emplace_back(MeteredString(key.bytes()), item);
                }
                break;
        }
    }
    return result;
}

Value Evaluator::applyPostfix(Value value, const Postfix& postfix, const ScopePtr& scope) {
    switch (postfix.form) {
        case Postfix::Form::Attribute:
            return getAttribute(m_runtime, value, postfix.name);
        case Postfix::Form::Item:
            return getItem(m_runtime, value, evaluate(*postfix.operands[0], scope));
        case Postfix::Form::Slice:
            return applySlice(postfix, value, scope);
        case Postfix::Form::Call: {
            Arguments arguments = evaluateArguments(postfix.arguments, scope);
            return m_runtime.call(value, arguments);
        }
        case Postfix::Form::Filter:
            return applyFilter(postfix, value, scope);
        case Postfix::Form::Test:
            return {applyTest(postfix, value, scope)};
        case Postfix::Form::NotTest:
            return {!applyTest(postfix, value, scope)};
    }
    return {};
}

Value Evaluator::applyFilter(const Postfix& filter, const Value& value, const ScopePtr& scope) {
    const FilterFunction function = requireFilter(filter.name);
    Arguments arguments = evaluateArguments(filter.arguments, scope);
    m_runtime.charge(2 * Runtime::kObjectUnits);  // filters are looked for one after the other
    return function(m_runtime, value, arguments);
}

bool Evaluator::applyTest(const Postfix& test, const Value& value, const ScopePtr& scope) {
    const TestFunction function = requireTest(test.name);
    Arguments arguments = evaluateArguments(test.arguments, scope);
    m_runtime.step();
    return function(m_runtime, value, arguments);
}

Value Evaluator::applySlice(const Postfix& slice, const Value& value, const ScopePtr& scope) {
    Value bounds[3];
    for (size_t i = 0; i < 3; ++i) {
        if (slice.operands[i]) bounds[i] = evaluate(*slice.operands[i], scope);
    }
    return sliceOf(m_runtime, value, bounds[0], bounds[1], bounds[2]);
}

}  // namespace hearth::jinja
