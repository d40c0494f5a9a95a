// Filters on lists and dicts.
#include <algorithm>
#include <random>

#include "jinja/arguments.h"
#include "jinja/comparison.h"
#include "jinja/filter_tables.h"
#include "jinja/output.h"
#include "jinja/text_operations.h"
#include "unicode/utf8.h"

namespace hearth::jinja {
namespace {

using Keyed = std::pair<Value, Value>;  // sort key, item

void sortByKey(Runtime& runtime, MeteredVector<Keyed>& keyed, bool reverse) {
    std::stable_sort(keyed.begin(), keyed.end(), [&](const Keyed& a, const Keyed& b) {
        return reverse ? lessThan(runtime, b.first, a.first) : lessThan(runtime, a.first, b.first);
    });
}

Value length(Runtime& runtime, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    return {lengthOf(runtime, value)};
}

Value defaultFilter(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("default", arguments, {"default_value", "boolean"});
    const bool missing = value.isUndefined() || (reader.flag(1, false) && !truthy(value));
    if (!missing) return value;
    return reader.has(0) ? reader.get(0) : runtime.string({});
}

Value first(Runtime& runtime, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    if (value.isString()) {
        const auto range = characterAt(value.bytes(), 0);
        if (range) return runtime.string(value.text().slice(range->first, range->second));
    }
    const Values items = iterate(runtime, value);
    return items.empty() ? Value::undefined("No first item, sequence was empty") : items.front();
}

Value last(Runtime& runtime, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    if (value.isSequence() && !value.sequence().sized())
        throwTypeError("'generator' object is not reversible");
    if (value.isString()) {
        const auto range = characterAt(value.bytes(), -1);
        if (range) return runtime.string(value.text().slice(range->first, range->second));
    }
    const Values items = iterate(runtime, value);
    return items.empty() ? Value::undefined("No last item, sequence was empty") : items.back();
}

Value random(Runtime& runtime, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    const Values items = iterate(runtime, value);
    if (items.empty()) return Value::undefined("No random item, sequence was empty");
    std::random_device device;
    return items[std::uniform_int_distribution<size_t>(0, items.size() - 1)(device)];
}

Value join(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("join", arguments, {"d", "attribute"});
    const Text separator = reader.has(0) ? toText(runtime, reader.get(0)) : Text();
    Output out(runtime);
    bool isFirst = true;
    for (const Value& item : iterate(runtime, value)) {
        if (!isFirst) out.append(separator);
        isFirst = false;
        out.append(toText(runtime, attributePath(runtime, item, reader.get(1))));
    }
    return runtime.string(out.take());
}

Value list(Runtime& runtime, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    return runtime.list(iterate(runtime, value));
}

Value reverse(Runtime& runtime, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    if (value.isString())
        return runtime.string(sliceText(runtime, value.text(), lengthOf(runtime, value) - 1, -1, -1));
    Values items = iterate(runtime, value);
    runtime.charge(4 * items.size());
    std::reverse(items.begin(), items.end());
    return runtime.generator(std::move(items));
}

Value items(Runtime& runtime, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    if (value.isUndefined()) return runtime.generator({});
    if (!value.isDict()) throwTypeError("Can only get item pairs from a mapping");
    Values pairs;
    for (const auto& [key, item] : value.dict().entries()) pairs.push_back(runtime.tuple({key, item}));
    return runtime.generator(std::move(pairs));
}

Value dictSort(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("dictsort", arguments, {"case_sensitive", "by", "reverse"});
    if (value.isUndefined()) throwUndefined(value);
    if (!value.isDict()) throwTypeError("dictsort needs a dict");
    const std::string by = reader.has(1) ? reader.string(1).bytes() : "key";
    if (by != "key" && by != "value") throwTypeError("You can only sort by either \"key\" or \"value\"");
    MeteredVector<Keyed> keyed;
    for (const auto& [key, item] : value.dict().entries()) {
        const Value& chosen = by == "key" ? key : item;
        keyed.emplace_back(reader.flag(0, false) ? chosen : foldCase(runtime, chosen),
                           runtime.tuple({key, item}));
    }
    sortByKey(runtime, keyed, reader.flag(2, false));
    Values pairs;
    for (Keyed& entry : keyed) pairs.push_back(std::move(entry.second));
    return runtime.list(std::move(pairs));
}

// `attribute` may name several, with commas. A list even for one: lists of undefined values are equal, while
// the values themselves have no order.
Value sortKey(Runtime& runtime, const Value& item, const Value& attribute, bool caseSensitive) {
    const auto keyOf = [&](const Value& path) {
        const Value key = attributePath(runtime, item, path);
        return caseSensitive ? key : foldCase(runtime, key);
    };
    if (attribute.isNone()) return keyOf(attribute);
    Values keys;
    if (attribute.isString()) {
        for (Text& path : splitText(runtime, attribute.text(), ",", -1)) {
            keys.push_back(keyOf(runtime.string(std::move(path))));
        }
    } else {
        keys.push_back(keyOf(attribute));
    }
    return runtime.list(std::move(keys));
}

Value sort(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("sort", arguments, {"reverse", "case_sensitive", "attribute"});
    MeteredVector<Keyed> keyed;
    for (const Value& item : iterate(runtime, value)) {
        keyed.emplace_back(sortKey(runtime, item, reader.get(2), reader.flag(1, false)), item);
    }
    sortByKey(runtime, keyed, reader.flag(0, false));
    Values sorted;
    for (Keyed& entry : keyed) sorted.push_back(std::move(entry.second));
    return runtime.list(std::move(sorted));
}

Value unique(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("unique", arguments, {"case_sensitive", "attribute"});
    auto seen = runtime.dict();
    Values kept;
    for (const Value& item : iterate(runtime, value)) {
        Value key = attributePath(runtime, item, reader.get(1));
        if (!reader.flag(0, false)) key = foldCase(runtime, key);
        keyHash(key);
        if (seen->find(key) != nullptr) continue;
        seen->set(key, Value(true));
        kept.push_back(item);
    }
    return runtime.generator(std::move(kept));
}

template <bool wantLargest>
Value extreme(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader(wantLargest ? "max" : "min", arguments, {"case_sensitive", "attribute"});
    const Values all = iterate(runtime, value);
    if (all.empty()) return Value::undefined("No aggregated item, sequence was empty");
    const auto keyOf = [&](const Value& item) {
        const Value key = attributePath(runtime, item, reader.get(1));
        return reader.flag(0, false) ? key : foldCase(runtime, key);
    };
    size_t best = 0;
    Value bestKey = keyOf(all[0]);
    for (size_t i = 1; i < all.size(); ++i) {
        Value key = keyOf(all[i]);
        if (wantLargest ? !lessThan(runtime, bestKey, key) : !lessThan(runtime, key, bestKey)) continue;
        best = i;
        bestKey = std::move(key);
    }
    return all[best];
}

Value groupBy(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("groupby", arguments, {"attribute", "default", "case_sensitive"});
    const bool caseSensitive = reader.flag(2, false);
    struct Entry {
        Value key;
        Value plainKey;
        Value item;
    };
    MeteredVector<Entry> entries;
    for (const Value& item : iterate(runtime, value)) {
        Value plain = attributePath(runtime, item, reader.require(0));
        if (plain.isUndefined() && reader.has(1)) plain = reader.get(1);
        entries.push_back({caseSensitive ? plain : foldCase(runtime, plain), plain, item});
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [&](const Entry& a, const Entry& b) { return lessThan(runtime, a.key, b.key); });
    Values groups;
    for (size_t begin = 0; begin < entries.size();) {
        Values members;
        size_t end = begin;
        for (; end < entries.size() && equals(runtime, entries[end].key, entries[begin].key); ++end) {
            members.push_back(entries[end].item);
        }
        const Value group = runtime.tuple({entries[begin].plainKey, runtime.list(std::move(members))});
        group.sequence().markGroup();
        groups.push_back(group);
        begin = std::max(end, begin + 1);  // NaN is not even equal to itself
    }
    return runtime.list(std::move(groups));
}

Value batch(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("batch", arguments, {"linecount", "fill_with"});
    const int64_t count = reader.integer(0, 0);
    Values rows;
    Values row;
    for (const Value& item : iterate(runtime, value)) {
        if (static_cast<int64_t>(row.size()) == count) {
            rows.push_back(runtime.list(std::move(row)));
            row = {};
        }
        row.push_back(item);
    }
    if (!row.empty()) {
        if (!reader.get(1).isNone() && count > static_cast<int64_t>(row.size())) {
            runtime.checkLength(static_cast<size_t>(count));
            row.resize(static_cast<size_t>(count), reader.get(1));
        }
        rows.push_back(runtime.list(std::move(row)));
    }
    return runtime.generator(std::move(rows));
}

Value slice(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("slice", arguments, {"slices", "fill_with"});
    const int64_t slices = reader.integer(0, 0);
    if (slices <= 0) throwTypeError(slices == 0 ? "division by zero" : "a number of slices is negative");
    const Values all = iterate(runtime, value);
    const auto count = static_cast<int64_t>(all.size());
    runtime.checkLength(static_cast<size_t>(slices));
    runtime.charge(Runtime::kObjectUnits * static_cast<uint64_t>(slices));
    const int64_t each = count / slices;
    const int64_t longer = count % slices;
    Values rows;
    for (int64_t i = 0, at = 0; i < slices; ++i) {
        const int64_t size = each + (i < longer ? 1 : 0);
        Values row(all.begin() + at, all.begin() + at + size);
        if (!reader.get(1).isNone() && i >= longer) row.push_back(reader.get(1));
        rows.push_back(runtime.list(std::move(row)));
        at += size;
    }
    return runtime.generator(std::move(rows));
}

constexpr FilterEntry kSequenceFilters[] = {
    {"length", length},   {"count", length},    {"default", defaultFilter}, {"d", defaultFilter},
    {"first", first},     {"last", last},       {"random", random},         {"join", join},
    {"list", list},       {"reverse", reverse}, {"items", items},           {"dictsort", dictSort},
    {"sort", sort},       {"unique", unique},   {"min", extreme<false>},    {"max", extreme<true>},
    {"groupby", groupBy}, {"batch", batch},     {"slice", slice},
};

}  // namespace

std::span<const FilterEntry> sequenceFilters() {
    return kSequenceFilters;
}

}  // namespace hearth::jinja
