#include "grammar/json_schema.h"

#include <algorithm>
#include <map>

#include "grammar/distinct_items.h"
#include "grammar/grammar_errors.h"
#include "grammar/json_text.h"
#include "grammar/schema_refusal.h"
#include "grammar/schema_values.h"

namespace hearth::grammar {

namespace {

class SchemaCompiler {
public:
    SchemaCompiler(const SchemaDocument& document, const Notation& notation)
        : m_document(document), m_ways(m_document), m_json(m_rules, JsonText::Spacing::Fixed, notation) {}

    /// `objects`: of all values, objects alone.
    Rules compile(bool objects) {
        try {
            return compileFrom(objects);
        } catch (const SchemaRefusal& refusal) {
            const SchemaRefusal found = m_ways.inDocument(refusal);
            const std::string property = m_document.propertyAt(found.schema());
            if (property.empty()) throw found;
            throw SchemaRefusal(found, property);
        }
    }

private:
    Rules compileFrom(bool objects) {
        const Rules::RuleId root = m_rules.declare("root");
        Schemas all = {&m_document.root()};
        if (objects) all.push_back(&m_ways.keep({{"type", "object"}}, nullptr, ""));
        m_rules.define(root, valueOf(joined(std::move(all))));
        m_rules.setStart(root);
        // Rules are made one after the other, not within one another: schemas may be nested deep.
        while (!m_open.empty()) {
            const auto [schemas, rule] = std::move(m_open.back());
            m_open.pop_back();
            m_rules.define(rule, bodyOf(schemas));
        }
        return std::move(m_rules);
    }

    Rules::Id valueOf(const Schemas& schemas) {
        if (schemas.empty()) return m_json.value();
        const auto [known, isNew] = m_known.try_emplace(schemas, 0);
        if (isNew) {
            constexpr size_t mostRules = 100'000;
            if (m_known.size() > mostRules) throw Error(errors::grammarTooLarge, {mostRules});
            known->second = m_rules.declare("schema");
            m_open.emplace_back(schemas, known->second);
        }
        return m_rules.rule(known->second);
    }

    Rules::Id bodyOf(const Schemas& schemas) {
        std::vector<Rules::Id> ways;
        for (const SchemaParts& parts : m_ways.of(schemas)) ways.push_back(bodyOf(parts));
        return m_rules.choice(std::move(ways));
    }

    Rules::Id bodyOf(const SchemaParts& parts) {
        std::vector<Rules::Id> ways;
        if (parts.values()) {
            for (const Json& value : *parts.values())
                if (fitsListed(value, parts, m_ways)) ways.push_back(m_json.exactly(value));
            return m_rules.choice(std::move(ways));
        }
        const json_type::Mask types = parts.types();
        if (types == json_type::any && parts.onlyTypes()) return m_json.value();
        if ((types & json_type::object) != 0) ways.push_back(objectOf(parts));
        if ((types & json_type::array) != 0) ways.push_back(arrayOf(parts));
        if ((types & json_type::string) != 0) ways.push_back(stringOf(parts));
        if ((types & json_type::number) != 0) ways.push_back(numberOf(parts));
        for (const bool value : {true, false})
            if ((types & json_type::boolean) != 0 && !parts.isExcluded(value))
                ways.push_back(m_json.exactly(value));
        if ((types & json_type::null) != 0) ways.push_back(m_json.null());
        return m_rules.choice(std::move(ways));
    }

    Rules::Id numberOf(const SchemaParts& parts) {
        // As many characters as numbers without bounds have.
        constexpr Lengths readable{0, 64};
        if (parts.boundsNumbers())
            return parts.numbers().spell(
                m_rules, [](Rules& rules, const CodePoints& points) { return rules.characters(points); },
                readable);
        return (parts.types() & json_type::fraction) != 0 ? m_json.number() : m_json.integer();
    }

    Rules::Id stringOf(const SchemaParts& parts) {
        if (parts.hasPatterns()) return m_json.string(parts.texts());
        if (parts.mostCharacters() && *parts.mostCharacters() < parts.leastCharacters())
            return m_rules.nothing();
        if (parts.leastCharacters() == 0 && !parts.mostCharacters()) return m_json.string();
        return m_json.string(parts.leastCharacters(), parts.mostCharacters());
    }

    Rules::Id arrayOf(const SchemaParts& parts) {
        const SchemaParts::Counts& counts = parts.items();
        if (counts.empty()) return m_rules.nothing();
        if (parts.distinctItems() != nullptr && counts.most.value_or(2) > 1)
            return m_rules.sequence(
                {m_json.open('['), distinctItems(m_rules, m_json, m_ways, parts), m_json.close(']')});
        const size_t prefix = std::min(parts.prefixItems(), counts.most.value_or(SIZE_MAX));
        // From the last item that has a schema of its own to the first; behind each the list may end.
        const Rules::Id rest = valueOf(parts.item(parts.prefixItems()));
        const auto more = [&](Rules::Id item) { return m_rules.sequence({m_json.comma(), item}); };
        const auto left = [&](size_t taken) {
            const size_t least = counts.least > taken ? counts.least - taken : 0;
            std::optional<size_t> most;
            if (counts.most) most = *counts.most - taken;
            return std::pair(least, most);
        };
        Rules::Id tail = m_rules.empty();
        if (prefix == parts.prefixItems() && prefix > 0) {
            const auto [least, most] = left(prefix);
            tail = m_rules.repeat(more(rest), least, most);
        }
        for (size_t i = prefix; i-- > 1;) {
            tail = m_rules.sequence({more(valueOf(parts.item(i))), tail});
            if (counts.least <= i) tail = m_rules.optional(tail);
            tail = m_rules.shared("items", tail);
        }
        Rules::Id inside = m_rules.empty();
        if (counts.most != 0) {
            if (prefix > 0) {
                inside = m_rules.sequence({valueOf(parts.item(0)), tail});
            } else {
                const auto [least, most] = left(1);
                inside = m_rules.sequence({rest, m_rules.repeat(more(rest), least, most)});
            }
            if (counts.least == 0) inside = m_rules.optional(inside);
        }
        return m_rules.sequence({m_json.open('['), inside, m_json.close(']')});
    }

    Rules::Id entry(Rules::Id key, Rules::Id value) { return m_rules.sequence({key, m_json.colon(), value}); }

    /// Properties one after the other, each there or not, and then others; `taken` of them are there, counted
    /// as far as it matters.
    class ObjectRules {
    public:
        ObjectRules(SchemaCompiler& to, const SchemaParts& parts)
            : m_to(to), m_parts(parts), m_counts(parts.properties()) {
            const size_t most = m_counts.most ? *m_counts.most + 1 : 0;
            const size_t names = parts.names().size();
            m_cap = std::min(std::max({size_t{1}, m_counts.least, most}), names + 1);
            constexpr size_t mostRules = 100'000;
            if (names * m_cap > mostRules) throw Error(errors::grammarTooLarge, {mostRules});
        }

        Rules::Id from(size_t index, size_t taken) {
            taken = std::min(taken, m_cap);
            const auto [known, isNew] = m_known.try_emplace({index, taken}, 0);
            if (isNew) {
                known->second = m_to.m_rules.declare("properties");
                m_open.push_back({index, taken});
            }
            return m_to.m_rules.rule(known->second);
        }

        void makeAll() {
            while (!m_open.empty()) {
                const auto [index, taken] = m_open.back();
                m_open.pop_back();
                m_to.m_rules.define(m_known.at({index, taken}), make(index, taken));
            }
        }

    private:
        Rules::Id make(size_t index, size_t taken) {
            Rules& rules = m_to.m_rules;
            if (m_counts.most && taken > *m_counts.most) return rules.nothing();
            const auto behindComma = [&](Rules::Id what, Rules::Id then) {
                if (taken > 0) return rules.sequence({m_to.m_json.comma(), what, then});
                return rules.sequence({what, then});
            };
            if (index == m_parts.names().size()) return others(taken);
            const std::string& name = m_parts.names()[index];
            if (!m_parts.propertyNames().empty() && !fits(Json(name), m_parts.propertyNames(), m_to.m_ways))
                return m_parts.requires_(name) ? rules.nothing() : from(index + 1, taken);
            const Rules::Id value = m_to.valueOf(m_parts.property(name));
            const Rules::Id there =
                behindComma(m_to.entry(m_to.m_json.key(name), value), from(index + 1, taken + 1));
            if (m_parts.requires_(name)) return there;
            return rules.choice({there, from(index + 1, taken)});
        }
        /// Properties that no schema names, as many as may come after `taken` others.
        Rules::Id others(size_t taken) {
            Rules& rules = m_to.m_rules;
            const auto left = [](size_t count, size_t less) { return count > less ? count - less : 0; };
            const size_t least = left(m_counts.least, taken);
            std::optional<size_t> most;
            if (m_counts.most) most = left(*m_counts.most, taken);
            if (most == 0) return rules.empty();
            const Rules::Id more = rules.sequence({m_to.m_json.comma(), other()});
            if (taken > 0) return rules.repeat(more, least, most);
            const auto rest = most ? std::optional(*most - 1) : std::nullopt;
            const Rules::Id all = rules.sequence({other(), rules.repeat(more, left(least, 1), rest)});
            return least == 0 ? rules.optional(all) : all;
        }
        /// A property that no schema names.
        Rules::Id other() {
            if (!m_other) {
                const Schemas schemas = m_parts.otherProperty();
                const bool none = !schemas.empty() && m_to.m_ways.of(schemas).empty();
                m_other = none ? m_to.m_rules.nothing()
                               : m_to.m_rules.shared("other", m_to.entry(otherName(), m_to.valueOf(schemas)));
            }
            return *m_other;
        }
        Rules::Id otherName() {
            const TextSet named = TextSet::of(m_parts.names()), unnamed = named.complement();
            if (m_parts.propertyNames().empty())
                return m_to.m_json.keyOf(StringForm(StringForm::Wishes{}).within(unnamed));
            std::vector<Rules::Id> ways;
            for (const SchemaParts& way : m_to.m_ways.of(m_parts.propertyNames())) {
                if ((way.types() & json_type::string) == 0) continue;
                if (!way.values()) {
                    ways.push_back(m_to.m_json.keyOf(way.texts().within(unnamed)));
                    continue;
                }
                for (const Json& value : *way.values())
                    if (value.is_string() && fitsListed(value, way, m_to.m_ways) &&
                        !named.contains(value.get_ref<const std::string&>()))
                        ways.push_back(m_to.m_json.key(value.get<std::string>()));
            }
            return m_to.m_rules.choice(std::move(ways));
        }

        SchemaCompiler& m_to;
        const SchemaParts& m_parts;
        SchemaParts::Counts m_counts;
        size_t m_cap;
        std::map<std::pair<size_t, size_t>, Rules::RuleId> m_known;
        std::vector<std::pair<size_t, size_t>> m_open;
        std::optional<Rules::Id> m_other;
    };

    Rules::Id objectOf(const SchemaParts& parts) {
        if (parts.onlyTypes()) return m_json.object();
        ObjectRules properties(*this, parts);
        const Rules::Id inside = properties.from(0, 0);
        properties.makeAll();
        return m_rules.sequence({m_json.open('{'), inside, m_json.close('}')});
    }

    const SchemaDocument& m_document;
    SchemaWays m_ways;
    Rules m_rules;
    JsonText m_json;
    std::map<Schemas, Rules::RuleId> m_known;
    std::vector<std::pair<Schemas, Rules::RuleId>> m_open;
};

}  // namespace

Rules readJsonSchema(std::string_view schema) {
    return readJsonSchema(SchemaDocument(schema), false);
}

Rules readJsonSchema(const SchemaDocument& document, bool objects, const Notation& notation) {
    return SchemaCompiler(document, notation).compile(objects);
}

Rules anyJsonObject() {
    Rules rules;
    JsonText json(rules, JsonText::Spacing::Free);
    const Rules::RuleId root = rules.declare("root");
    rules.define(root, json.object());
    rules.setStart(root);
    return rules;
}

}  // namespace hearth::grammar
