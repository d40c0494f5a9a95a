// Methods of list, tuple, range and dict values.
#include <algorithm>

#include "jinja/arguments.h"
#include "jinja/comparison.h"
#include "jinja/methods.h"

namespace hearth::jinja {
namespace {

using Form = SequenceObject::Form;

struct MethodEntry {
    std::string_view name;
    MethodFunction function;
};

Value indexOf(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("index", arguments, {"value", "start", "stop"});
    const auto& items = self.sequence().items();
    const auto size = static_cast<int64_t>(items.size());
    int64_t start = reader.integer(1, 0);
    int64_t stop = reader.integer(2, size);
    if (start < 0) start = std::max<int64_t>(0, start + size);
    if (stop < 0) stop += size;
    for (int64_t i = start; i < std::min(stop, size); ++i) {
        if (equals(runtime, items[static_cast<size_t>(i)], reader.require(0))) return {i};
    }
    throwTypeError("the value is not in the list");
}

Value countOf(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("count", arguments, {"value"});
    const auto& items = self.sequence().items();
    return {static_cast<int64_t>(std::count_if(items.begin(), items.end(), [&](const Value& item) {
        return equals(runtime, item, reader.require(0));
    }))};
}

Value copyList(Runtime& runtime, const Value& self, Arguments& arguments) {
    refuseArguments(arguments);
    return runtime.list(self.sequence().items());
}

// The methods that change a list go beyond Hugging Face's immutable sandbox, because released templates
// (Kimi K2's queue of tool call ids) need them. Lists live for one rendering only.
Value append(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("append", arguments, {"object"});
    runtime.step();
    runtime.track(self.shared());
    self.sequence().insert(self.sequence().items().size(), reader.require(0));
    return {};
}

Value extend(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("extend", arguments, {"iterable"});
    runtime.track(self.shared());
    for (const Value& item : iterate(runtime, reader.require(0))) {
        runtime.step();
        self.sequence().insert(self.sequence().items().size(), item);
    }
    return {};
}

Value insert(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("insert", arguments, {"index", "object"});
    const auto size = static_cast<int64_t>(self.sequence().items().size());
    int64_t index = reader.integer(0, 0);
    if (index < 0) index = std::max<int64_t>(0, index + size);
    runtime.charge(4 * static_cast<uint64_t>(size));
    runtime.track(self.shared());
    self.sequence().insert(static_cast<size_t>(index), reader.require(1));
    return {};
}

Value popItem(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("pop", arguments, {"index"});
    const auto size = static_cast<int64_t>(self.sequence().items().size());
    int64_t index = reader.integer(0, -1);
    if (index < 0) index += size;
    if (index < 0 || index >= size)
        throwTypeError(size == 0 ? "pop from empty list" : "pop index out of range");
    runtime.charge(4 * static_cast<uint64_t>(size));
    return self.sequence().take(static_cast<size_t>(index));
}

Values entriesOf(Runtime& runtime, const DictObject& dict, Form form) {
    Values items;
    runtime.charge(8 * dict.size());
    items.reserve(dict.size());
    for (const auto& [key, value] : dict.entries()) {
        if (form == Form::DictKeys) items.push_back(key);
        if (form == Form::DictValues) items.push_back(value);
        if (form == Form::DictItems) items.push_back(runtime.tuple({key, value}));
    }
    return items;
}

template <Form form>
Value view(Runtime& runtime, const Value& self, Arguments& arguments) {
    refuseArguments(arguments);
    return runtime.sequence(form, entriesOf(runtime, self.dict(), form));
}

Value getValue(Runtime& /*runtime*/, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("get", arguments, {"key", "default"});
    keyHash(reader.require(0));
    const Value* found = self.dict().find(reader.get(0));
    return found == nullptr ? reader.get(1) : *found;
}

Value copyDict(Runtime& runtime, const Value& self, Arguments& arguments) {
    refuseArguments(arguments);
    auto copy = runtime.dict();
    for (const auto& [key, value] : self.dict().entries()) copy->set(key, value);
    return {std::move(copy)};
}

Value popKey(Runtime& /*runtime*/, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("pop", arguments, {"key", "default"});
    keyHash(reader.require(0));
    const Value* found = self.dict().find(reader.get(0));
    if (found == nullptr) {
        if (!reader.has(1)) throwTypeError("the key is not in the dict");
        return reader.get(1);
    }
    Value value = *found;
    self.dict().erase(reader.get(0));
    return value;
}

Value update(Runtime& runtime, const Value& self, Arguments& arguments) {
    runtime.track(self.shared());
    for (const Value& other : arguments.positional) {
        if (!other.isDict()) throwTypeError("update() needs a dict");
        runtime.charge(16 * other.dict().size());
        const DictObject::Entries entries = other.dict().entries();
        for (const auto& [key, value] : entries) self.dict().set(key, value);
    }
    for (auto& [name, value] : arguments.named)
        self.dict().set(runtime.trusted(std::string(name)), std::move(value));
    return {};
}

Value setDefault(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("setdefault", arguments, {"key", "default"});
    keyHash(reader.require(0));
    if (const Value* found = self.dict().find(reader.get(0))) return *found;
    runtime.track(self.shared());
    self.dict().set(reader.get(0), reader.get(1));
    return reader.get(1);
}

constexpr MethodEntry kTupleMethods[] = {{"index", indexOf}, {"count", countOf}};
constexpr MethodEntry kListMethods[] = {
    {"append", append}, {"extend", extend}, {"insert", insert}, {"pop", popItem}, {"copy", copyList}};
constexpr MethodEntry kDictMethods[] = {{"items", view<Form::DictItems>},
                                        {"keys", view<Form::DictKeys>},
                                        {"values", view<Form::DictValues>},
                                        {"get", getValue},
                                        {"copy", copyDict},
                                        {"pop", popKey},
                                        {"update", update},
                                        {"setdefault", setDefault}};

template <size_t size>
MethodFunction findIn(const MethodEntry (&entries)[size], std::string_view name) {
    const auto* found = std::find_if(std::begin(entries), std::end(entries),
                                     [&](const MethodEntry& entry) { return entry.name == name; });
    return found == std::end(entries) ? nullptr : found->function;
}

}  // namespace

MethodFunction findSequenceMethod(SequenceObject::Form form, std::string_view name) {
    if (form == Form::List) {
        if (const MethodFunction function = findIn(kListMethods, name)) return function;
    }
    return form <= Form::Range ? findIn(kTupleMethods, name) : nullptr;
}

MethodFunction findDictMethod(std::string_view name) {
    return findIn(kDictMethods, name);
}

}  // namespace hearth::jinja
