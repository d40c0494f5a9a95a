#include "grammar/schema_ways.h"

#include <algorithm>

#include "grammar/grammar_errors.h"
#include "grammar/schema_negation.h"
#include "grammar/schema_values.h"

namespace hearth::grammar {

namespace {
constexpr size_t mostWays = 512;
constexpr size_t deepestSchema = 200;
}  // namespace

/// Adds a schema to those that hold, with all that it refers to; false: nothing can fit.
bool SchemaWays::hold(Way& way, const Json& schema) {
    if (schema.is_boolean()) return schema.get<bool>();
    if (!schema.is_object()) throw Error(errors::schemaKeyword, {"schema", "it is no object and no boolean"});
    if (std::find(way.held.begin(), way.held.end(), &schema) != way.held.end()) return true;
    way.held.push_back(&schema);
    if (schema.contains("$ref") && !hold(way, m_document.resolve(schema))) return false;
    if (schema.contains("not") && !hold(way, negationOf(schema["not"], "not"))) return false;
    for (const char* keyword : {"allOf", "anyOf", "oneOf"}) {
        const auto list = schema.find(keyword);
        if (list == schema.end()) continue;
        if (!list->is_array() || list->empty())
            throw Error(errors::schemaKeyword, {keyword, "it is no list of schemas"});
        if (keyword == std::string_view("allOf")) {
            for (const Json& part : *list)
                if (!hold(way, part)) return false;
        } else if (keyword == std::string_view("anyOf")) {
            auto& group = way.groups.emplace_back();
            for (const Json& part : *list) group.push_back(&part);
        }
    }
    if (schema.contains("oneOf") ||
        (schema.contains("if") && (schema.contains("then") || schema.contains("else"))))
        way.groups.push_back(alternativesOf(schema));
    return true;
}

/// Decides each group in every way.
void SchemaWays::choose(Way way, std::vector<Schemas>& out) {
    if (way.groups.empty()) {
        if (out.size() >= mostWays)
            throw Error(errors::schemaKeyword,
                        {"anyOf", "its alternatives can be combined in too many ways"});
        out.push_back(std::move(way.held));
        return;
    }
    const std::vector<const Json*> group = std::move(way.groups.back());
    way.groups.pop_back();
    for (const Json* part : group) {
        // A schema that is one of its own alternatives adds nothing to the others.
        const Json* named = part;
        for (size_t i = 0;
             named->is_object() && named->contains("$ref") && named->size() == 1 && i < deepestSchema; ++i)
            named = &m_document.resolve(*named);
        if (std::find(way.held.begin(), way.held.end(), named) != way.held.end() && named->is_object()) {
            const bool itself = named->contains("anyOf") || named->contains("oneOf");
            if (itself) continue;
        }
        Way next = way;
        if (hold(next, *part)) choose(std::move(next), out);
    }
}

std::vector<SchemaParts> SchemaWays::of(const Schemas& schemas) {
    Way way;
    std::vector<Schemas> ways;
    for (const Json* schema : schemas)
        if (!hold(way, *schema)) return {};
    choose(std::move(way), ways);
    std::vector<SchemaParts> out;
    for (Schemas& held : ways) {
        SchemaParts parts(std::move(held));
        if (parts.types() != 0) out.push_back(std::move(parts));
    }
    return out;
}

const Json& SchemaWays::keep(Json schema) {
    return m_made.emplace_back(std::move(schema));
}

const Json& SchemaWays::negationOf(const Json& schema, const std::string& keyword) {
    const auto [known, isNew] = m_negations.try_emplace(schema.dump(), nullptr);
    if (isNew) known->second = &keep(negated(schema, m_document, keyword));
    return *known->second;
}

/// Of "oneOf", exactly one of which has to fit, and of "if": schemas of which any may fit.
const std::vector<const Json*>& SchemaWays::alternativesOf(const Json& schema) {
    const auto [known, isNew] = m_alternatives.try_emplace(&schema);
    std::vector<const Json*>& out = known->second;
    if (!isNew) return out;
    if (!schema.contains("oneOf")) {
        const auto part = [&](const char* name) { return schema.contains(name) ? schema[name] : Json(true); };
        const Json& condition = schema["if"];
        out = {&keep({{"allOf", Json::array({condition, part("then")})}}),
               &keep({{"allOf", Json::array({{{"not", condition}}, part("else")})}})};
        return out;
    }
    // Meanwhile: any of them.
    const Json& list = schema["oneOf"];
    for (const Json& part : list) out.push_back(&part);
    std::vector<const Json*> decided;
    for (size_t i = 0; i < list.size(); ++i) {
        Json apart = Json::array({list[i]});
        for (size_t k = 0; k < list.size(); ++k)
            if (k != i && !empty(joined({&list[i], &list[k]}))) apart.push_back(negationOf(list[k], "oneOf"));
        decided.push_back(apart.size() == 1 ? &list[i] : &keep({{"allOf", std::move(apart)}}));
    }
    m_alternatives[&schema] = std::move(decided);
    return m_alternatives[&schema];
}

bool SchemaWays::empty(const Schemas& schemas) {
    if (std::find(m_asked.begin(), m_asked.end(), schemas) != m_asked.end() || m_asked.size() > deepestSchema)
        return false;
    m_asked.push_back(schemas);
    const std::vector<SchemaParts> ways = of(schemas);
    const bool none =
        std::all_of(ways.begin(), ways.end(), [this](const SchemaParts& parts) { return empty(parts); });
    m_asked.pop_back();
    return none;
}

bool SchemaWays::empty(const SchemaParts& parts) {
    if (parts.values())
        return std::none_of(parts.values()->begin(), parts.values()->end(),
                            [&](const Json& value) { return fits(value, parts, *this); });
    json_type::Mask types = parts.types();
    if ((types & json_type::number) != 0 && parts.boundsNumbers() && parts.numbers().empty())
        types &= static_cast<json_type::Mask>(~json_type::number);
    if ((types & json_type::string) != 0 && parts.texts().empty())
        types &= static_cast<json_type::Mask>(~json_type::string);
    if ((types & json_type::array) != 0) {
        bool none = parts.items().empty();
        for (size_t i = 0; !none && i < std::min(parts.items().least, parts.prefixItems() + 1); ++i)
            none = empty(parts.item(i));
        if (none) types &= static_cast<json_type::Mask>(~json_type::array);
    }
    if ((types & json_type::object) != 0) {
        bool none = parts.properties().empty();
        for (const std::string& name : parts.names())
            none = none || (parts.requires_(name) && empty(parts.property(name)));
        if (none) types &= static_cast<json_type::Mask>(~json_type::object);
    }
    return types == 0;
}

}  // namespace hearth::grammar
