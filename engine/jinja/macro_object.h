#pragma once

#include "jinja/interpreter.h"

namespace hearth::jinja {

/// A macro or the body of a call block, with the scope that it was defined in.
class MacroObject final : public CallableObject {
public:
    MacroObject(Interpreter& interpreter, std::shared_ptr<MacroDefinition> macro, ScopePtr scope)
        : CallableObject(sizeof(MacroObject)),
          m_interpreter(interpreter),
          m_macro(std::move(macro)),
          m_scope(std::move(scope)) {}

    Value call(Runtime& /*runtime*/, Arguments& arguments) override {
        return m_interpreter.callMacro(*m_macro, m_scope, arguments);
    }
    std::optional<Value> attribute(Runtime& runtime, std::string_view name) override;
    std::string_view typeName() const override { return "Macro"; }

private:
    Interpreter& m_interpreter;
    std::shared_ptr<MacroDefinition> m_macro;
    ScopePtr m_scope;
};

}  // namespace hearth::jinja
