#include "jinja/macro_object.h"

namespace hearth::jinja {

std::optional<Value> MacroObject::attribute(Runtime& runtime, std::string_view name) {
    if (name == "name") return runtime.trusted(m_macro->name);
    if (name == "catch_kwargs") return Value(m_macro->usesKwargs);
    if (name == "catch_varargs") return Value(m_macro->usesVarargs);
    if (name == "caller") return Value(m_macro->usesCaller);
    if (name == "arguments") return m_interpreter.parameterNames(*m_macro);
    return std::nullopt;
}

}  // namespace hearth::jinja
