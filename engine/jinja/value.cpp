#include "jinja/value.h"

#include <algorithm>
#include <functional>

#include "jinja/comparison.h"

namespace hearth::jinja {
namespace {

constexpr size_t kIndexFrom = 16;  // below this a linear search is faster than hashing
constexpr size_t kNotFound = static_cast<size_t>(-1);

// Values waiting for destruction on this thread. Set while dismantle() runs further up the stack.
thread_local Values* t_pending = nullptr;

}  // namespace

Value::Value(std::shared_ptr<StringObject> string) : m_kind(Kind::String), m_object(std::move(string)) {
}
Value::Value(std::shared_ptr<SequenceObject> sequence)
    : m_kind(Kind::Sequence), m_object(std::move(sequence)) {
}
Value::Value(std::shared_ptr<DictObject> dict) : m_kind(Kind::Dict), m_object(std::move(dict)) {
}
Value::Value(Kind kind, std::shared_ptr<Object> object) : m_kind(kind), m_object(std::move(object)) {
}

Value Value::undefined(std::string message, bool unsafe) {
    return {Kind::Undefined, std::make_shared<UndefinedObject>(std::move(message), unsafe)};
}

bool Value::isUnsafe() const noexcept {
    return isUndefined() && m_object != nullptr && static_cast<UndefinedObject*>(m_object.get())->unsafe();
}

const Text& Value::text() const noexcept {
    return static_cast<StringObject*>(m_object.get())->text();
}

bool Value::isMarkup() const noexcept {
    return isString() && static_cast<StringObject*>(m_object.get())->markup();
}

SequenceObject& Value::sequence() const noexcept {
    return *static_cast<SequenceObject*>(m_object.get());
}

DictObject& Value::dict() const noexcept {
    return *static_cast<DictObject*>(m_object.get());
}

std::string Value::undefinedMessage() const {
    if (m_object == nullptr) return "value is undefined";
    return static_cast<UndefinedObject*>(m_object.get())->message();
}

void Object::dismantle(Values&& values) noexcept {
    if (values.empty()) return;
    const auto keep = [&values](Values& pending) {
        for (Value& value : values) {
            // Any value that can hold others: one that is here twice has no last owner until the second is
            // released.
            if (value.kind() >= Kind::Sequence) pending.push_back(std::move(value));
        }
        values.clear();
    };
    if (t_pending != nullptr) return keep(*t_pending);
    Values pending((MeteredAllocator<Value>(nullptr)));  // what is freed must not fail on a limit
    keep(pending);
    t_pending = &pending;
    while (!pending.empty()) {
        const Value last = std::move(pending.back());
        pending.pop_back();
    }
    t_pending = nullptr;
}

StringObject::StringObject(Text text, bool markup)
    : Object(sizeof(StringObject) + text.heapBytes()), m_text(std::move(text)), m_markup(markup) {
}

void StringObject::append(const Text& tail) {
    const size_t size = m_text.size() + tail.size();
    const size_t capacity = m_text.capacity();
    if (size > capacity) {
        const size_t larger = std::max(size, 2 * capacity);
        grow(larger - capacity);
        m_text.reserve(larger);
    }
    grow(2 * tail.runs().size() * sizeof(Text::Run));  // vectors double
    m_text.append(tail);
}

Values SequenceObject::drain() {
    if (m_form != Form::Generator) return m_items;
    Values items = std::move(m_items);
    m_items.clear();
    return items;
}

void SequenceObject::insert(size_t index, Value value) {
    m_items.insert(m_items.begin() + static_cast<ptrdiff_t>(std::min(index, m_items.size())),
                   std::move(value));
}

Value SequenceObject::take(size_t index) {
    Value value = std::move(m_items[index]);
    m_items.erase(m_items.begin() + static_cast<ptrdiff_t>(index));
    return value;
}

void DictObject::clear() {
    Values values((MeteredAllocator<Value>(nullptr)));
    values.reserve(2 * m_entries.size());
    for (Entry& entry : m_entries) {
        values.push_back(std::move(entry.first));
        values.push_back(std::move(entry.second));
    }
    m_entries.clear();
    m_index.clear();
    dismantle(std::move(values));
}

size_t DictObject::indexOf(const Value& key) const {
    RenderBudget::chargeCurrent(16);
    if (m_index.empty()) {
        for (size_t i = 0; i < m_entries.size(); ++i) {
            if (sameKey(m_entries[i].first, key)) return i;
        }
        return kNotFound;
    }
    const auto [begin, end] = m_index.equal_range(keyHash(key));
    for (auto candidate = begin; candidate != end; ++candidate) {
        if (sameKey(m_entries[candidate->second].first, key)) return candidate->second;
    }
    return kNotFound;
}

const Value* DictObject::find(const Value& key) const {
    const size_t index = indexOf(key);
    return index == kNotFound ? nullptr : &m_entries[index].second;
}

const Value* DictObject::find(std::string_view key) const {
    RenderBudget::chargeCurrent(16 + key.size() / 2);
    if (m_index.empty()) {
        for (const Entry& entry : m_entries) {
            if (entry.first.isString() && entry.first.bytes() == key) return &entry.second;
        }
        return nullptr;
    }
    const auto [begin, end] = m_index.equal_range(std::hash<std::string_view>{}(key));
    for (auto candidate = begin; candidate != end; ++candidate) {
        RenderBudget::chargeCurrent(16);
        const Entry& entry = m_entries[candidate->second];
        if (entry.first.isString() && entry.first.bytes() == key) return &entry.second;
    }
    return nullptr;
}

void DictObject::set(const Value& key, Value value) {
    const size_t index = indexOf(key);
    if (index != kNotFound) {
        m_entries[index].second = std::move(value);
        return;
    }
    m_entries.emplace_back(key, std::move(value));
    if (m_entries.size() > kIndexFrom) indexFrom(m_index.empty() ? 0 : m_entries.size() - 1);
}

bool DictObject::erase(const Value& key) {
    const size_t index = indexOf(key);
    if (index == kNotFound) return false;
    RenderBudget::chargeCurrent(16 * m_entries.size());
    m_entries.erase(m_entries.begin() + static_cast<ptrdiff_t>(index));
    m_index.clear();
    if (m_entries.size() > kIndexFrom) indexFrom(0);
    return true;
}

void DictObject::indexFrom(size_t first) {
    for (size_t i = first; i < m_entries.size(); ++i) {
        RenderBudget::chargeCurrent(64);
        m_index.emplace(keyHash(m_entries[i].first), i);
    }
}

std::optional<Value> CallableObject::attribute(Runtime& /*runtime*/, std::string_view /*name*/) {
    return std::nullopt;
}

std::string_view typeName(const Value& value) {
    switch (value.kind()) {
        case Kind::Undefined:
            return "Undefined";
        case Kind::None:
            return "NoneType";
        case Kind::Bool:
            return "bool";
        case Kind::Int:
            return "int";
        case Kind::Float:
            return "float";
        case Kind::String:
            return "str";
        case Kind::Dict:
            return "dict";
        case Kind::Namespace:
            return "Namespace";
        case Kind::Callable:
            return static_cast<CallableObject*>(value.object())->typeName();
        case Kind::Sequence:
            break;
    }
    switch (value.sequence().form()) {
        case SequenceObject::Form::List:
            return "list";
        case SequenceObject::Form::Tuple:
            return "tuple";
        case SequenceObject::Form::Range:
            return "range";
        case SequenceObject::Form::Generator:
            return "generator";
        case SequenceObject::Form::DictKeys:
            return "dict_keys";
        case SequenceObject::Form::DictValues:
            return "dict_values";
        case SequenceObject::Form::DictItems:
            return "dict_items";
    }
    return "object";
}

}  // namespace hearth::jinja
