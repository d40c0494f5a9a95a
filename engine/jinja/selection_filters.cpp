// map, select and their kin: filters that apply other filters and tests by name.
#include "jinja/arguments.h"
#include "jinja/comparison.h"
#include "jinja/filter_tables.h"
#include "jinja/value_tests.h"

namespace hearth::jinja {
namespace {

std::string nameArgument(const Arguments& arguments, size_t index, std::string_view filter) {
    if (index >= arguments.positional.size() || !arguments.positional[index].isString()) {
        throwTypeError(std::string(filter) + " needs a name");
    }
    return arguments.positional[index].bytes();
}

Arguments argumentsFrom(Runtime& runtime, const Arguments& arguments, size_t index) {
    runtime.charge(8 * arguments.positional.size() + 64 * arguments.named.size());
    Arguments rest;
    for (size_t i = index; i < arguments.positional.size(); ++i)
        rest.positional.push_back(arguments.positional[i]);
    rest.named = arguments.named;
    return rest;
}

// As in jinja2, which does not look at None and other false values.
Values itemsOf(Runtime& runtime, const Value& value) {
    return truthy(value) ? iterate(runtime, value) : Values();
}

Value mapAttribute(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("map", arguments, {"attribute", "default"});
    Values mapped;
    for (const Value& item : itemsOf(runtime, value)) {
        runtime.step();
        Value attribute = attributePath(runtime, item, reader.get(0));
        if (attribute.isUndefined() && !reader.get(1).isNone()) attribute = reader.get(1);
        mapped.push_back(std::move(attribute));
    }
    return runtime.generator(std::move(mapped));
}

Value map(Runtime& runtime, const Value& value, Arguments& arguments) {
    if (arguments.positional.empty() && !arguments.named.empty())
        return mapAttribute(runtime, value, arguments);
    const FilterFunction function = requireFilter(nameArgument(arguments, 0, "map"));
    Values mapped;
    const Runtime::Depth depth(runtime);
    for (const Value& item : itemsOf(runtime, value)) {
        runtime.step();
        Arguments rest = argumentsFrom(runtime, arguments, 1);
        mapped.push_back(function(runtime, item, rest));
    }
    return runtime.generator(std::move(mapped));
}

template <bool keep, bool byAttribute>
Value select(Runtime& runtime, const Value& value, Arguments& arguments) {
    const size_t testAt = byAttribute ? 1 : 0;
    if (byAttribute && arguments.positional.empty()) throwTypeError("Missing parameter for attribute name");
    const bool hasTest = arguments.positional.size() > testAt;
    const TestFunction test = hasTest ? requireTest(nameArgument(arguments, testAt, "select")) : nullptr;
    Values kept;
    for (const Value& item : itemsOf(runtime, value)) {
        runtime.step();
        const Value subject = byAttribute ? attributePath(runtime, item, arguments.positional[0]) : item;
        bool passes = truthy(subject);
        if (test != nullptr) {
            Arguments rest = argumentsFrom(runtime, arguments, testAt + 1);
            passes = test(runtime, subject, rest);
        }
        if (passes == keep) kept.push_back(item);
    }
    return runtime.generator(std::move(kept));
}

Value attribute(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("attr", arguments, {"name"});
    reader.require(0);
    // Attributes only: a dict's items are not found this way.
    const std::string& name = reader.string(0).bytes();
    if (value.isDict() && value.dict().find(name) != nullptr) {
        const auto empty = runtime.dict();
        return getAttribute(runtime, Value(empty), name);
    }
    return getAttribute(runtime, value, name);
}

constexpr FilterEntry kSelectionFilters[] = {
    {"map", map},
    {"select", select<true, false>},
    {"reject", select<false, false>},
    {"selectattr", select<true, true>},
    {"rejectattr", select<false, true>},
    {"attr", attribute},
};

}  // namespace

std::span<const FilterEntry> selectionFilters() {
    return kSelectionFilters;
}

}  // namespace hearth::jinja
