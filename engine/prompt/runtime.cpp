#include "prompt/runtime.h"

#include <algorithm>

#include "prompt/comparison.h"
#include "prompt/methods.h"
#include "prompt/python_repr.h"
#include "prompt/utf8.h"

namespace hearth::jinja {
namespace {

constexpr size_t kNodesPerLevel = 10;  // nested nodes that one level of macro calls may use on average
constexpr size_t kMemoryFactor = 8;  // memory of all values together, in units of the longest string allowed

Value unsafeAttribute(std::string_view name, const Value& value) {
    return Value::undefined("access to attribute '" + std::string(name) + "' of a '" +
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
        return Value::undefined("'None' has no attribute '" + std::string(name) + "'");
    }
    return Value::undefined(quotedType(owner) + " has no attribute '" + std::string(name) + "'");
}

// The attribute itself, without falling back to items.
std::optional<Value> attributeOf(Runtime& runtime, const Value& value, std::string_view name) {
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

std::optional<Value> itemOf(Runtime& runtime, const Value& value, const Value& key) {
    if (value.isDict()) {
        keyHash(key);  // refuses unhashable keys
        const Value* found = value.dict().find(key);
        return found == nullptr ? std::nullopt : std::optional<Value>(*found);
    }
    if (!key.isInteger()) return std::nullopt;
    int64_t index = key.asInt();
    if (value.isString()) {
        const auto range = characterAt(value.bytes(), index);
        if (!range) return std::nullopt;
        runtime.stepBytes(value.bytes().size());
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
    throw Error(ErrorCode::BadInput, "The chat template failed: " + reason + ".");
}

void throwUndefined(const Value& value) {
    throwTypeError(value.undefinedMessage());
}

Runtime::Runtime(const TemplateLimits& limits, std::tm now)
    : m_limits(limits),
      m_depthLimit(limits.depth * kNodesPerLevel),
      m_now(now),
      m_meter(limits.outputBytes * kMemoryFactor) {
}

Runtime::~Runtime() {
    for (const auto& weak : m_tracked) {
        if (const auto object = weak.lock()) object->clear();
    }
}

void Runtime::failSteps() const {
    throw Error(ErrorCode::BadInput,
                "The chat template does not come to an end within the allowed number of steps.");
}

void Runtime::failLength() const {
    throw Error(ErrorCode::BadInput, "The chat template makes a text longer than " +
                                         std::to_string(m_limits.outputBytes >> 20U) + " MiB.");
}

void Runtime::failDepth() const {
    throw Error(ErrorCode::BadInput, "The chat template nests too deeply or calls itself without end.");
}

Value Runtime::string(Text text, bool markup) {
    checkLength(text.size());
    stepBytes(text.size());
    return {std::make_shared<StringObject>(&m_meter, std::move(text), markup)};
}

Value Runtime::sequence(SequenceObject::Form form, std::vector<Value> items) {
    step(items.size() / 4);
    auto object = std::make_shared<SequenceObject>(&m_meter, form, std::move(items));
    return {std::move(object)};
}

void Runtime::track(const std::shared_ptr<Object>& object) {
    if (m_tracked.size() >= m_sweepAt) {
        std::erase_if(m_tracked, [](const std::weak_ptr<Object>& weak) { return weak.expired(); });
        m_sweepAt = std::max<size_t>(1024, 2 * m_tracked.size());
    }
    m_meter.take(sizeof(Object) + 64);  // never given back: bounds the number of such objects
    m_tracked.push_back(object);
}

Value Runtime::call(const Value& callee, Arguments& arguments) {
    if (callee.isUndefined()) throwUndefined(callee);
    if (callee.kind() != Kind::Callable) {
        throwTypeError("'" + std::string(typeName(callee)) + "' object is not callable");
    }
    const Depth depth(*this);
    step();
    const std::shared_ptr<Object> alive = callee.shared();
    return static_cast<CallableObject*>(alive.get())->call(*this, arguments);
}

std::vector<Value> iterate(Runtime& runtime, const Value& value) {
    switch (value.kind()) {
        case Kind::Undefined:
            return {};
        case Kind::Sequence: {
            runtime.step(value.sequence().items().size() / 16);
            return value.sequence().drain();
        }
        case Kind::Dict: {
            std::vector<Value> keys;
            keys.reserve(value.dict().size());
            for (const auto& entry : value.dict().entries()) keys.push_back(entry.first);
            return keys;
        }
        case Kind::String: {
            std::vector<Value> characters;
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
            runtime.stepBytes(value.bytes().size());
            return static_cast<int64_t>(countCharacters(value.bytes()));
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
    if (value.isString()) return value.text();
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
    return Value::undefined(quotedType(value) + " has no element " + pythonRepr(runtime, key).bytes());
}

}  // namespace hearth::jinja
