#include "grammar/json_schema.h"

#include <algorithm>
#include <map>

#include "grammar/grammar_errors.h"
#include "grammar/json_text.h"
#include "grammar/schema_values.h"

namespace hearth::grammar {

namespace {

class SchemaCompiler {
public:
    explicit SchemaCompiler(std::string_view schema)
        : m_document(schema), m_ways(m_document), m_json(m_rules, JsonText::Spacing::Fixed) {}

    Rules compile() {
        const Rules::RuleId root = m_rules.declare("root");
        m_rules.define(root, valueOf({&m_document.root()}));
        m_rules.setStart(root);
        // Rules are made one after the other, not within one another: schemas may be nested deep.
        while (!m_open.empty()) {
            const auto [schemas, rule] = std::move(m_open.back());
            m_open.pop_back();
            m_rules.define(rule, bodyOf(schemas));
        }
        return std::move(m_rules);
    }

private:
    Rules::Id valueOf(const Schemas& schemas) {
        if (schemas.empty()) return m_json.value();
        const auto [known, isNew] = m_known.try_emplace(schemas, 0);
        if (isNew) {
            constexpr size_t mostRules = 20'000;
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
                if (fits(value, parts, m_ways)) ways.push_back(m_json.exactly(value));
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
        if (parts.boundsNumbers())
            return parts.numbers().spell(
                m_rules, [](Rules& rules, const CodePoints& points) { return rules.characters(points); });
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
            m_cap = std::max({size_t{1}, m_counts.least, most});
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
            if (index == m_parts.names().size()) {
                std::vector<Rules::Id> ways;
                if (m_counts.fits(taken)) ways.push_back(rules.empty());
                ways.push_back(behindComma(other(), from(index, taken + 1)));
                return rules.choice(std::move(ways));
            }
            const std::string& name = m_parts.names()[index];
            const Rules::Id value = m_to.valueOf(m_parts.property(name));
            const Rules::Id there =
                behindComma(m_to.entry(m_to.m_json.exactly(name), value), from(index + 1, taken + 1));
            if (m_parts.requires_(name)) return there;
            return rules.choice({there, from(index + 1, taken)});
        }
        /// A property that no schema names.
        Rules::Id other() {
            if (!m_other) {
                const Schemas schemas = m_parts.otherProperty();
                const bool none = !schemas.empty() && m_to.m_ways.of(schemas).empty();
                if (none) {
                    m_other = m_to.m_rules.nothing();
                } else {
                    const Rules::Id key = m_to.m_json.string(TextSet::of(m_parts.names()).complement());
                    m_other = m_to.m_rules.shared("other", m_to.entry(key, m_to.valueOf(schemas)));
                }
            }
            return *m_other;
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

    SchemaDocument m_document;
    SchemaWays m_ways;
    Rules m_rules;
    JsonText m_json;
    std::map<Schemas, Rules::RuleId> m_known;
    std::vector<std::pair<Schemas, Rules::RuleId>> m_open;
};

}  // namespace

Rules readJsonSchema(std::string_view schema) {
    return SchemaCompiler(schema).compile();
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
