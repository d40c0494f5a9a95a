#include "grammar/schema_types.h"

#include <array>
#include <unordered_map>

#include "grammar/schema_values.h"

namespace hearth::grammar {

namespace {

constexpr int deepestReference = 32;

json_type::Mask maskOf(const Json& type) {
    struct Named {
        const char* name;
        json_type::Mask mask;
    };
    constexpr std::array named = {
        Named{"null", json_type::null},       Named{"boolean", json_type::boolean},
        Named{"integer", json_type::integer}, Named{"number", json_type::number},
        Named{"string", json_type::string},   Named{"array", json_type::array},
        Named{"object", json_type::object},
    };
    if (type.is_array()) {
        json_type::Mask all = 0;
        for (const Json& one : type) all |= maskOf(one);
        return all;
    }
    for (const Named& one : named)
        if (type == one.name) return one.mask;
    return json_type::any;
}

/// The types of one schema and of those that it refers to, each looked at once: references may meet in more
/// ways than could be followed.
class SchemaTypes {
public:
    explicit SchemaTypes(const Json& root) : m_root(root) {}

    json_type::Mask of(const Json& schema) {
        if (schema.is_boolean()) return schema.get<bool>() ? json_type::any : json_type::Mask{0};
        if (!schema.is_object() || m_depth > deepestReference) return json_type::any;
        // A schema that leads to itself adds nothing there.
        const auto [known, isNew] = m_known.try_emplace(&schema, json_type::any);
        if (!isNew) return known->second;
        ++m_depth;
        const json_type::Mask types = look(schema);
        --m_depth;
        return m_known[&schema] = types;
    }

private:
    json_type::Mask look(const Json& schema) {
        const auto find = [&](const char* keyword) {
            const auto found = schema.find(keyword);
            return found == schema.end() ? nullptr : &*found;
        };
        json_type::Mask types = json_type::any;
        if (const Json* type = find("type")) types &= maskOf(*type);
        if (const Json* values = find("enum"); values != nullptr && values->is_array()) {
            json_type::Mask some = 0;
            for (const Json& value : *values) some |= typeOf(value);
            types &= some;
        }
        if (const Json* value = find("const")) types &= typeOf(*value);
        if (const Json* reference = find("$ref"); reference != nullptr && reference->is_string())
            types &= ofReference(reference->get_ref<const std::string&>());
        for (const char* keyword : {"anyOf", "oneOf"}) {
            const Json* list = find(keyword);
            if (list == nullptr || !list->is_array() || list->empty()) continue;
            json_type::Mask one = 0;
            for (const Json& part : *list) one |= of(part);
            types &= one;
        }
        if (const Json* list = find("allOf"); list != nullptr && list->is_array())
            for (const Json& part : *list) types &= of(part);
        return types;
    }

    json_type::Mask ofReference(const std::string& text) {
        if (!text.starts_with('#')) return json_type::any;
        try {
            const Json::json_pointer place(text.substr(1));
            if (m_root.contains(place)) return of(m_root.at(place));
        } catch (const Json::exception&) {
            // An anchor: its types are not known here.
        }
        return json_type::any;
    }

    const Json& m_root;
    int m_depth = 0;
    std::unordered_map<const Json*, json_type::Mask> m_known;
};

}  // namespace

json_type::Mask typesOf(const Json& schema, const Json& root) {
    return SchemaTypes(root).of(schema);
}

}  // namespace hearth::grammar
