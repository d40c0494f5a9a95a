#include "grammar/schema_parts.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "grammar/grammar_errors.h"
#include "grammar/schema_keywords.h"
#include "grammar/schema_negation.h"

namespace hearth::grammar {

namespace {

[[noreturn]] void refuse(const std::string& keyword, const std::string& why) {
    throw Error(errors::schemaKeyword, {keyword, why});
}

json_type::Mask typeNamed(const Json& name) {
    struct Type {
        std::string_view name;
        json_type::Mask mask;
    };
    constexpr std::array types = {
        Type{"null", json_type::null},       Type{"boolean", json_type::boolean},
        Type{"integer", json_type::integer}, Type{"number", json_type::number},
        Type{"string", json_type::string},   Type{"array", json_type::array},
        Type{"object", json_type::object},   Type{fractionType, json_type::fraction}};
    for (const Type& type : types)
        if (name == type.name) return type.mask;
    refuse("type", "its value is no type of JSON");
}

const Json* find(const Json& schema, const std::string& keyword) {
    const auto found = schema.find(keyword);
    return found == schema.end() ? nullptr : &*found;
}

}  // namespace

Schemas joined(Schemas schemas) {
    std::sort(schemas.begin(), schemas.end());
    schemas.erase(std::unique(schemas.begin(), schemas.end()), schemas.end());
    return schemas;
}

SchemaParts::SchemaParts(Schemas schemas) : m_schemas(std::move(schemas)) {
    for (const Json* schema : m_schemas) read(*schema);
    for (const std::string& name : m_required) addName(name);
}

void SchemaParts::addName(const std::string& name) {
    if (std::find(m_names.begin(), m_names.end(), name) == m_names.end()) m_names.push_back(name);
}

void SchemaParts::read(const Json& schema) {
    for (const auto& [keyword, value] : schema.items()) {
        if (isRefused(keyword, schema)) refuse(keyword, "Hearth does not know how to hold a reply to it");
        const bool onlyType = keyword == "type";
        if (keyword == "type") {
            readTypes(value);
        } else if (keyword == "enum") {
            if (!value.is_array()) refuse(keyword, "it is no list");
            readValues(value);
        } else if (keyword == "const") {
            readValues(Json::array({value}));
        } else if (keyword == "minimum" || keyword == "maximum" || keyword == "exclusiveMinimum" ||
                   keyword == "exclusiveMaximum") {
            readBound(keyword, value);
        } else if (keyword == "minLength" || keyword == "maxLength") {
            readCount(m_characters, keyword == "minLength", keyword, value);
        } else if (keyword == "minItems" || keyword == "maxItems") {
            readCount(m_items, keyword == "minItems", keyword, value);
        } else if (keyword == "minProperties" || keyword == "maxProperties") {
            readCount(m_properties, keyword == "minProperties", keyword, value);
        } else if (keyword == "pattern" || keyword == "format") {
            if (!value.is_string()) refuse(keyword, "it is no text");
            const auto text = value.get<std::string>();
            m_patterns.push_back(keyword == "pattern" ? text : "^(" + formatPattern(text) + ")$");
        } else if (keyword == notPatternKeyword) {
            m_notPatterns.push_back(value.get<std::string>());
        } else if (keyword == notValuesKeyword) {
            for (const Json& excluded : value) exclude(excluded);
        } else if (keyword == "prefixItems") {
            if (!value.is_array()) refuse(keyword, "it is no list");
            m_prefixItems = std::max(m_prefixItems, value.size());
        } else if (keyword == "properties") {
            if (!value.is_object()) refuse(keyword, "it is no object");
            for (const auto& [name, entry] : value.items()) addName(name);
        } else if (keyword == "required") {
            if (!value.is_array()) refuse(keyword, "it is no list");
            for (const Json& name : value) {
                if (!name.is_string()) refuse(keyword, "it is no list of names");
                m_required.push_back(name.get<std::string>());
            }
        } else if (keyword != "items" && keyword != "additionalProperties") {
            continue;
        }
        m_onlyTypes = m_onlyTypes && onlyType;
    }
}

void SchemaParts::readTypes(const Json& value) {
    json_type::Mask types = 0;
    if (value.is_array())
        for (const Json& name : value) types |= typeNamed(name);
    else
        types = typeNamed(value);
    m_types &= types;
}

void SchemaParts::readValues(const Json& values) {
    std::vector<Json> left;
    for (const Json& value : values)
        if (!m_values || std::find(m_values->begin(), m_values->end(), value) != m_values->end())
            left.push_back(value);
    m_values = std::move(left);
}

void SchemaParts::readBound(const std::string& keyword, const Json& value) {
    if (!value.is_number()) refuse(keyword, "it is no number");
    const auto decimal = Decimal::of(value.dump());
    if (!decimal) refuse(keyword, "its number is too large or too small");
    const bool exclusive = keyword.starts_with("exclusive");
    const double number = value.get<double>();
    const bool isLeast = keyword == "minimum" || keyword == "exclusiveMinimum";
    auto& bound = isLeast ? m_least : m_most;
    auto& known = isLeast ? m_leastValue : m_mostValue;
    const bool stronger =
        !known || (isLeast ? number > *known : number < *known) || (number == *known && exclusive);
    if (!stronger) return;
    bound = {*decimal, exclusive};
    known = number;
}

void SchemaParts::readCount(Counts& counts, bool least, const std::string& keyword, const Json& value) {
    const bool isCount = value.is_number() && value.get<double>() >= 0 &&
                         value.get<double>() == static_cast<double>(value.get<uint64_t>());
    if (!isCount) refuse(keyword, "it is no count");
    const auto count = value.get<size_t>();
    if (least)
        counts.least = std::max(counts.least, count);
    else
        counts.most = std::min(counts.most.value_or(count), count);
}

void SchemaParts::exclude(const Json& value) {
    m_excluded.push_back(value);
    if (value.is_null()) m_types &= static_cast<json_type::Mask>(~json_type::null);
}

bool SchemaParts::isExcluded(const Json& value) const {
    return std::find(m_excluded.begin(), m_excluded.end(), value) != m_excluded.end();
}

bool SchemaParts::boundsNumbers() const noexcept {
    const bool onlyFractions = (m_types & json_type::number) == json_type::fraction;
    return m_least || m_most || onlyFractions ||
           std::any_of(m_excluded.begin(), m_excluded.end(),
                       [](const Json& value) { return value.is_number(); });
}

TextSet SchemaParts::numbers() const {
    TextSet out = numbersBetween(m_least, m_most, (m_types & json_type::fraction) == 0);
    if ((m_types & json_type::integer) == 0)
        out = out & TextSet::of(R"(.*\.\d*[1-9]\d*)", TextSet::Fit::Whole);
    for (const Json& value : m_excluded)
        if (const auto decimal = value.is_number() ? Decimal::of(value.dump()) : std::nullopt)
            out = out & numbersBetween(NumberBound{*decimal}, NumberBound{*decimal}, false).complement();
    return out;
}

bool SchemaParts::fitsNumber(const Json& value) const {
    const double number = value.get<double>();
    if (m_leastValue && (number < *m_leastValue || (number == *m_leastValue && m_least->exclusive)))
        return false;
    return !m_mostValue || number < *m_mostValue || (number == *m_mostValue && !m_most->exclusive);
}

TextSet SchemaParts::texts() const {
    TextSet out = m_characters.least > 0 || m_characters.most
                      ? TextSet::lengths(m_characters.least, m_characters.most)
                      : TextSet::all();
    for (const std::string& pattern : m_patterns) out = out & TextSet::of(pattern, TextSet::Fit::Part);
    for (const std::string& pattern : m_notPatterns)
        out = out & TextSet::of(pattern, TextSet::Fit::Part).complement();
    std::vector<std::string> excluded;
    for (const Json& value : m_excluded)
        if (value.is_string()) excluded.push_back(value.get<std::string>());
    return excluded.empty() ? out : out & TextSet::of(excluded).complement();
}

bool SchemaParts::hasPatterns() const noexcept {
    return !m_patterns.empty() || !m_notPatterns.empty() ||
           std::any_of(m_excluded.begin(), m_excluded.end(),
                       [](const Json& value) { return value.is_string(); });
}

Schemas SchemaParts::item(size_t index) const {
    Schemas out;
    for (const Json* schema : m_schemas) {
        const Json* prefix = find(*schema, "prefixItems");
        const Json* rest = find(*schema, "items");
        if (prefix != nullptr && index < prefix->size())
            out.push_back(&(*prefix)[index]);
        else if (rest != nullptr)
            out.push_back(rest);
    }
    return joined(std::move(out));
}

bool SchemaParts::requires_(const std::string& name) const {
    return std::find(m_required.begin(), m_required.end(), name) != m_required.end();
}

Schemas SchemaParts::property(const std::string& name) const {
    Schemas out;
    for (const Json* schema : m_schemas) {
        const Json* properties = find(*schema, "properties");
        const Json* others = find(*schema, "additionalProperties");
        if (properties != nullptr && properties->contains(name))
            out.push_back(&(*properties)[name]);
        else if (others != nullptr)
            out.push_back(others);
    }
    return joined(std::move(out));
}

Schemas SchemaParts::otherProperty() const {
    Schemas out;
    for (const Json* schema : m_schemas)
        if (const Json* others = find(*schema, "additionalProperties")) out.push_back(others);
    return joined(std::move(out));
}

}  // namespace hearth::grammar
