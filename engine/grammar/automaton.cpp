#include "grammar/automaton.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "grammar/grammar_errors.h"
#include "grammar/left_recursion.h"

namespace hearth::grammar {

/// Builds from the end: every expression is given the place that comes behind it.
class Automaton::Builder {
public:
    Builder(Automaton& to, const Rules& from) : m_to(to), m_from(from) {}

    void buildRule(uint32_t rule) {
        const auto& body = m_from.all()[rule].body;
        if (!body) throw Error(errors::ruleMissing, {m_from.all()[rule].name});
        const Place end = add({.kind = Kind::End});
        m_end = end;
        m_suffixes.clear();
        m_to.m_starts[rule] = build(*body, end);
    }

private:
    Place add(Node node) {
        if (m_to.m_places.size() >= mostPlaces) throw Error(errors::grammarTooLarge, {mostPlaces});
        m_to.m_places.push_back(node);
        return static_cast<Place>(m_to.m_places.size() - 1);
    }
    Place addEdges(std::span<const Edge> edges) {
        const auto begin = static_cast<uint32_t>(m_to.m_edges.size());
        m_to.m_edges.insert(m_to.m_edges.end(), edges.begin(), edges.end());
        return add({.kind = Kind::Bytes, .begin = begin, .count = static_cast<uint32_t>(edges.size())});
    }
    Place addSplit(std::span<const Place> targets) {
        const auto begin = static_cast<uint32_t>(m_to.m_targets.size());
        m_to.m_targets.insert(m_to.m_targets.end(), targets.begin(), targets.end());
        return add({.kind = Kind::Split, .begin = begin, .count = static_cast<uint32_t>(targets.size())});
    }

    Place build(Rules::Id id, Place then) {
        const Rules::Expression& expression = m_from[id];
        switch (expression.kind) {
            case Rules::Kind::Literal:
                return buildLiteral(expression.literal, then);
            case Rules::Kind::Characters:
                return buildCharacters(expression.characters, then);
            case Rules::Kind::Sequence:
                for (size_t i = expression.parts.size(); i-- > 0;) then = build(expression.parts[i], then);
                return then;
            case Rules::Kind::Choice: {
                std::vector<Place> targets;
                for (const Rules::Id part : expression.parts) targets.push_back(build(part, then));
                return addSplit(targets);
            }
            case Rules::Kind::Repeat:
                return buildRepeat(expression, then);
            case Rules::Kind::Rule:
                break;
        }
        // Nothing to come back to: what repeats itself by recursion at its end needs no stack.
        return add(
            {.kind = Kind::Call, .begin = expression.rule, .count = then == m_end ? Automaton::none : then});
    }

    Place buildLiteral(const std::string& bytes, Place then) {
        for (size_t i = bytes.size(); i-- > 0;) {
            const auto byte = static_cast<uint8_t>(bytes[i]);
            const Edge edge{byte, byte, then};
            then = addEdges({&edge, 1});
        }
        return then;
    }

    Place buildCharacters(const CodePoints& points, Place then) {
        std::vector<Edge> first;
        utf8Ranges(points, [&](const ByteRanges& ranges) {
            Place place = then;
            for (int i = ranges.count - 1; i > 0; --i) {
                const ByteRanges::Range range = ranges.bytes[static_cast<size_t>(i)];
                // Many encodings end alike.
                const auto [known, isNew] = m_suffixes.try_emplace({range.first, range.last, place}, 0);
                if (isNew) {
                    const Edge edge{range.first, range.last, place};
                    known->second = addEdges({&edge, 1});
                }
                place = known->second;
            }
            first.push_back({ranges.bytes[0].first, ranges.bytes[0].last, place});
        });
        return addEdges(first);
    }

    Place buildRepeat(const Rules::Expression& expression, Place then) {
        const Rules::Id part = expression.parts.front();
        if (expression.most) {
            const Place exit = then;
            for (size_t i = expression.least; i < *expression.most; ++i) {
                const Place targets[] = {build(part, then), exit};
                then = addSplit(targets);
            }
        } else {
            const Place none[] = {Automaton::none, then};
            const Place loop = addSplit(none);
            m_to.m_targets[m_to.m_places[loop].begin] = build(part, loop);
            then = loop;
        }
        for (size_t i = 0; i < expression.least; ++i) then = build(part, then);
        return then;
    }

    Automaton& m_to;
    const Rules& m_from;
    Place m_end = Automaton::none;
    std::map<std::tuple<uint8_t, uint8_t, Place>, Place> m_suffixes;
};

Automaton::Automaton(const Rules& rules) : m_starts(rules.all().size()), m_start(rules.start()) {
    refuseLeftRecursion(rules);
    Builder builder(*this, rules);
    for (uint32_t rule = 0; rule < m_starts.size(); ++rule) builder.buildRule(rule);
    keepLiving();
    findClasses();
}

/// Finds the places from which their rule can end, and cuts the ways to all others.
void Automaton::keepLiving() {
    const size_t count = m_places.size();
    // Who may live once a place does; a call waits for two.
    std::vector<std::vector<Place>> waiting(count);
    const auto waits = [&](Place who, Place forWhom) { waiting[forWhom].push_back(who); };
    std::vector<Place> work;
    for (Place place = 0; place < count; ++place) {
        switch (kind(place)) {
            case Kind::Bytes:
                for (const Edge& edge : edges(place)) waits(place, edge.target);
                break;
            case Kind::Split:
                for (const Place target : targets(place)) waits(place, target);
                break;
            case Kind::Call:
                waits(place, called(place));
                if (then(place) != none) waits(place, then(place));
                break;
            case Kind::End:
                work.push_back(place);
                break;
        }
    }
    std::vector<bool> lives(count);
    for (const Place place : work) lives[place] = true;
    while (!work.empty()) {
        const Place place = work.back();
        work.pop_back();
        for (const Place who : waiting[place]) {
            const bool ready =
                kind(who) != Kind::Call || (lives[called(who)] && (then(who) == none || lives[then(who)]));
            if (lives[who] || !ready) continue;
            lives[who] = true;
            work.push_back(who);
        }
    }
    if (!lives[start()]) throw Error(errors::grammarWithoutText);
    for (Node& node : m_places) {
        if (node.kind == Kind::Bytes) {
            const auto begin = m_edges.begin() + node.begin;
            const auto end = std::stable_partition(begin, begin + node.count,
                                                   [&](const Edge& edge) { return lives[edge.target]; });
            node.count = static_cast<uint32_t>(end - begin);
        } else if (node.kind == Kind::Split) {
            const auto begin = m_targets.begin() + node.begin;
            const auto end = std::stable_partition(begin, begin + node.count,
                                                   [&](Place target) { return bool{lives[target]}; });
            node.count = static_cast<uint32_t>(end - begin);
        }
    }
}

void Automaton::findClasses() {
    std::array<bool, 257> borders = {};
    for (const Node& node : m_places) {
        if (node.kind != Kind::Bytes) continue;
        for (const Edge& edge : std::span(m_edges).subspan(node.begin, node.count)) {
            borders[edge.first] = true;
            borders[edge.last + 1U] = true;
        }
    }
    uint8_t current = 0;
    for (size_t byte = 0; byte < 256; ++byte) {
        if (byte > 0 && borders[byte]) ++current;
        m_classes[byte] = current;
    }
    m_classCount = size_t{current} + 1;
}

}  // namespace hearth::grammar
