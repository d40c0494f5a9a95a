#include "grammar/schema_ways.h"

#include <algorithm>
#include <set>

#include "grammar/schema_negation.h"
#include "grammar/schema_values.h"

namespace hearth::grammar {

namespace {
constexpr size_t mostWays = 512;
constexpr size_t deepestSchema = 200;

[[noreturn]] void refuseWays(const Schemas& held) {
    for (const char* keyword : {"anyOf", "oneOf", "if"})
        for (const Json* schema : held)
            if (schema->contains(keyword))
                throw SchemaRefusal(keyword, "its alternatives can be combined in too many ways", schema);
    throw SchemaRefusal("anyOf", "its alternatives can be combined in too many ways", nullptr);
}

bool holds(const Json& whole, const Json* part) {
    if (&whole == part) return true;
    return whole.is_structured() &&
           std::any_of(whole.begin(), whole.end(), [part](const Json& entry) { return holds(entry, part); });
}

/// The value that alone fits a schema which says nothing else; nullptr: it is not one of those.
const Json* onlyValue(const Json& schema) {
    if (!schema.is_object() || !schema.contains("const")) return nullptr;
    for (const auto& [keyword, value] : schema.items())
        if (keyword != "const" && keyword != "title" && keyword != "description" &&
            (keyword != "type" || !value.is_string()))
            return nullptr;
    return &schema["const"];
}
}  // namespace

/// Adds a schema to those that hold, with all that it refers to; false: nothing can fit.
bool SchemaWays::hold(Way& way, const Json& schema) {
    if (schema.is_boolean()) return schema.get<bool>();
    if (!schema.is_object()) throw SchemaRefusal("schema", "it is no object and no boolean", &schema);
    if (std::find(way.held.begin(), way.held.end(), &schema) != way.held.end()) return true;
    way.held.push_back(&schema);
    if (schema.contains("$ref") && !hold(way, m_document.resolve(schema))) return false;
    if (schema.contains("not") && !hold(way, negationOf(schema["not"], "not", schema))) return false;
    for (const char* keyword : {"allOf", "anyOf", "oneOf"}) {
        const auto list = schema.find(keyword);
        if (list == schema.end()) continue;
        if (!list->is_array() || list->empty())
            throw SchemaRefusal(keyword, "it is no list of schemas", &schema);
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
        if (out.size() >= mostWays) refuseWays(way.held);
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

const Json& SchemaWays::keep(Json schema, const Json* holder, std::string keyword) {
    return m_made.emplace_back(Made{std::move(schema), holder, std::move(keyword)}).schema;
}

SchemaRefusal SchemaWays::inDocument(const SchemaRefusal& refusal) const {
    const Json* schema = refusal.schema();
    std::string keyword = refusal.keyword(), why = refusal.why();
    // A schema made from another made one is newer, so the newest come first.
    for (auto made = m_made.rbegin(); made != m_made.rend() && schema != nullptr; ++made) {
        if (!holds(made->schema, schema)) continue;
        const bool isOwn = keyword.starts_with("hearth:");
        if (keyword != made->keyword && !keyword.empty() && !isOwn) why = "\"" + keyword + "\" in it: " + why;
        schema = made->holder;
        keyword = made->keyword;
    }
    return {keyword, why, schema};
}

const Json& SchemaWays::negationOf(const Json& schema, const std::string& keyword, const Json& holder) {
    const auto [known, isNew] = m_negations.try_emplace(schema.dump(), nullptr);
    if (isNew) known->second = &keep(negated(schema, m_document, keyword, &holder), &holder, keyword);
    return *known->second;
}

/// Of "oneOf", exactly one of which has to fit, and of "if": schemas of which any may fit.
const std::vector<const Json*>& SchemaWays::alternativesOf(const Json& schema) {
    const auto [known, isNew] = m_alternatives.try_emplace(&schema);
    std::vector<const Json*>& out = known->second;
    if (!isNew) return out;
    if (schema.contains("oneOf")) {
        decideOneOf(schema, out);
        return out;
    }
    const auto part = [&](const char* name) { return schema.contains(name) ? schema[name] : Json(true); };
    const Json& condition = schema["if"];
    out = {&keep({{"allOf", Json::array({condition, part("then")})}}, &schema, "if"),
           &keep({{"allOf", Json::array({{{"not", condition}}, part("else")})}}, &schema, "if")};
    return out;
}

void SchemaWays::decideOneOf(const Json& schema, std::vector<const Json*>& out) {
    const Json& list = schema["oneOf"];
    // Values are told apart at a glance, however many there are.
    std::set<std::string> texts;
    for (const Json& part : list)
        if (const Json* value = onlyValue(part); value != nullptr && value->is_string())
            texts.insert(value->get<std::string>());
    if (texts.size() == list.size()) {
        Json values = Json::array();
        for (const Json& part : list)
            if (!part.contains("type") || part["type"] == "string") values.push_back(part["const"]);
        out = {&keep({{"enum", std::move(values)}}, &schema, "oneOf")};
        return;
    }
    if (list.size() > mostWays) refuseWays({&schema});
    // Until that is decided: any of them.
    for (const Json& part : list) out.push_back(&part);
    std::vector<std::vector<bool>> meet(list.size(), std::vector<bool>(list.size()));
    for (size_t i = 0; i < list.size(); ++i)
        for (size_t k = 0; k < i; ++k) meet[i][k] = meet[k][i] = !empty(joined({&list[i], &list[k]}));
    std::vector<const Json*> decided;
    for (size_t i = 0; i < list.size(); ++i) {
        Json apart = Json::array({list[i]});
        for (size_t k = 0; k < list.size(); ++k)
            if (meet[i][k]) apart.push_back(negationOf(list[k], "oneOf", schema));
        decided.push_back(apart.size() == 1 ? &list[i]
                                            : &keep({{"allOf", std::move(apart)}}, &schema, "oneOf"));
    }
    out = std::move(decided);
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
                            [&](const Json& value) { return fitsListed(value, parts, *this); });
    json_type::Mask types = parts.types();
    if ((types & json_type::number) != 0 && parts.boundsNumbers() && parts.numbers().empty())
        types &= static_cast<json_type::Mask>(~json_type::number);
    if ((types & json_type::string) != 0 && (parts.hasPatterns() || parts.mostCharacters()) &&
        parts.texts().empty())
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
