#include "grammar/schema_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "grammar/schema_keywords.h"
#include "grammar/schema_negation.h"
#include "grammar/schema_refusal.h"
#include "hearth/readable_text.h"

namespace hearth::grammar {

namespace {

/// 0: there is no such type.
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
    return 0;
}

json_type::Mask typesNamed(const Json& value) {
    if (!value.is_array()) return typeNamed(value);
    json_type::Mask types = 0;
    for (const Json& name : value) {
        const json_type::Mask one = typeNamed(name);
        if (one == 0) return 0;
        types |= one;
    }
    return types;
}

/// Values that are equal have the same key.
std::string keyOf(const Json& value) {
    if (value.is_number_float()) {
        const auto number = value.get<double>();
        constexpr double exact = 9e15;
        if (number == std::floor(number) && std::abs(number) < exact)
            return std::to_string(static_cast<int64_t>(number));
    }
    if (!value.is_structured()) return value.dump();
    std::string key(value.is_array() ? "[" : "{");
    for (const auto& [name, entry] : value.items()) {
        if (value.is_object()) key += Json(name).dump() + ":";
        key += keyOf(entry) + ",";
    }
    return key;
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
    m_byName.resize(m_schemas.size());
    std::vector<const std::string*> required;
    for (size_t i = 0; i < m_schemas.size(); ++i) {
        m_reading = m_schemas[i];
        read(*m_schemas[i]);
        if (const Json* properties = find(*m_schemas[i], "properties"))
            for (const auto& [name, entry] : properties->items()) m_byName[i].try_emplace(name, &entry);
        if (const Json* names = find(*m_schemas[i], "required"))
            for (const Json& name : *names) required.push_back(&name.get_ref<const std::string&>());
    }
    m_reading = nullptr;
    for (const std::string* name : required) {
        m_required.insert(*name);
        addName(*name);
    }
}

void SchemaParts::refuse(const std::string& keyword, const std::string& why) const {
    throw SchemaRefusal(keyword, why, m_reading);
}

void SchemaParts::addName(const std::string& name) {
    if (m_known.insert(name).second) m_names.push_back(name);
}

void SchemaParts::read(const Json& schema) {
    for (const auto& [keyword, value] : schema.items()) {
        if (isRefused(keyword, schema)) refuse(keyword, "Hearth does not know how to hold a reply to it");
        const bool onlyType = keyword == "type";
        if (onlyType)
            readTypes(value);
        else if (!readForOne(keyword, value) && !readForMany(keyword, value))
            continue;
        m_onlyTypes = m_onlyTypes && onlyType;
    }
}

/// Keywords for plain values; false: it is none of them.
bool SchemaParts::readForOne(const std::string& keyword, const Json& value) {
    if (keyword == "enum") {
        if (!value.is_array()) refuse(keyword, "it is no list");
        readValues(value);
    } else if (keyword == "const") {
        readValues(Json::array({value}));
    } else if (keyword == "minimum" || keyword == "maximum" || keyword == "exclusiveMinimum" ||
               keyword == "exclusiveMaximum") {
        readBound(keyword, value);
    } else if (keyword == "multipleOf") {
        readMultiple(value);
    } else if (keyword == "minLength" || keyword == "maxLength") {
        readCount(m_characters, keyword == "minLength", keyword, value);
    } else if (keyword == "pattern" || keyword == "format") {
        readExpression(keyword, value);
    } else if (keyword == notPatternKeyword) {
        m_notPatterns.push_back(value.get<std::string>());
    } else if (keyword == notValuesKeyword) {
        for (const Json& excluded : value) exclude(excluded);
    } else {
        return false;
    }
    return true;
}

/// Keywords for lists and objects; false: it is none of them.
bool SchemaParts::readForMany(const std::string& keyword, const Json& value) {
    if (keyword == "minItems" || keyword == "maxItems") {
        readCount(m_items, keyword == "minItems", keyword, value);
    } else if (keyword == "minProperties" || keyword == "maxProperties") {
        readCount(m_properties, keyword == "minProperties", keyword, value);
    } else if (keyword == "prefixItems") {
        if (!value.is_array()) refuse(keyword, "it is no list");
        m_prefixItems = std::max(m_prefixItems, value.size());
    } else if (keyword == "uniqueItems") {
        if (!value.is_boolean()) refuse(keyword, "it is neither true nor false");
        if (!value.get<bool>()) return false;
        m_distinct = m_reading;
    } else if (keyword == "properties") {
        if (!value.is_object()) refuse(keyword, "it is no object");
        for (const auto& [name, entry] : value.items()) addName(name);
    } else if (keyword == "propertyNames") {
        if (value == true || value == Json::object()) return false;
        m_propertyNames.push_back(&value);
    } else if (keyword == "required") {
        if (!value.is_array()) refuse(keyword, "it is no list");
        for (const Json& name : value)
            if (!name.is_string()) refuse(keyword, "it is no list of names");
    } else {
        return keyword == "items" || keyword == "additionalProperties";
    }
    return true;
}

void SchemaParts::readTypes(const Json& value) {
    const json_type::Mask types = typesNamed(value);
    if (types == 0 && value != Json::array()) refuse("type", "its value is no type of JSON");
    m_types &= types;
}

void SchemaParts::readValues(const Json& values) {
    std::unordered_set<std::string> known;
    if (m_values)
        for (const Json& value : *m_values) known.insert(keyOf(value));
    std::vector<Json> left;
    for (const Json& value : values)
        if (!m_values || known.contains(keyOf(value))) left.push_back(value);
    m_values = std::move(left);
}

void SchemaParts::readExpression(const std::string& keyword, const Json& value) {
    if (!value.is_string()) refuse(keyword, "it is no text");
    const auto text = value.get<std::string>();
    if (keyword == "pattern") {
        m_patterns.push_back({text, m_reading, "pattern"});
        return;
    }
    // Formats of numbers ("int32") say nothing of texts.
    const Json* types = find(*m_reading, "type");
    if (types != nullptr && (typesNamed(*types) & json_type::string) == 0) return;
    const auto pattern = formatPattern(text);
    if (!pattern)
        refuse(keyword, "\"" + readableText(text, 40) +
                            "\" is not one of date, time, date-time, uuid, email, uri, hostname and ipv4");
    m_patterns.push_back({"^(" + *pattern + ")$", m_reading, "format"});
}

void SchemaParts::readMultiple(const Json& value) {
    if (!value.is_number() || value.get<double>() <= 0) refuse("multipleOf", "it is no number above 0");
    const auto decimal = Decimal::of(value.dump());
    if (!decimal || !canHoldMultiples(*decimal)) refuse("multipleOf", "its number is too large or too fine");
    m_multiples.emplace_back(multiplesOf(*decimal), m_reading);
}

void SchemaParts::readBound(const std::string& keyword, const Json& value) {
    if (!value.is_number()) refuse(keyword, "it is no number");
    const auto decimal = Decimal::of(value.dump());
    if (!decimal) refuse(keyword, "its number is too large or too small");
    const bool exclusive = keyword.starts_with("exclusive");
    const double number = value.get<double>();
    const bool isLeast = keyword == "minimum" || keyword == "exclusiveMinimum";
    if (decimal->whole.size() > mostDigits && decimal->negative != isLeast)
        refuse(keyword, "no number of " + std::to_string(mostDigits) + " digits keeps to it");
    auto& bound = isLeast ? m_least : m_most;
    auto& known = isLeast ? m_leastValue : m_mostValue;
    const bool stronger =
        !known || (isLeast ? number > *known : number < *known) || (number == *known && exclusive);
    if (!stronger) return;
    bound = {*decimal, exclusive};
    known = number;
}

void SchemaParts::readCount(Counts& counts, bool least, const std::string& keyword, const Json& value) {
    constexpr double exact = 9e15;
    const double number = value.is_number() ? value.get<double>() : -1;
    if (number < 0 || number != std::floor(number)) refuse(keyword, "it is no count");
    // No reply has more.
    const auto count = static_cast<size_t>(std::min(number, exact));
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
    return m_least || m_most || onlyFractions || !m_multiples.empty() ||
           std::any_of(m_excluded.begin(), m_excluded.end(),
                       [](const Json& value) { return value.is_number(); });
}

TextSet SchemaParts::numbers() const {
    try {
        TextSet out = m_multiples.empty() || m_least || m_most
                          ? numbersBetween(m_least, m_most, (m_types & json_type::fraction) == 0)
                          : m_multiples.front().first;
        if ((m_types & json_type::integer) == 0)
            out = out & TextSet::of(R"(.*\.\d*[1-9]\d*)", TextSet::Fit::Whole);
        if ((m_types & json_type::fraction) == 0) out = out & TextSet::of("-?\\d+", TextSet::Fit::Whole);
        for (const auto& [multiple, schema] : m_multiples) out = out & multiple;
        for (const Json& value : m_excluded)
            if (const auto decimal = value.is_number() ? Decimal::of(value.dump()) : std::nullopt)
                out = out & numbersBetween(NumberBound{*decimal}, NumberBound{*decimal}, false).complement();
        return out;
    } catch (const Error&) {
        if (m_multiples.empty()) throw;
        throw SchemaRefusal("multipleOf", "together with the bounds it needs too many states",
                            m_multiples.back().second);
    }
}

bool SchemaParts::fitsNumber(const Json& value) const {
    const double number = value.get<double>();
    if (m_leastValue && (number < *m_leastValue || (number == *m_leastValue && m_least->exclusive)))
        return false;
    for (const auto& [multiple, schema] : m_multiples) {
        const auto decimal = Decimal::of(value.dump());
        if (!decimal || !multiple.contains(decimal->text())) return false;
    }
    return !m_mostValue || number < *m_mostValue || (number == *m_mostValue && !m_most->exclusive);
}

const StringForm& SchemaParts::texts() const {
    if (m_texts != nullptr) return *m_texts;
    StringForm::Wishes wishes{.notPatterns = m_notPatterns,
                              .lengths = {m_characters.least, m_characters.most}};
    for (const Expression& pattern : m_patterns) wishes.patterns.push_back(pattern.text);
    for (const Json& value : m_excluded)
        if (value.is_string()) wishes.excluded.push_back(value.get<std::string>());
    try {
        m_texts = std::make_shared<StringForm>(wishes);
        return *m_texts;
    } catch (const Error& error) {
        for (const Expression& pattern : m_patterns)
            if (const std::string why = whatIsWrongWith(pattern); !why.empty())
                throw SchemaRefusal(pattern.keyword, why, pattern.schema);
        for (const Json* schema : m_schemas)
            for (const char* keyword : {notValuesKeyword, notPatternKeyword})
                if (find(*schema, keyword) != nullptr)
                    throw SchemaRefusal(keyword, "it needs too many states", schema);
        if (m_patterns.empty()) throw;
        throw SchemaRefusal(m_patterns.back().keyword, "together with the others it needs too many states",
                            m_patterns.back().schema);
    }
}

std::string SchemaParts::whatIsWrongWith(const Expression& expression) const {
    try {
        (void)StringForm({.patterns = {expression.text}});
        return {};
    } catch (const Error& error) {
        std::string why = error.what();
        if (why.ends_with('.')) why.pop_back();
        if (why.starts_with("The ")) why[0] = 't';
        return why;
    }
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
    return m_required.contains(name);
}

Schemas SchemaParts::property(const std::string& name) const {
    Schemas out;
    for (size_t i = 0; i < m_schemas.size(); ++i) {
        const auto known = m_byName[i].find(name);
        const Json* others = find(*m_schemas[i], "additionalProperties");
        if (known != m_byName[i].end())
            out.push_back(known->second);
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
