#pragma once

#include "jinja/interpreter.h"

namespace hearth::jinja {

/// The `loop` variable: where a for loop is; called, it runs a recursive loop again over other items.
class LoopObject final : public CallableObject {
public:
    LoopObject(Interpreter& interpreter, const ForStatement& loop, ScopePtr scope, Values items, size_t depth)
        : CallableObject(sizeof(LoopObject)),
          m_interpreter(interpreter),
          m_loop(loop),
          m_scope(std::move(scope)),
          m_items(std::move(items)),
          m_depth(depth) {}
    ~LoopObject() override { clear(); }
    void clear() override { dismantle(std::move(m_items)); }

    size_t index() const noexcept { return m_index; }
    void advance() noexcept { ++m_index; }
    const Values& items() const noexcept { return m_items; }

    Value call(Runtime& runtime, Arguments& arguments) override;
    std::optional<Value> attribute(Runtime& runtime, std::string_view name) override;
    std::string_view typeName() const override { return "LoopContext"; }

    /// loop.changed(...): true when the arguments differ from the last call's.
    bool changed(Runtime& runtime, Arguments& arguments);

private:
    Interpreter& m_interpreter;
    const ForStatement& m_loop;
    ScopePtr m_scope;
    Values m_items;
    size_t m_index = 0;
    size_t m_depth;
    std::optional<Values> m_lastChanged;
};

}  // namespace hearth::jinja
