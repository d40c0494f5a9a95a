#include "grammar/loose_schema.h"

#include <algorithm>
#include <array>
#include <optional>

#include "grammar/automaton.h"
#include "grammar/grammar_errors.h"
#include "grammar/json_schema.h"
#include "grammar/json_text.h"
#include "grammar/pattern.h"
#include "grammar/schema_keywords.h"
#include "grammar/schema_refusal.h"
#include "grammar/schema_walk.h"
#include "hearth/bounded_json.h"

namespace hearth::grammar {

namespace {

/// A keyword that cannot be held wherever it is; nullopt: every one can, as far as this is seen.
std::optional<SchemaRefusal> unholdable(const Json& schema, const std::string& keyword, const Json& value) {
    if (isRefused(keyword, schema))
        return SchemaRefusal(keyword, "Hearth does not know how to hold a reply to it", &schema);
    if (!value.is_string() || (keyword != "format" && keyword != "pattern")) return std::nullopt;
    const auto text = value.get<std::string>();
    if (keyword == "format") {
        if (formatPattern(text)) return std::nullopt;
        return SchemaRefusal(keyword, "Hearth does not know this format", &schema);
    }
    try {
        (void)readPattern(text);
        return std::nullopt;
    } catch (const Error&) {
        return SchemaRefusal(keyword, "the expression is damaged or not regular", &schema);
    }
}

/// Leaves out what cannot be held, keyword by keyword.
class LooseReader {
public:
    LooseReader(Json schema, bool objects, const Notation& notation)
        : m_schema(std::move(schema)), m_objects(objects), m_notation(notation) {}

    LooseSchema read() {
        if (!m_schema.is_object() && !m_schema.is_boolean()) return anything("it is no object");
        leaveOutAtOnce();
        constexpr int mostTries = 40;
        for (int i = 0; i < mostTries; ++i) {
            const SchemaDocument document(m_schema);
            try {
                Rules rules = readJsonSchema(document, m_objects, m_notation);
                (void)Automaton(rules);
                return {std::move(rules), std::move(m_leftOut), document.root()};
            } catch (const SchemaRefusal& refusal) {
                if (!leaveOut(document, refusal)) return anything(refusal.why());
            } catch (const Error& error) {
                if (!leaveOutLargest(document, error)) return anything(error.what());
            }
        }
        return anything("too much of it cannot be held");
    }

private:
    LooseSchema anything(const std::string& why) {
        m_leftOut.push_back({"", "", why});
        Rules rules;
        JsonText json(rules, JsonText::Spacing::Fixed, m_notation);
        const Rules::RuleId root = rules.declare("root");
        rules.define(root, m_objects ? json.object() : json.value());
        rules.setStart(root);
        return {std::move(rules), std::move(m_leftOut)};
    }

    /// Leaves out the keywords of which this is certain without their surroundings.
    void leaveOutAtOnce() {
        const SchemaDocument document(m_schema);
        m_schema = document.root();
        std::vector<std::pair<Json*, std::string>> found;
        gather(m_schema, found);
        if (found.empty()) return;
        for (auto& [schema, keyword] : found) schema->erase(keyword);
    }
    void gather(Json& schema, std::vector<std::pair<Json*, std::string>>& found) {
        if (!schema.is_object()) return;
        for (const auto& [keyword, value] : schema.items()) {
            // Within "not" and "if" a schema has the opposite effect if a part of it is left out.
            const bool opposite = keyword == "not" || keyword == "if";
            const auto refusal = opposite ? within(value) : unholdable(schema, keyword, value);
            if (!refusal) continue;
            m_leftOut.push_back(
                {propertyAt(&schema), keyword,
                 opposite ? "\"" + refusal->keyword() + "\" in it: " + refusal->why() : refusal->why()});
            found.emplace_back(&schema, keyword);
        }
        forEachSubschema(schema, [&](const std::string& keyword, Json& part) {
            if (keyword != "not" && keyword != "if") gather(part, found);
        });
    }
    static std::optional<SchemaRefusal> within(const Json& schema) {
        if (!schema.is_object()) return std::nullopt;
        for (const auto& [keyword, value] : schema.items())
            if (auto refusal = unholdable(schema, keyword, value)) return refusal;
        std::optional<SchemaRefusal> found;
        Json copy = schema;
        forEachSubschema(copy, [&](const std::string&, Json& part) {
            if (!found) found = within(part);
        });
        return found;
    }
    std::string propertyAt(const Json* schema) const { return propertyOf(stepsBetween(m_schema, schema)); }

    bool leaveOut(const SchemaDocument& document, const SchemaRefusal& refusal) {
        if (refusal.schema() == nullptr) return false;
        Json* at = find(document, refusal.schema());
        if (at == nullptr) return false;
        m_leftOut.push_back({refusal.property(), refusal.keyword(), refusal.why()});
        if (refusal.keyword() == "schema")
            *at = true;
        else if (at->is_object() && at->contains(refusal.keyword()))
            at->erase(refusal.keyword());
        else
            return false;
        return true;
    }

    /// The keyword that has most to say, of those that can be too large.
    bool leaveOutLargest(const SchemaDocument& document, const Error& error) {
        m_largest = {};
        m_largestSize = 0;
        m_schema = document.root();
        weigh(m_schema);
        if (m_largest.first == nullptr) return false;
        m_leftOut.push_back({propertyAt(m_largest.first), m_largest.second, error.what()});
        m_largest.first->erase(m_largest.second);
        return true;
    }
    void weigh(Json& schema) {
        constexpr std::array keywords = {"enum", "const", "pattern", "anyOf", "oneOf", "prefixItems"};
        if (!schema.is_object()) return;
        for (const char* keyword : keywords) {
            if (!schema.contains(keyword)) continue;
            const size_t size = schema[keyword].dump().size();
            if (size <= m_largestSize) continue;
            m_largest = {&schema, keyword};
            m_largestSize = size;
        }
        forEachSubschema(schema, [this](const std::string&, Json& part) { weigh(part); });
    }

    /// The part of m_schema that is where `part` is in the document.
    Json* find(const SchemaDocument& document, const Json* part) {
        m_schema = document.root();
        Json* at = &m_schema;
        for (const std::string& step : document.stepsTo(part))
            at = at->is_array() ? &(*at)[std::stoul(step)] : &(*at)[step];
        return part == &document.root() || at != &m_schema ? at : nullptr;
    }

    Json m_schema;
    bool m_objects;
    Notation m_notation;
    std::vector<LeftOut> m_leftOut;
    std::pair<Json*, std::string> m_largest;
    size_t m_largestSize = 0;
};

}  // namespace

std::string sentenceOf(const LeftOut& leftOut) {
    std::string what = leftOut.keyword.empty() ? "the schema" : "\"" + leftOut.keyword + "\"";
    if (!leftOut.property.empty()) what += " of \"" + leftOut.property + "\"";
    std::string why = leftOut.why;
    if (why.ends_with('.')) why.pop_back();
    return "are not held to " + what + ": " + why + ".";
}

LooseSchema readLooseSchema(Json schema, bool objects, const Notation& notation) {
    return LooseReader(std::move(schema), objects, notation).read();
}

}  // namespace hearth::grammar
