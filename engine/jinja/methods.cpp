#include "jinja/methods.h"

#include <cmath>

#include "jinja/arguments.h"

namespace hearth::jinja {
namespace {

class MethodObject final : public CallableObject {
public:
    MethodObject(Value self, MethodFunction function)
        : CallableObject(sizeof(MethodObject)), m_self(std::move(self)), m_function(function) {}
    Value call(Runtime& runtime, Arguments& arguments) override {
        return m_function(runtime, m_self, arguments);
    }
    std::string_view typeName() const override { return "builtin_function_or_method"; }

private:
    Value m_self;
    MethodFunction m_function;
};

Value isInteger(Runtime& /*runtime*/, const Value& self, Arguments& arguments) {
    refuseArguments(arguments);
    return {std::isfinite(self.asFloat()) && std::trunc(self.asFloat()) == self.asFloat()};
}

MethodFunction findMethod(const Value& value, std::string_view name) {
    switch (value.kind()) {
        case Kind::String:
            return findStringMethod(name);
        case Kind::Dict:
            return findDictMethod(name);
        case Kind::Sequence:
            return findSequenceMethod(value.sequence().form(), name);
        case Kind::Float:
            return name == "is_integer" ? isInteger : nullptr;
        default:
            return nullptr;
    }
}

}  // namespace

Value bindMethod(Value self, MethodFunction function) {
    return {Kind::Callable, std::make_shared<MethodObject>(std::move(self), function)};
}

std::optional<Value> boundMethod(const Value& value, std::string_view name) {
    const MethodFunction function = findMethod(value, name);
    if (function == nullptr) return std::nullopt;
    return bindMethod(value, function);
}

}  // namespace hearth::jinja
