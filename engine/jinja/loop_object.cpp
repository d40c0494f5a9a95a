#include "jinja/loop_object.h"

#include "jinja/comparison.h"
#include "jinja/methods.h"

namespace hearth::jinja {
namespace {

Value cycleMethod(Runtime& /*runtime*/, const Value& self, Arguments& arguments) {
    const auto& loop = *static_cast<LoopObject*>(self.object());
    if (arguments.positional.empty()) throwTypeError("no items for cycling given");
    return arguments.positional[loop.index() % arguments.positional.size()];
}

Value changedMethod(Runtime& runtime, const Value& self, Arguments& arguments) {
    return {static_cast<LoopObject*>(self.object())->changed(runtime, arguments)};
}

Value number(size_t value) {
    return {static_cast<int64_t>(value)};
}

}  // namespace

bool LoopObject::changed(Runtime& runtime, Arguments& arguments) {
    bool same = m_lastChanged && m_lastChanged->size() == arguments.positional.size();
    for (size_t i = 0; same && i < arguments.positional.size(); ++i) {
        same = equals(runtime, (*m_lastChanged)[i], arguments.positional[i]);
    }
    runtime.charge(8 * arguments.positional.size());
    if (!same) m_lastChanged = arguments.positional;
    return !same;
}

Value LoopObject::call(Runtime& runtime, Arguments& arguments) {
    if (!m_loop.recursive) {
        throwTypeError("the loop must have the 'recursive' marker to be called");
    }
    if (arguments.positional.size() != 1) throwTypeError("a recursive loop takes one argument");
    const Runtime::MacroDepth depth(runtime);
    Output out(runtime);
    m_interpreter.runLoop(m_loop, m_scope, iterate(runtime, arguments.positional[0]), m_depth + 1, out);
    return runtime.string(out.take());
}

std::optional<Value> LoopObject::attribute(Runtime& /*runtime*/, std::string_view name) {
    const size_t count = m_items.size();
    if (name == "index") return number(m_index + 1);
    if (name == "index0") return number(m_index);
    if (name == "first") return Value(m_index == 0);
    if (name == "last") return Value(m_index + 1 >= count);
    if (name == "length") return number(count);
    if (name == "revindex") return number(count - m_index);
    if (name == "revindex0") return number(count - m_index - 1);
    if (name == "depth") return number(m_depth);
    if (name == "depth0") return number(m_depth - 1);
    if (name == "previtem") {
        return m_index > 0 ? m_items[m_index - 1] : Value::undefined("there is no previous item");
    }
    if (name == "nextitem") {
        return m_index + 1 < count ? m_items[m_index + 1] : Value::undefined("there is no next item");
    }
    // The bound object must not outlive the loop by reference, so it shares ownership through the scope's
    // value.
    if (name == "cycle") return bindMethod(Value(Kind::Callable, shared_from_this()), cycleMethod);
    if (name == "changed") return bindMethod(Value(Kind::Callable, shared_from_this()), changedMethod);
    return std::nullopt;
}

}  // namespace hearth::jinja
