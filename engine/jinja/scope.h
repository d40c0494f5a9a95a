#pragma once

#include <memory>
#include <utility>

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

}  // namespace hearth::jinja
