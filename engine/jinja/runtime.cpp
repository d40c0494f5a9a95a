#include "jinja/runtime.h"

#include <algorithm>
#include "jinja/jinja_errors.h"

#include "hearth/readable_text.h"
#include "jinja/comparison.h"
#include "jinja/methods.h"
#include "jinja/python_repr.h"
#include "jinja/text_search.h"
#include "unicode/utf8.h"

namespace hearth::jinja {
namespace {

constexpr size_t kNodesPerLevel = 10;  // nested nodes that one level of macro calls may use on average
constexpr size_t kMemoryFactor = 6;  // memory of all values together, in units of the longest string allowed

Value unsafeAttribute(std::string_view name, const Value& value) {
    return Value::undefined("access to attribute '" + readableText(name) + "' of a '" +
                                std::string(typeName(value)) + "' value is unsafe",
                            true);
}

std::string quotedType(const Value& value) {
    return "'" + std::string(typeName(value)) + " object'";
}

bool isDunder(std::string_view name) {
    return name.size() > 4 && name.starts_with("__") && name.ends_with("__");
}

Value missing(const Value& owner, std::string_view name) {
    if (owner.isNone()) {
        return Value::undefined("'None' has no attribute '" + readableText(name) + "'");
    }
    return Value::undefined(quotedType(owner) + " has no attribute '" + readableText(name) + "'");
}

// The attribute itself, without falling back to items.
std::optional<Value> attributeOf(Runtime& runtime, const Value& value, std::string_view name) {
    runtime.charge(Runtime::kObjectUnits);  // names are looked for one after the other
    switch (value.kind()) {
        case Kind::Namespace: {
            const Value* found = static_cast<NamespaceObject*>(value.object())->dict().find(name);
            return found == nullptr ? std::nullopt : std::optional<Value>(*found);
        }
        case Kind::Callable:
            return static_cast<CallableObject*>(value.object())->attribute(runtime, name);
        case Kind::Sequence:
            if (value.sequence().isGroup() && name == "grouper") return value.sequence().items()[0];
            if (value.sequence().isGroup() && name == "list") return value.sequence().items()[1];
            return boundMethod(value, name);
        default:
            return boundMethod(value, name);
    }
}

// characterAt(), charged.
std::optional<std::pair<size_t, size_t>> rangeOfCharacter(Runtime& runtime, std::string_view bytes,
                                                          int64_t index) {
    if (index < 0) index += static_cast<int64_t>(countCharacters(runtime, bytes));
    if (index < 0) return std::nullopt;
    const size_t begin = offsetOfCharacter(runtime, bytes, static_cast<size_t>(index));
    if (begin == bytes.size()) return std::nullopt;
    return std::pair{begin, nextCharacter(bytes, begin)};
}

std::optional<Value> itemOf(Runtime& runtime, const Value& value, const Value& key) {
    if (value.isDict()) {
        keyHash(key);  // refuses unhashable keys
        const Value* found = value.dict().find(key);
        return found == nullptr ? std::nullopt : std::optional<Value>(*found);
    }
    if (!key.isInteger()) return std::nullopt;
    int64_t index = key.asInt();
    if (value.isString()) {
        const std::string& bytes = value.bytes();
        const auto range = index == -1 ? characterAt(bytes, -1) : rangeOfCharacter(runtime, bytes, index);
        if (!range) return std::nullopt;
        return runtime.string(value.text().slice(range->first, range->second));
    }
    if (value.isSequence() && value.sequence().indexable()) {
        const auto& items = value.sequence().items();
        const auto size = static_cast<int64_t>(items.size());
        if (index < 0) index += size;
        if (index < 0 || index >= size) return std::nullopt;
        return items[static_cast<size_t>(index)];
    }
    return std::nullopt;
}

}  // namespace

void throwTypeError(const std::string& reason) {
    throw Error(errors::templateFailed, {reason});
}

void throwUndefined(const Value& value) {
    throwTypeError(value.undefinedMessage());
}

Runtime::Runtime(const TemplateLimits& limits, std::tm now, std::stop_token stop)
    : m_limits(limits),
      m_depthLimit(limits.depth * kNodesPerLevel),
      m_now(now),
      m_budget(limits.steps * kUnitsPerStep, limits.outputBytes * kMemoryFactor, std::move(stop)) {
}

Runtime::~Runtime() {
    for (const auto& weak : m_tracked) {
        if (const auto object = weak.lock()) object->clear();
    }
}

void Runtime::failLength() const {
    throw Error(errors::templateTooLong, {m_limits.outputBytes >> 20U});
}

void Runtime::failDepth() const {
    throw Error(errors::templateTooDeep);
}

Value Runtime::string(Text text, bool markup) {
    checkLength(text.size());
    charge(kObjectUnits + text.size() / 16);
    return {std::make_shared<StringObject>(std::move(text), markup)};
}

Value Runtime::sequence(SequenceObject::Form form, Values items) {
    charge(kObjectUnits + 8 * items.size());
    return {std::make_shared<SequenceObject>(form, std::move(items))};
}

void Runtime::track(const std::shared_ptr<Object>& object) {
    if (m_tracked.size() >= m_sweepAt) {
        std::erase_if(m_tracked, [](const std::weak_ptr<Object>& weak) { return weak.expired(); });
        m_sweepAt = std::max<size_t>(1024, 2 * m_tracked.size());
    }
    charge(kObjectUnits);
    m_budget.take(sizeof(Object) + 64);  // never given back: bounds the number of such objects
    m_tracked.push_back(object);
}

Value Runtime::call(const Value& callee, Arguments& arguments) {
    if (callee.isUndefined()) throwUndefined(callee);
    if (callee.kind() != Kind::Callable) {
        throwTypeError("'" + std::string(typeName(callee)) + "' object is not callable");
    }
    const Depth depth(*this);
    step();
    charge(kObjectUnits + 8 * (arguments.positional.size() + arguments.named.size()));
    const std::shared_ptr<Object> alive = callee.shared();
    return static_cast<CallableObject*>(alive.get())->call(*this, arguments);
}

Values iterate(Runtime& runtime, const Value& value) {
    switch (value.kind()) {
        case Kind::Undefined:
            return {};
        case Kind::Sequence: {
            runtime.charge(8 * value.sequence().items().size());
            return value.sequence().drain();
        }
        case Kind::Dict: {
            Values keys;
            runtime.charge(8 * value.dict().size());
            keys.reserve(value.dict().size());
            for (const auto& entry : value.dict().entries()) keys.push_back(entry.first);
            return keys;
        }
        case Kind::String: {
            Values characters;
            const std::string& bytes = value.bytes();
            for (size_t at = 0; at < bytes.size();) {
                const size_t next = nextCharacter(bytes, at);
                runtime.step();
                characters.push_back(runtime.string(value.text().slice(at, next)));
                at = next;
            }
            return characters;
        }
        default:
            break;
    }
    throwTypeError("'" + std::string(typeName(value)) + "' object is not iterable");
}

int64_t lengthOf(Runtime& runtime, const Value& value) {
    switch (value.kind()) {
        case Kind::Undefined:
            return 0;
        case Kind::String:
            return static_cast<int64_t>(countCharacters(runtime, value.bytes()));
        case Kind::Dict:
            return static_cast<int64_t>(value.dict().size());
        case Kind::Sequence:
            if (value.sequence().sized()) return static_cast<int64_t>(value.sequence().items().size());
            break;
        default:
            break;
    }
    throwTypeError("object of type '" + std::string(typeName(value)) + "' has no len()");
}

Text toText(Runtime& runtime, const Value& value) {
    if (value.isString()) {
        runtime.charge(value.bytes().size() / 2);
        return value.text();
    }
    if (value.isUnsafe()) throwUndefined(value);
    if (value.isUndefined()) return {};
    return pythonRepr(runtime, value);
}

Value getAttribute(Runtime& runtime, const Value& value, std::string_view name) {
    if (value.isUndefined()) throwUndefined(value);
    if (isDunder(name)) return unsafeAttribute(name, value);
    if (auto found = attributeOf(runtime, value, name)) return *std::move(found);
    if (value.isDict()) {
        if (const Value* item = value.dict().find(name)) return *item;
    }
    return missing(value, name);
}

Value getItem(Runtime& runtime, const Value& value, const Value& key) {
    if (value.isUndefined()) throwUndefined(value);
    if (auto found = itemOf(runtime, value, key)) return *std::move(found);
    if (key.isString()) {
        if (isDunder(key.bytes()) && !value.isDict()) return unsafeAttribute(key.bytes(), value);
        if (auto found = attributeOf(runtime, value, key.bytes())) return *std::move(found);
        return missing(value, key.bytes());
    }
    return Value::undefined(quotedType(value) + " has no element " +
                            readableText(pythonRepr(runtime, key).bytes()));
}

}  // namespace hearth::jinja
