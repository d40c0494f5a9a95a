#include "grammar/distinct_items.h"

#include <algorithm>
#include <bit>
#include <map>

#include "grammar/schema_values.h"

namespace hearth::grammar {

namespace {

[[noreturn]] void refuse(const SchemaParts& parts) {
    throw SchemaRefusal("uniqueItems", "it can be held for items of few listed values alone",
                        parts.distinctItems());
}

std::vector<Json> listedValues(SchemaWays& ways, const SchemaParts& parts) {
    std::vector<Json> values;
    const auto add = [&](const Json& value) {
        if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    };
    constexpr size_t most = 2000;
    constexpr json_type::Mask few = json_type::null | json_type::boolean;
    for (const SchemaParts& way : ways.of(parts.item(0))) {
        if (way.values()) {
            if (way.values()->size() > most) refuse(parts);
            for (const Json& value : *way.values())
                if (fitsListed(value, way, ways)) add(value);
        } else if ((way.types() & ~few) == 0) {
            for (const Json& value : {Json(true), Json(false), Json(nullptr)})
                if (fits(value, way, ways)) add(value);
        } else {
            refuse(parts);
        }
    }
    return values;
}

class DistinctItems {
public:
    DistinctItems(Rules& rules, JsonText& json, std::vector<Json> values, const SchemaParts::Counts& counts)
        : m_rules(rules), m_json(json), m_values(std::move(values)), m_counts(counts) {
        m_cap = std::max({size_t{1}, counts.least, counts.most ? *counts.most + 1 : 0});
    }

    size_t size() const { return m_values.size() * std::min(m_values.size(), m_cap); }

    /// `used`: a bit for each value.
    Rules::Id inAnyOrder(uint32_t used) {
        const auto [known, isNew] = m_known.try_emplace({used, 0}, 0);
        if (isNew) {
            known->second = m_rules.declare("distinct");
            const Rules::RuleId rule = known->second;
            const auto taken = static_cast<size_t>(std::popcount(used));
            std::vector<Rules::Id> ways;
            if (m_counts.fits(taken)) ways.push_back(m_rules.empty());
            for (size_t i = 0; i < m_values.size(); ++i)
                if ((used >> i & 1U) == 0 && mayTake(taken))
                    ways.push_back(with(i, taken, inAnyOrder(used | 1U << i)));
            m_rules.define(rule, m_rules.choice(std::move(ways)));
            return m_rules.rule(rule);
        }
        return m_rules.rule(known->second);
    }

    /// From the last value on, each there or not.
    Rules::Id inOrder() {
        const size_t cap = std::min(m_values.size(), m_cap);
        std::vector<Rules::Id> next;
        for (size_t taken = 0; taken <= cap; ++taken)
            next.push_back(m_counts.fits(taken) ? m_rules.empty() : m_rules.nothing());
        for (size_t i = m_values.size(); i-- > 0;) {
            std::vector<Rules::Id> here;
            for (size_t taken = 0; taken <= cap; ++taken) {
                std::vector<Rules::Id> ways = {next[taken]};
                if (mayTake(taken)) ways.push_back(with(i, taken, next[std::min(taken + 1, cap)]));
                here.push_back(m_rules.shared("distinct", m_rules.choice(std::move(ways))));
            }
            next = std::move(here);
        }
        return next[0];
    }

private:
    bool mayTake(size_t taken) const { return !m_counts.most || taken < *m_counts.most; }
    Rules::Id with(size_t value, size_t taken, Rules::Id then) {
        const Rules::Id item = m_json.exactly(m_values[value]);
        if (taken > 0) return m_rules.sequence({m_json.comma(), item, then});
        return m_rules.sequence({item, then});
    }

    Rules& m_rules;
    JsonText& m_json;
    std::vector<Json> m_values;
    SchemaParts::Counts m_counts;
    size_t m_cap = 1;
    std::map<std::pair<uint32_t, uint32_t>, Rules::RuleId> m_known;
};

}  // namespace

Rules::Id distinctItems(Rules& rules, JsonText& json, SchemaWays& ways, const SchemaParts& parts) {
    constexpr size_t veryFew = 7, mostRules = 20'000;
    if (parts.prefixItems() > 0) refuse(parts);
    std::vector<Json> values = listedValues(ways, parts);
    const bool anyOrder = values.size() <= veryFew;
    DistinctItems items(rules, json, std::move(values), parts.items());
    if (anyOrder) return items.inAnyOrder(0);
    if (items.size() > mostRules) refuse(parts);
    return items.inOrder();
}

}  // namespace hearth::grammar
