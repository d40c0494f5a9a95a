#include "grammar/automaton.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "grammar/grammar_errors.h"
#include "grammar/left_recursion.h"
#include "hearth/readable_text.h"

namespace hearth::grammar {

namespace {

/// Repetitions that need more places are counted.
constexpr size_t mostCopiedPlaces = 256;

bool isCounted(const Rules::Expression& repeat, size_t partPlaces) {
    const size_t copies = repeat.most.value_or(repeat.least);
    return copies > 4 && copies > mostCopiedPlaces / std::max<size_t>(partPlaces, 1);
}

/// About how many places each expression needs by itself.
std::vector<size_t> placesByExpression(const Rules& rules) {
    constexpr size_t cap = Automaton::mostPlaces * 16;
    std::vector<size_t> out(rules.expressionCount());
    for (Rules::Id id = 0; id < out.size(); ++id) {
        const Rules::Expression& expression = rules[id];
        size_t places = 1;
        switch (expression.kind) {
            case Rules::Kind::Literal:
                places = expression.literal.size();
                break;
            case Rules::Kind::Characters:
                places = 1 + expression.characters.ranges().size();
                break;
            case Rules::Kind::Repeat: {
                const size_t part = out[expression.parts.front()];
                const size_t copies = expression.most.value_or(expression.least + 1);
                places = isCounted(expression, part) ? part + 4 : std::min(cap, copies * (part + 1));
                break;
            }
            default:
                for (const Rules::Id part : expression.parts) places += out[part];
        }
        out[id] = std::min(cap, places);
    }
    return out;
}

uint32_t counted(size_t count) {
    constexpr size_t cap = Automaton::unlimited / 2;
    return static_cast<uint32_t>(std::min(count, cap));
}
uint32_t counted(const std::optional<size_t>& count) {
    return count ? counted(*count) : Automaton::unlimited;
}

}  // namespace

/// Builds from the end: every expression is given the place that comes after it.
class Automaton::Builder {
public:
    Builder(Automaton& to, const Rules& from, const EmptyTexts& empty)
        : m_to(to), m_from(from), m_empty(empty), m_sizes(placesByExpression(from)) {}

    void buildRule(uint32_t rule) {
        const auto& body = m_from.all()[rule].body;
        if (!body) throw Error(errors::ruleMissing, {readableText(m_from.all()[rule].name)});
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
    Place addTick(const Tick& tick) {
        m_to.m_ticks.push_back(tick);
        m_to.m_reach = std::max(m_to.m_reach, tick.leastLeft);
        if (tick.mostLeft != unlimited) m_to.m_reach = std::max(m_to.m_reach, tick.mostLeft);
        return add({.kind = Kind::Tick, .begin = static_cast<uint32_t>(m_to.m_ticks.size() - 1)});
    }
    Place addCounter(const Counter& counter) {
        m_to.m_counters.push_back(counter);
        return add({.kind = Kind::Count, .begin = static_cast<uint32_t>(m_to.m_counters.size() - 1)});
    }

    Place build(Rules::Id id, Place then) {
        const Rules::Expression& expression = m_from[id];
        switch (expression.kind) {
            case Rules::Kind::Literal:
                return buildLiteral(expression.literal, then);
            case Rules::Kind::Characters:
                return buildCharacters(expression.characters, then);
            case Rules::Kind::Sequence:
                return buildSequence(expression, then);
            case Rules::Kind::Choice:
                return buildChoice(expression, then);
            case Rules::Kind::Repeat:
                return buildRepeat(expression, then);
            case Rules::Kind::Limit: {
                const Place inside = build(expression.parts.front(), m_end);
                return addCounter(
                    {counted(expression.least), counted(expression.most), inside, inside, then});
            }
            case Rules::Kind::Tick:
                return addTick({counted(expression.least), counted(expression.most), then});
            case Rules::Kind::Leave:
                return add({.kind = Kind::Leave});
            case Rules::Kind::Rule:
                break;
        }
        // Nothing to come back to: what repeats itself by recursion at its end needs no stack.
        return add(
            {.kind = Kind::Call, .begin = expression.rule, .count = then == m_end ? Automaton::none : then});
    }

    Place buildSequence(const Rules::Expression& expression, Place then) {
        for (size_t i = expression.parts.size(); i-- > 0;) then = build(expression.parts[i], then);
        return then;
    }

    Place buildLiteral(const std::string& bytes, Place then) {
        for (size_t i = bytes.size(); i-- > 0;) {
            const auto byte = static_cast<uint8_t>(bytes[i]);
            const Edge edge{byte, byte, then};
            then = addEdges({&edge, 1});
        }
        return then;
    }

    /// Merges the literals of a choice into a trie, so that reading one of them is one place at a time.
    Place buildChoice(const Rules::Expression& expression, Place then) {
        std::vector<std::string_view> literals;
        std::vector<Place> targets;
        for (const Rules::Id part : expression.parts) {
            if (m_from[part].kind == Rules::Kind::Literal)
                literals.emplace_back(m_from[part].literal);
            else
                targets.push_back(build(part, then));
        }
        if (literals.empty()) return addSplit(targets);
        const Place place = buildLiterals(literals, then);
        if (targets.empty()) return place;
        targets.push_back(place);
        return addSplit(targets);
    }
    Place buildLiterals(std::vector<std::string_view>& literals, Place then) {
        if (literals.size() == 1) return buildLiteral(std::string(literals.front()), then);
        std::sort(literals.begin(), literals.end());
        struct Beginning {
            uint8_t byte = 0;
            bool ends = false;
            uint32_t above = 0;
        };
        std::vector<Beginning> tree(1);
        std::vector<uint32_t> path = {0};  // of the literal before
        std::string_view before;
        for (const std::string_view literal : literals) {
            const auto differs =
                std::mismatch(literal.begin(), literal.end(), before.begin(), before.end()).first;
            path.resize(1 + static_cast<size_t>(differs - literal.begin()));
            for (const char byte : literal.substr(path.size() - 1)) {
                tree.push_back({.byte = static_cast<uint8_t>(byte), .above = path.back()});
                path.push_back(static_cast<uint32_t>(tree.size() - 1));
            }
            tree[path.back()].ends = true;
            before = literal;
        }
        // Descendants have larger numbers, and stand in the order of their bytes.
        std::vector<std::vector<Edge>> edges(tree.size());
        for (size_t i = tree.size(); i-- > 0;) {
            Place place = then;
            if (!edges[i].empty()) {
                std::reverse(edges[i].begin(), edges[i].end());
                place = addEdges(edges[i]);
                const Place both[] = {place, then};
                if (tree[i].ends) place = addSplit(both);
            }
            if (i == 0) return place;
            edges[tree[i].above].push_back({tree[i].byte, tree[i].byte, place});
            edges[i] = {};
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
        if (isCounted(expression, m_sizes[part])) return buildCounted(expression, then);
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

    Place buildCounted(const Rules::Expression& expression, Place then) {
        const Rules::Id part = expression.parts.front();
        const Place targets[] = {addTick({}), add({.kind = Kind::Leave})};
        const Place loop = addSplit(targets);
        const uint32_t tick = m_to.m_places[targets[0]].begin;
        // A part is followed by the loop, within the counter's frame, and never by the end of the rule.
        const Place target = build(part, loop);
        m_to.m_ticks[tick].target = target;
        // Parts that may be empty can be repeated as often as required.
        const size_t least = m_empty.fit(part) ? 0 : expression.least;
        return addCounter(
            {counted(least), counted(expression.most), loop, least > 0 ? targets[0] : loop, then});
    }

    Automaton& m_to;
    const Rules& m_from;
    const EmptyTexts& m_empty;
    std::vector<size_t> m_sizes;
    Place m_end = Automaton::none;
    std::map<std::tuple<uint8_t, uint8_t, Place>, Place> m_suffixes;
};

size_t Automaton::placesOf(const Rules& rules) {
    const std::vector<size_t> sizes = placesByExpression(rules);
    size_t places = 0;
    for (const Rules::Rule& rule : rules.all())
        places = std::min(mostPlaces * 16, places + 1 + (rule.body ? sizes[*rule.body] : 0));
    return places;
}

Automaton::Automaton(const Rules& rules) : m_starts(rules.all().size()), m_start(rules.start()) {
    const EmptyTexts empty(rules);
    refuseLeftRecursion(rules, empty);
    // Before the work: literals that share their beginnings need fewer places than they are long.
    if (placesOf(rules) > mostPlaces * 8) throw Error(errors::grammarTooLarge, {mostPlaces});
    Builder builder(*this, rules, empty);
    for (uint32_t rule = 0; rule < m_starts.size(); ++rule) builder.buildRule(rule);
    keepLiving();
    findClasses();
}

/// Finds the places from which their rule can end, and cuts the ways to all others.
void Automaton::keepLiving() {
    const size_t count = m_places.size();
    // Pairs of a place and one for which it waits, and those places in a row for each that is waited for.
    std::vector<uint32_t> first(count + 2);
    const auto eachWaiting = [&](const auto& waits) {
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
                case Kind::Count:
                    waits(place, m_counters[counterOf(place)].inside);
                    waits(place, m_counters[counterOf(place)].needed);
                    waits(place, m_counters[counterOf(place)].then);
                    break;
                case Kind::Tick:
                    waits(place, tick(place).target);
                    break;
                case Kind::Leave:
                case Kind::End:
                    break;
            }
        }
    };
    eachWaiting([&](Place, Place forWhom) { ++first[forWhom + 2]; });
    for (size_t i = 2; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<Place> waiting(first.back());
    eachWaiting([&](Place who, Place forWhom) { waiting[first[forWhom + 1]++] = who; });

    std::vector<bool> lives(count);
    const auto isReady = [&](Place place) {
        if (kind(place) == Kind::Call)
            return lives[called(place)] && (then(place) == none || lives[then(place)]);
        if (kind(place) != Kind::Count) return true;
        const Counter& counter = m_counters[counterOf(place)];
        return lives[counter.then] && lives[counter.inside] && lives[counter.needed];
    };
    std::vector<Place> work;
    for (Place place = 0; place < count; ++place) {
        if (kind(place) != Kind::End && kind(place) != Kind::Leave) continue;
        lives[place] = true;
        work.push_back(place);
    }
    while (!work.empty()) {
        const Place place = work.back();
        work.pop_back();
        for (uint32_t i = first[place]; i < first[place + 1]; ++i) {
            const Place who = waiting[i];
            if (lives[who] || !isReady(who)) continue;
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
