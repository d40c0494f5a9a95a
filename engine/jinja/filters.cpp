#include "jinja/filters.h"

#include <algorithm>
#include <charconv>

#include "hearth/readable_text.h"
#include "jinja/filter_tables.h"
#include "jinja/text_operations.h"

namespace hearth::jinja {

FilterFunction findFilter(std::string_view name) {
    for (const std::span<const FilterEntry> table :
         {textFilters(), numberFilters(), sequenceFilters(), selectionFilters()}) {
        const auto found = std::find_if(table.begin(), table.end(),
                                        [name](const FilterEntry& entry) { return entry.name == name; });
        if (found != table.end()) return found->function;
    }
    return nullptr;
}

FilterFunction requireFilter(std::string_view name) {
    const FilterFunction function = findFilter(name);
    if (function == nullptr) {
        throw Error(ErrorCode::BadInput,
                    "The chat template failed: No filter named '" + readableText(name) + "' found.");
    }
    return function;
}

Value attributePath(Runtime& runtime, const Value& value, const Value& path) {
    if (path.isNone()) return value;
    if (!path.isString()) return getItem(runtime, value, path);
    Value current = value;
    for (const Text& part : splitText(runtime, path.text(), ".", -1)) {
        int64_t index = 0;
        const std::string& name = part.bytes();
        const auto result = std::from_chars(name.data(), name.data() + name.size(), index);
        const bool number = !name.empty() && result.ec == std::errc() &&
                            result.ptr == name.data() + name.size() && index >= 0;
        current = getItem(runtime, current, number ? Value(index) : runtime.string(part));
    }
    return current;
}

Value foldCase(Runtime& runtime, const Value& value) {
    return value.isString() ? runtime.string(changeCase(runtime, value.text(), CaseChange::Lower)) : value;
}

}  // namespace hearth::jinja
