#include "jinja/value_tests.h"
#include "hearth/readable_text.h"

#include <algorithm>

#include "jinja/arguments.h"
#include "jinja/comparison.h"
#include "jinja/filters.h"
#include "jinja/methods.h"
#include "jinja/operators.h"

namespace hearth::jinja {
namespace {

const Value& onlyArgument(const Arguments& arguments) {
    if (arguments.positional.size() != 1 || !arguments.named.empty())
        throwTypeError("a test needs one argument");
    return arguments.positional.front();
}

template <bool (*predicate)(const Value&)>
bool plain(Runtime& /*runtime*/, const Value& value, Arguments& arguments) {
    if (!arguments.positional.empty()) throwTypeError("a test takes no argument");
    return predicate(value);
}

bool defined(const Value& v) {
    return !v.isUndefined();
}
bool undefined(const Value& v) {
    return v.isUndefined();
}
bool none(const Value& v) {
    return v.isNone();
}
bool boolean(const Value& v) {
    return v.kind() == Kind::Bool;
}
bool isTrue(const Value& v) {
    return v.kind() == Kind::Bool && v.asBool();
}
bool isFalse(const Value& v) {
    return v.kind() == Kind::Bool && !v.asBool();
}
bool integer(const Value& v) {
    return v.kind() == Kind::Int;
}
bool floating(const Value& v) {
    return v.kind() == Kind::Float;
}
bool number(const Value& v) {
    return v.isNumber();
}
bool string(const Value& v) {
    return v.isString();
}
bool mapping(const Value& v) {
    return v.isDict();
}
bool callable(const Value& v) {
    return v.kind() == Kind::Callable || v.isUndefined();
}
bool escaped(const Value& v) {
    return v.isMarkup();
}
bool iterable(const Value& v) {
    return v.isString() || v.isSequence() || v.isDict() || v.isUndefined() ||
           (v.kind() == Kind::Callable && typeName(v) == "LoopContext");
}
// Has len() and can be indexed; for jinja2 that holds for dicts and undefined values too.
bool sequence(const Value& v) {
    return v.isString() || v.isDict() || (v.isSequence() && v.sequence().indexable()) || v.isUndefined();
}

int64_t remainder(Runtime& runtime, const Value& value, const Value& divisor) {
    if (!value.isNumber() && !value.isUndefined()) throwTypeError("not a number");
    const Value rest = calculate(runtime, Operator::Modulo, value, divisor);
    if (rest.isInteger()) return rest.asInt();
    return rest.asFloat() == 0.0 ? 0 : rest.asFloat() == 1.0 ? 1 : 2;
}

bool odd(Runtime& runtime, const Value& v, Arguments& /*arguments*/) {
    return remainder(runtime, v, Value(2)) == 1;
}
bool even(Runtime& runtime, const Value& v, Arguments& /*arguments*/) {
    return remainder(runtime, v, Value(2)) == 0;
}
bool divisibleBy(Runtime& runtime, const Value& v, Arguments& arguments) {
    return remainder(runtime, v, onlyArgument(arguments)) == 0;
}

template <Operator op>
bool compared(Runtime& runtime, const Value& value, Arguments& arguments) {
    return compare(runtime, op, value, onlyArgument(arguments));
}

bool sameAs(Runtime& runtime, const Value& value, Arguments& arguments) {
    const Value& other = onlyArgument(arguments);
    if (value.kind() != other.kind()) return false;
    if (value.object() != nullptr || value.isUndefined()) return value.object() == other.object();
    return equals(runtime, value, other);
}

template <bool upper>
bool hasCase(Runtime& runtime, const Value& value, Arguments& /*arguments*/) {
    Arguments none;
    return findStringMethod(upper ? "isupper" : "islower")(runtime, runtime.string(toText(runtime, value)),
                                                           none)
        .asBool();
}

bool isFilter(Runtime& /*runtime*/, const Value& value, Arguments& /*arguments*/) {
    return value.isString() && findFilter(value.bytes()) != nullptr;
}
bool isTest(Runtime& /*runtime*/, const Value& value, Arguments& /*arguments*/) {
    return value.isString() && findTest(value.bytes()) != nullptr;
}

struct TestEntry {
    std::string_view name;
    TestFunction function;
};
constexpr TestEntry kTests[] = {
    {"defined", plain<defined>},
    {"undefined", plain<undefined>},
    {"none", plain<none>},
    {"boolean", plain<boolean>},
    {"true", plain<isTrue>},
    {"false", plain<isFalse>},
    {"integer", plain<integer>},
    {"float", plain<floating>},
    {"number", plain<number>},
    {"string", plain<string>},
    {"mapping", plain<mapping>},
    {"sequence", plain<sequence>},
    {"iterable", plain<iterable>},
    {"callable", plain<callable>},
    {"escaped", plain<escaped>},
    {"odd", odd},
    {"even", even},
    {"divisibleby", divisibleBy},
    {"lower", hasCase<false>},
    {"upper", hasCase<true>},
    {"filter", isFilter},
    {"test", isTest},
    {"sameas", sameAs},
    {"in", compared<Operator::In>},
    {"eq", compared<Operator::Equal>},
    {"==", compared<Operator::Equal>},
    {"equalto", compared<Operator::Equal>},
    {"ne", compared<Operator::NotEqual>},
    {"!=", compared<Operator::NotEqual>},
    {"gt", compared<Operator::Greater>},
    {">", compared<Operator::Greater>},
    {"greaterthan", compared<Operator::Greater>},
    {"ge", compared<Operator::GreaterEqual>},
    {">=", compared<Operator::GreaterEqual>},
    {"lt", compared<Operator::Less>},
    {"<", compared<Operator::Less>},
    {"lessthan", compared<Operator::Less>},
    {"le", compared<Operator::LessEqual>},
    {"<=", compared<Operator::LessEqual>},
};

}  // namespace

TestFunction findTest(std::string_view name) {
    const auto* found = std::find_if(std::begin(kTests), std::end(kTests),
                                     [name](const TestEntry& entry) { return entry.name == name; });
    return found == std::end(kTests) ? nullptr : found->function;
}

TestFunction requireTest(std::string_view name) {
    const TestFunction function = findTest(name);
    if (function == nullptr) {
        throw Error(ErrorCode::BadInput,
                    "The chat template failed: No test named '" + readableText(name) + "' found.");
    }
    return function;
}

}  // namespace hearth::jinja
