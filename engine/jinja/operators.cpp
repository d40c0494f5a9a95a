#include "jinja/operators.h"

#include <cmath>
#include <limits>

#include "jinja/comparison.h"
#include "jinja/format.h"
#include "jinja/output.h"
#include "jinja/text_operations.h"

namespace hearth::jinja {
namespace {

std::string_view symbolOf(Operator op) {
    switch (op) {
        case Operator::Add:
            return "+";
        case Operator::Subtract:
            return "-";
        case Operator::Multiply:
            return "*";
        case Operator::Divide:
            return "/";
        case Operator::FloorDivide:
            return "//";
        case Operator::Modulo:
            return "%";
        default:
            return "**";
    }
}

[[noreturn]] void failOperands(Operator op, const Value& a, const Value& b) {
    throwTypeError("unsupported operand type(s) for " + std::string(symbolOf(op)) + ": '" +
                   std::string(typeName(a)) + "' and '" + std::string(typeName(b)) + "'");
}

[[noreturn]] void failOverflow() {
    throwTypeError("an integer is too large");
}
[[noreturn]] void failZero() {
    throwTypeError("division by zero");
}

Value floatPower(double base, double exponent) {
    const double power = std::pow(base, exponent);
    if (std::isinf(power) && std::isfinite(base) && std::isfinite(exponent))
        throwTypeError("a power is too large");
    if (std::isnan(power) && !std::isnan(base) && !std::isnan(exponent))
        throwTypeError("a power is not a real number");
    return {power};
}

Value integerPower(int64_t base, int64_t exponent) {
    if (exponent < 0) {
        if (base == 0) failZero();
        return {std::pow(static_cast<double>(base), static_cast<double>(exponent))};
    }
    int64_t result = 1;
    while (exponent > 0) {
        if ((exponent & 1) != 0 && __builtin_mul_overflow(result, base, &result)) failOverflow();
        exponent >>= 1;
        if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) failOverflow();
    }
    return {result};
}

Value calculateIntegers(Operator op, int64_t a, int64_t b) {
    int64_t result = 0;
    switch (op) {
        case Operator::Add:
            if (__builtin_add_overflow(a, b, &result)) failOverflow();
            return {result};
        case Operator::Subtract:
            if (__builtin_sub_overflow(a, b, &result)) failOverflow();
            return {result};
        case Operator::Multiply:
            if (__builtin_mul_overflow(a, b, &result)) failOverflow();
            return {result};
        case Operator::Divide:
            if (b == 0) failZero();
            return {static_cast<double>(a) / static_cast<double>(b)};
        case Operator::FloorDivide:
        case Operator::Modulo: {
            if (b == 0) failZero();
            if (b == -1)
                return op == Operator::Modulo ? Value(0) : calculateIntegers(Operator::Subtract, 0, a);
            const bool adjust = a % b != 0 && ((a % b < 0) != (b < 0));  // Python rounds down
            if (op == Operator::Modulo) return {a % b + (adjust ? b : 0)};
            return {a / b - (adjust ? 1 : 0)};
        }
        default:
            return integerPower(a, b);
    }
}

Value calculateFloats(Operator op, double a, double b) {
    switch (op) {
        case Operator::Add:
            return {a + b};
        case Operator::Subtract:
            return {a - b};
        case Operator::Multiply:
            return {a * b};
        case Operator::Divide:
            if (b == 0.0) failZero();
            return {a / b};
        case Operator::FloorDivide:
            if (b == 0.0) failZero();
            return {std::floor(a / b)};
        case Operator::Modulo: {
            if (b == 0.0) failZero();
            const double rest = std::fmod(a, b);
            if (rest == 0.0) return {std::copysign(0.0, b)};
            return {(rest < 0.0) != (b < 0.0) ? rest + b : rest};
        }
        default:
            if (a == 0.0 && b < 0.0) failZero();
            return floatPower(a, b);
    }
}

Value repeat(Runtime& runtime, const Value& value, int64_t count) {
    const auto times = static_cast<size_t>(std::max<int64_t>(count, 0));
    if (value.isString()) {
        size_t bytes = 0;
        if (__builtin_mul_overflow(value.bytes().size(), times, &bytes))
            bytes = std::numeric_limits<size_t>::max();
        runtime.checkLength(bytes);
        Output text(runtime);
        for (size_t i = 0; bytes > 0 && i < times; ++i) text.append(value.text());
        return runtime.string(text.take());
    }
    const auto& items = value.sequence().items();
    Values repeated;
    for (size_t i = 0; !items.empty() && i < times; ++i) {
        runtime.charge(16 * items.size());
        runtime.checkLength((repeated.size() + items.size()) * sizeof(Value));
        repeated.insert(repeated.end(), items.begin(), items.end());
    }
    return runtime.sequence(value.sequence().form(), std::move(repeated));
}

Value concatenate(Runtime& runtime, const Value& a, const Value& b) {
    if (a.isString()) {
        runtime.checkLength(a.bytes().size() + b.bytes().size());
        // Markup escapes what is put beside it.
        const bool markup = a.isMarkup() || b.isMarkup();
        Output text(runtime);
        for (const Value* part : {&a, &b})
            text.append(markup && !part->isMarkup() ? escapeHtml(runtime, part->text()) : part->text());
        return runtime.string(text.take(), markup);
    }
    const auto& right = b.sequence().items();
    const size_t size = a.sequence().items().size() + right.size();
    runtime.checkLength(size * sizeof(Value));
    runtime.charge(8 * size);
    Values items;
    items.reserve(size);
    items.insert(items.end(), a.sequence().items().begin(), a.sequence().items().end());
    items.insert(items.end(), right.begin(), right.end());
    return runtime.sequence(a.sequence().form(), std::move(items));
}

bool isListOrTuple(const Value& value) {
    return value.isSequence() && value.sequence().form() <= SequenceObject::Form::Tuple;
}

}  // namespace

Value calculate(Runtime& runtime, Operator op, const Value& a, const Value& b) {
    if (a.isUndefined()) throwUndefined(a);
    if (op == Operator::Modulo && a.isString()) return runtime.string(percentFormat(runtime, a.text(), b));
    if (b.isUndefined()) throwUndefined(b);
    if (a.isInteger() && b.isInteger()) return calculateIntegers(op, a.asInt(), b.asInt());
    if (a.isNumber() && b.isNumber()) return calculateFloats(op, a.asFloat(), b.asFloat());
    if (op == Operator::Add) {
        if (a.isString() && b.isString()) return concatenate(runtime, a, b);
        if (a.isString()) {
            throwTypeError("can only concatenate str (not \"" + std::string(typeName(b)) + "\") to str");
        }
        if (isListOrTuple(a) && isListOrTuple(b) && a.sequence().form() == b.sequence().form()) {
            return concatenate(runtime, a, b);
        }
    }
    if (op == Operator::Multiply) {
        if ((a.isString() || isListOrTuple(a)) && b.isInteger()) return repeat(runtime, a, b.asInt());
        if (a.isInteger() && (b.isString() || isListOrTuple(b))) return repeat(runtime, b, a.asInt());
    }
    failOperands(op, a, b);
}

Value negate(const Value& value) {
    if (value.isUndefined()) throwUndefined(value);
    if (value.isInteger()) return calculateIntegers(Operator::Subtract, 0, value.asInt());
    if (value.isNumber()) return {-value.asFloat()};
    throwTypeError("bad operand type for unary -: '" + std::string(typeName(value)) + "'");
}

Value unaryPlus(const Value& value) {
    if (value.isUndefined()) throwUndefined(value);
    if (value.isInteger()) return {value.asInt()};
    if (value.isNumber()) return value;
    throwTypeError("bad operand type for unary +: '" + std::string(typeName(value)) + "'");
}

bool compare(Runtime& runtime, Operator op, const Value& a, const Value& b) {
    switch (op) {
        case Operator::Equal:
            return equals(runtime, a, b);
        case Operator::NotEqual:
            return !equals(runtime, a, b);
        case Operator::Less:
            return lessThan(runtime, a, b);
        case Operator::Greater:
            return lessThan(runtime, b, a);
        case Operator::LessEqual:
            return lessThan(runtime, a, b) || equals(runtime, a, b);
        case Operator::GreaterEqual:
            return lessThan(runtime, b, a) || equals(runtime, a, b);
        case Operator::In:
            return contains(runtime, b, a);
        default:
            return !contains(runtime, b, a);
    }
}

Value sliceOf(Runtime& runtime, const Value& value, const Value& start, const Value& stop,
              const Value& step) {
    if (value.isUndefined()) throwUndefined(value);
    const bool sliceable = value.isString() || (value.isSequence() && value.sequence().indexable());
    if (!sliceable) throwTypeError("'" + std::string(typeName(value)) + "' object is not sliceable");
    for (const Value* bound : {&start, &stop, &step}) {
        if (!bound->isNone() && !bound->isInteger()) throwTypeError("slice indices must be integers or None");
    }
    const int64_t size = lengthOf(runtime, value);
    const int64_t stride = step.isNone() ? 1 : step.asInt();
    if (stride == 0) throwTypeError("slice step cannot be zero");
    const auto clamp = [&](const Value& bound, int64_t fallback) {
        if (bound.isNone()) return fallback;
        int64_t index = bound.asInt();
        if (index < 0) index = index < -size ? -1 : index + size;
        const int64_t low = stride < 0 ? -1 : 0;
        return std::min(std::max(index, low), stride < 0 ? size - 1 : size);
    };
    const int64_t first = clamp(start, stride < 0 ? size - 1 : 0);
    const int64_t end = clamp(stop, stride < 0 ? -1 : size);
    if (value.isString()) return runtime.string(sliceText(runtime, value.text(), first, end, stride));
    Values items;
    const auto& source = value.sequence().items();
    for (int64_t i = first; stride > 0 ? i < end : i > end;) {
        runtime.charge(8);
        items.push_back(source[static_cast<size_t>(i)]);
        if (__builtin_add_overflow(i, stride, &i)) break;
    }
    return runtime.sequence(value.sequence().form(), std::move(items));
}

}  // namespace hearth::jinja
