#include "grammar/schema_values.h"

#include <algorithm>
#include <cmath>

#include "unicode/utf8.h"

namespace hearth::grammar {

json_type::Mask typeOf(const Json& value) {
    switch (value.type()) {
        case Json::value_t::null:
            return json_type::null;
        case Json::value_t::boolean:
            return json_type::boolean;
        case Json::value_t::string:
            return json_type::string;
        case Json::value_t::array:
            return json_type::array;
        case Json::value_t::object:
            return json_type::object;
        default:
            break;
    }
    const auto number = value.get<double>();
    return number == std::floor(number) ? json_type::integer : json_type::fraction;
}

bool fits(const Json& value, const Schemas& schemas, SchemaWays& ways) {
    const std::vector<SchemaParts> all = ways.of(schemas);
    return std::any_of(all.begin(), all.end(),
                       [&](const SchemaParts& parts) { return fits(value, parts, ways); });
}

bool fits(const Json& value, const SchemaParts& parts, SchemaWays& ways) {
    if (parts.values() &&
        std::find(parts.values()->begin(), parts.values()->end(), value) == parts.values()->end())
        return false;
    return fitsListed(value, parts, ways);
}

bool fitsListed(const Json& value, const SchemaParts& parts, SchemaWays& ways) {
    if ((typeOf(value) & parts.types()) == 0) return false;
    if (parts.isExcluded(value)) return false;
    if (value.is_number()) return parts.fitsNumber(value);
    if (value.is_string()) {
        const bool any = !parts.hasPatterns() && parts.leastCharacters() == 0 && !parts.mostCharacters();
        return any || parts.texts().contains(value.get_ref<const std::string&>());
    }
    if (value.is_array()) {
        if (!parts.items().fits(value.size())) return false;
        if (parts.distinctItems() != nullptr)
            for (auto one = value.begin(); one != value.end(); ++one)
                if (std::find(std::next(one), value.end(), *one) != value.end()) return false;
        for (size_t i = 0; i < value.size(); ++i)
            if (!fits(value[i], parts.item(i), ways)) return false;
    } else if (value.is_object()) {
        if (!parts.properties().fits(value.size())) return false;
        for (const std::string& name : parts.names())
            if (parts.requires_(name) && !value.contains(name)) return false;
        for (const auto& [name, entry] : value.items())
            if (!fits(entry, parts.property(name), ways) ||
                (!parts.propertyNames().empty() && !fits(Json(name), parts.propertyNames(), ways)))
                return false;
    }
    return true;
}

}  // namespace hearth::grammar
