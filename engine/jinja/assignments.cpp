#include "jinja/assignments.h"

#include "hearth/readable_text.h"
#include "jinja/operators.h"

namespace hearth::jinja {
namespace {

/// `set ns.text = ns.text ~ a ~ b`, or the same with +: how templates gather their output in a namespace.
bool appendsToItself(const SetStatement& statement) {
    const Target& target = statement.target;
    const Expression& sum = *statement.value;
    if (target.form != Target::Form::Attribute) return false;
    if (sum.form != Expression::Form::Concat && sum.form != Expression::Form::Arithmetic) return false;
    for (const Operator op : sum.operators) {
        if (op != Operator::Add) return false;
    }
    const Expression& left = *sum.operands.front();
    return left.form == Expression::Form::Chain && left.postfixes.size() == 1 &&
           left.postfixes.front().form == Postfix::Form::Attribute &&
           left.postfixes.front().name == target.attribute &&
           left.operands.front()->form == Expression::Form::Name &&
           left.operands.front()->symbol == target.symbol;
}

bool arePlainStrings(const Values& values) {
    for (const Value& value : values) {
        if (!value.isString() || value.isMarkup()) return false;
    }
    return true;
}

}  // namespace

void Assignments::execute(const SetStatement& statement, const ScopePtr& scope) {
    if (!appendsToItself(statement)) {
        return assign(statement.target, m_evaluator.evaluate(*statement.value, scope), scope);
    }
    const Runtime::Depth depth(m_runtime);
    m_runtime.step();
    const Expression& sum = *statement.value;
    const bool concat = sum.form == Expression::Form::Concat;
    const Value left = m_evaluator.evaluate(*sum.operands.front(), scope);
    if (!left.isString() || left.isMarkup()) {
        return assign(statement.target, m_evaluator.evaluate(sum, scope), scope);
    }
    Values parts;
    for (size_t i = 1; i < sum.operands.size(); ++i) {
        Value part = m_evaluator.evaluate(*sum.operands[i], scope);
        const bool stays = !concat || (part.isString() && !part.isMarkup());
        parts.push_back(stays ? std::move(part) : m_runtime.string(toText(m_runtime, part)));
    }
    StringObject* own = arePlainStrings(parts) ? soleString(statement.target, left, scope) : nullptr;
    if (own != nullptr) {
        for (const Value& part : parts) appendInPlace(*own, part.text());
        return;
    }
    Value result = left;
    for (const Value& part : parts) result = calculate(m_runtime, Operator::Add, result, part);
    assign(statement.target, std::move(result), scope);
}

StringObject* Assignments::soleString(const Target& target, const Value& left, const ScopePtr& scope) const {
    const Value& owner = m_evaluator.variable(target.symbol, scope);
    if (owner.kind() != Kind::Namespace) return nullptr;
    const Value* slot = static_cast<NamespaceObject*>(owner.object())->dict().find(target.attribute);
    constexpr long kSlotAndLeft = 2;
    if (slot == nullptr || slot->object() != left.object() || left.shared().use_count() != kSlotAndLeft) {
        return nullptr;
    }
    return static_cast<StringObject*>(left.object());
}

void Assignments::appendInPlace(StringObject& string, const Text& tail) {
    m_runtime.checkLength(string.text().size() + tail.size());
    m_runtime.charge(8 + tail.size() / 2 + 16 * tail.runs().size());
    string.append(tail);
}

void Assignments::assign(const Target& target, Value value, const ScopePtr& scope) {
    switch (target.form) {
        case Target::Form::Name:
            scope->set(target.symbol, std::move(value));
            return;
        case Target::Form::Attribute: {
            const Value& owner = m_evaluator.variable(target.symbol, scope);
            if (owner.kind() != Kind::Namespace) {
                throwTypeError("cannot assign attribute '" + readableText(target.attribute) +
                               "' on a value that is not a namespace");
            }
            const std::shared_ptr<Object> alive = owner.shared();
            static_cast<NamespaceObject*>(alive.get())
                ->dict()
                .set(m_runtime.trusted(target.attribute), std::move(value));
            return;
        }
        case Target::Form::Tuple: {
            if (value.isUndefined()) throwTypeError("not enough values to unpack");
            const Values items = iterate(m_runtime, value);
            if (items.size() != target.items.size()) {
                throwTypeError("cannot unpack " + std::to_string(items.size()) + " values into " +
                               std::to_string(target.items.size()) + " names");
            }
            for (size_t i = 0; i < items.size(); ++i) assign(target.items[i], items[i], scope);
            return;
        }
    }
}

}  // namespace hearth::jinja
