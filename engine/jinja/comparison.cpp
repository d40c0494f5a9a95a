#include "jinja/comparison.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <functional>

#include "jinja/runtime.h"
#include "jinja/text_search.h"

namespace hearth::jinja {
namespace {

/// By value, as Python does: an integer is not rounded to the double next to it.
std::partial_ordering compareNumbers(const Value& a, const Value& b) {
    if (b.isInteger()) return 0 <=> compareNumbers(b, a);
    if (!a.isInteger()) return a.asFloat() <=> b.asFloat();
    const double number = b.asFloat();
    constexpr double limit = 9223372036854775808.0;  // 2^63
    if (!(number >= -limit && number < limit)) return 0.0 <=> number;
    const auto whole = static_cast<int64_t>(number);
    if (a.asInt() != whole) return a.asInt() <=> whole;
    return 0.0 <=> number - static_cast<double>(whole);
}

bool isScalar(const Value& value) {
    return value.isNone() || value.isNumber() || value.isString();
}

bool sameScalar(const Value& a, const Value& b) {
    if (a.isNumber() && b.isNumber()) {
        if (a.isInteger() && b.isInteger()) return a.asInt() == b.asInt();
        return compareNumbers(a, b) == 0;
    }
    if (a.kind() != b.kind()) return false;
    if (a.isString()) {
        const std::string& left = a.bytes();
        const std::string& right = b.bytes();
        if (left.size() != right.size()) return false;
        RenderBudget::chargeCurrent(left.size() / 8);
        return left == right;
    }
    return a.isNone() || a.object() == b.object();
}

size_t scalarHash(const Value& value) {
    RenderBudget::chargeCurrent(16 + (value.isString() ? value.bytes().size() / 2 : 0));
    if (value.isString()) return std::hash<std::string_view>{}(value.bytes());
    if (value.isNone()) return 0x9e3779b9U;
    if (value.isInteger()) return std::hash<int64_t>{}(value.asInt());
    const double number = value.asFloat();
    // 1.0 and 1 are the same key, so they need the same hash.
    if (std::trunc(number) == number && std::abs(number) < 9.0e18) {
        return std::hash<int64_t>{}(static_cast<int64_t>(number));
    }
    return std::hash<double>{}(number);
}

bool isTuple(const Value& value) {
    return value.isSequence() && value.sequence().form() == SequenceObject::Form::Tuple;
}

[[noreturn]] void failOrder(const Value& a, const Value& b) {
    throwTypeError("'<' not supported between instances of '" + std::string(typeName(a)) + "' and '" +
                   std::string(typeName(b)) + "'");
}

bool equalSequences(Runtime& runtime, const SequenceObject& a, const SequenceObject& b) {
    if (&a == &b) return true;
    if (a.form() != b.form() || a.form() >= SequenceObject::Form::Generator) return false;
    const auto& left = a.items();
    const auto& right = b.items();
    if (left.size() != right.size()) return false;
    for (size_t i = 0; i < left.size(); ++i) {
        if (!equals(runtime, left[i], right[i])) return false;
    }
    return true;
}

bool equalDicts(Runtime& runtime, const DictObject& a, const DictObject& b) {
    if (a.size() != b.size()) return false;
    return std::all_of(a.entries().begin(), a.entries().end(), [&](const DictObject::Entry& entry) {
        const Value* other = b.find(entry.first);
        return other != nullptr && equals(runtime, entry.second, *other);
    });
}

}  // namespace

bool equals(Runtime& runtime, const Value& a, const Value& b) {
    const Runtime::Depth depth(runtime);
    runtime.step();
    if (a.isUndefined() || b.isUndefined()) return a.isUndefined() && b.isUndefined();
    if (isScalar(a) || isScalar(b)) return sameScalar(a, b);
    if (a.kind() != b.kind()) return false;
    if (a.isSequence()) return equalSequences(runtime, a.sequence(), b.sequence());
    if (a.isDict()) return a.object() == b.object() || equalDicts(runtime, a.dict(), b.dict());
    return a.object() == b.object();
}

bool lessThan(Runtime& runtime, const Value& a, const Value& b) {
    const Runtime::Depth depth(runtime);
    runtime.step();
    if (a.isUndefined()) throwUndefined(a);
    if (b.isUndefined()) throwUndefined(b);
    if (a.isNumber() && b.isNumber()) {
        if (a.isInteger() && b.isInteger()) return a.asInt() < b.asInt();
        return compareNumbers(a, b) < 0;
    }
    if (a.isString() && b.isString()) {
        runtime.charge(std::min(a.bytes().size(), b.bytes().size()) / 4);
        return a.bytes() < b.bytes();  // UTF-8 sorts like code points
    }
    if (!a.isSequence() || !b.isSequence() || a.sequence().form() != b.sequence().form() ||
        a.sequence().form() > SequenceObject::Form::Tuple) {
        failOrder(a, b);
    }
    const auto& left = a.sequence().items();
    const auto& right = b.sequence().items();
    for (size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
        if (!equals(runtime, left[i], right[i])) return lessThan(runtime, left[i], right[i]);
    }
    return left.size() < right.size();
}

bool contains(Runtime& runtime, const Value& container, const Value& item) {
    switch (container.kind()) {
        case Kind::Undefined:
            return false;
        case Kind::String:
            if (!item.isString()) {
                throwTypeError("'in <string>' requires string as left operand, not " +
                               std::string(typeName(item)));
            }
            return findText(runtime, container.bytes(), item.bytes()) != std::string_view::npos;
        case Kind::Dict:
            keyHash(item);  // refuses unhashable items
            return container.dict().find(item) != nullptr;
        case Kind::Sequence: {
            SequenceObject& sequence = container.sequence();
            Values drained;
            if (!sequence.sized()) drained = sequence.drain();
            const Values& items = sequence.sized() ? sequence.items() : drained;
            return std::any_of(items.begin(), items.end(),
                               [&](const Value& member) { return equals(runtime, member, item); });
        }
        default:
            break;
    }
    throwTypeError("argument of type '" + std::string(typeName(container)) + "' is not iterable");
}

bool truthy(const Value& value) {
    switch (value.kind()) {
        case Kind::Undefined:
        case Kind::None:
            return false;
        case Kind::Bool:
            return value.asBool();
        case Kind::Int:
            return value.asInt() != 0;
        case Kind::Float:
            return value.asFloat() != 0.0;
        case Kind::String:
            return !value.bytes().empty();
        case Kind::Dict:
            return value.dict().size() != 0;
        case Kind::Sequence:
            return !value.sequence().sized() || !value.sequence().items().empty();
        case Kind::Namespace:
        case Kind::Callable:
            return true;
    }
    return true;
}

bool sameKey(const Value& a, const Value& b) {
    RenderBudget::chargeCurrent(8);
    if (isScalar(a) && isScalar(b)) return sameScalar(a, b);
    if (a.isUndefined() && b.isUndefined()) return true;
    if (!isTuple(a) || !isTuple(b)) return a.object() != nullptr && a.object() == b.object();
    const auto& left = a.sequence().items();
    const auto& right = b.sequence().items();
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), sameScalar);
}

size_t keyHash(const Value& key) {
    if (key.isUndefined()) return 0;
    if (isScalar(key)) return scalarHash(key);
    if (!isTuple(key)) {
        if (key.isDict() || key.isSequence()) {
            throwTypeError("unhashable type: '" + std::string(typeName(key)) + "'");
        }
        return std::hash<const void*>{}(key.object());
    }
    size_t hash = 0x345678U;
    for (const Value& item : key.sequence().items()) {
        // Deeper tuples could take exponential time, and no template needs them as keys.
        if (!isScalar(item)) {
            throwTypeError("unhashable type: '" + std::string(typeName(item)) + "' inside a tuple");
        }
        hash = hash * 1000003U ^ scalarHash(item);
    }
    return hash;
}

}  // namespace hearth::jinja
