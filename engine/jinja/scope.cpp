#include "jinja/scope.h"

namespace hearth::jinja {

void Scope::clear() {
    Values values((MeteredAllocator<Value>(nullptr)));
    values.reserve(m_variables.size());
    for (auto& variable : m_variables) values.push_back(std::move(variable.second));
    m_variables.clear();
    dismantle(std::move(values));
}

const Value* Scope::find(Symbol symbol) const {
    for (const Scope* scope = this; scope != nullptr; scope = scope->m_parent.get()) {
        RenderBudget::chargeCurrent(2 + scope->m_variables.size());
        for (const auto& variable : scope->m_variables) {
            if (variable.first == symbol) return &variable.second;
        }
    }
    return nullptr;
}

void Scope::set(Symbol symbol, Value value) {
    RenderBudget::chargeCurrent(2 + m_variables.size());
    for (auto& variable : m_variables) {
        if (variable.first == symbol) {
            variable.second = std::move(value);
            return;
        }
    }
    m_variables.emplace_back(symbol, std::move(value));
}

}  // namespace hearth::jinja
