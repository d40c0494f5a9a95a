#include "grammar/schema_negation.h"

#include <algorithm>
#include <array>

#include "grammar/schema_keywords.h"
#include "grammar/schema_refusal.h"

namespace hearth::grammar {

namespace {

Json notTypes(const Json& types) {
    Json left = Json::array({"null", "boolean", "integer", fractionType, "string", "array", "object"});
    const auto drop = [&](const Json& name) {
        left.erase(std::remove_if(left.begin(), left.end(),
                                  [&](const Json& one) {
                                      return one == name ||
                                             (name == "number" && (one == "integer" || one == fractionType));
                                  }),
                   left.end());
    };
    if (types.is_array())
        for (const Json& name : types) drop(name);
    else
        drop(types);
    return {{"type", std::move(left)}};
}

/// The opposite of a bound or count: another keyword of the same type.
struct Opposite {
    const char *keyword, *type, *other;
    int step;  ///< from one count to the next
};
constexpr std::array opposites = {
    Opposite{"minimum", "number", "exclusiveMaximum", 0},
    Opposite{"maximum", "number", "exclusiveMinimum", 0},
    Opposite{"exclusiveMinimum", "number", "maximum", 0},
    Opposite{"exclusiveMaximum", "number", "minimum", 0},
    Opposite{"minLength", "string", "maxLength", -1},
    Opposite{"maxLength", "string", "minLength", 1},
    Opposite{"minItems", "array", "maxItems", -1},
    Opposite{"maxItems", "array", "minItems", 1},
    Opposite{"minProperties", "object", "maxProperties", -1},
    Opposite{"maxProperties", "object", "minProperties", 1},
};

Json without(const Json& value) {
    return Json{{"not", value}};
}

}  // namespace

Json negated(const Json& schema, const SchemaDocument& document, const std::string& keyword,
             const Json* holder) {
    if (schema.is_boolean()) return !schema.get<bool>();
    Json ways = Json::array();
    const auto refuse = [&](const std::string& what) {
        throw SchemaRefusal(keyword, "what does not fit \"" + what + "\" is not regular enough", holder);
    };
    for (const auto& [name, value] : schema.items()) {
        const auto opposite =
            std::find_if(opposites.begin(), opposites.end(),
                         [&, key = name](const Opposite& one) { return key == one.keyword; });
        if (opposite != opposites.end()) {
            if (!value.is_number()) refuse(name);
            if (opposite->step < 0 && value.get<double>() < 1) continue;  // always so
            const Json bound = opposite->step == 0 ? value : Json(value.get<int64_t>() + opposite->step);
            ways.push_back({{"type", opposite->type}, {opposite->other, bound}});
        } else if (name == "$ref") {
            ways.push_back(without(document.resolve(schema)));
        } else if (name == "type") {
            ways.push_back(notTypes(value));
        } else if (name == "not") {
            ways.push_back(value);
        } else if (name == "const" || name == "enum") {
            const Json values = name == "const" ? Json::array({value}) : value;
            for (const Json& one : values)
                if (one.is_structured()) refuse(name);
            ways.push_back({{notValuesKeyword, values}});
        } else if (name == "pattern" && value.is_string()) {
            ways.push_back({{"type", "string"}, {notPatternKeyword, value}});
        } else if (name == "allOf") {
            for (const Json& part : value) ways.push_back(without(part));
        } else if (name == "anyOf") {
            Json all = Json::array();
            for (const Json& part : value) all.push_back(without(part));
            ways.push_back({{"allOf", std::move(all)}});
        } else if (name == "required") {
            for (const Json& property : value)
                ways.push_back({{"type", "object"}, {"properties", {{property.get<std::string>(), false}}}});
        } else if (name == "properties") {
            for (const auto& [property, part] : value.items())
                ways.push_back({{"type", "object"},
                                {"required", Json::array({property})},
                                {"properties", {{property, without(part)}}}});
        } else if (name == "prefixItems") {
            Json before = Json::array();
            for (const Json& part : value) {
                Json items = before;
                items.push_back(without(part));
                ways.push_back({{"type", "array"}, {"minItems", items.size()}, {"prefixItems", items}});
                before.push_back(true);
            }
        } else if (forbids(name, schema, value)) {
            refuse(name);
        }
    }
    if (ways.empty()) return false;
    return {{"anyOf", std::move(ways)}};
}

}  // namespace hearth::grammar
