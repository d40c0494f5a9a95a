#include "grammar/schema_walk.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace hearth::grammar {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::array<std::string_view, 12> single = {"items",
                                                     "additionalItems",
                                                     "additionalProperties",
                                                     "not",
                                                     "if",
                                                     "then",
                                                     "else",
                                                     "contains",
                                                     "propertyNames",
                                                     "unevaluatedItems",
                                                     "unevaluatedProperties",
                                                     "contentSchema"};
constexpr std::array<std::string_view, 5> lists = {"allOf", "anyOf", "oneOf", "prefixItems", "items"};
constexpr std::array<std::string_view, 5> maps = {"properties", "patternProperties", "$defs", "definitions",
                                                  "dependentSchemas"};

template <size_t Count>
bool has(const std::array<std::string_view, Count>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void forEachSubschema(Json& schema,
                      const std::function<void(const std::string& keyword, Json& part)>& visit) {
    if (!schema.is_object()) return;
    for (auto& [keyword, value] : schema.items()) {
        const bool several =
            (value.is_array() && has(lists, keyword)) || (value.is_object() && has(maps, keyword));
        if (several)
            for (Json& part : value) visit(keyword, part);
        else if (has(single, keyword))
            visit(keyword, value);
    }
}

}  // namespace hearth::grammar
