#include "grammar/text_set.h"

#include <algorithm>
#include <map>
#include <set>

#include "grammar/grammar_errors.h"
#include "unicode/utf8.h"

namespace hearth::grammar {

namespace {

void checkCount(size_t states, std::string_view pattern) {
    if (states >= TextSet::mostStates)
        throw Error(errors::patternSyntax,
                    {pattern, "it needs too many states; use smaller counts or a simpler expression"});
}

/// Classes of characters, each with its number, as sets that are apart from one another, each with the
/// classes that have it.
std::vector<std::pair<CodePoints, std::set<uint32_t>>> apart(
    const std::vector<std::pair<CodePoints, uint32_t>>& classes) {
    // What begins and ends where, in order.
    std::map<uint32_t, std::pair<std::vector<uint32_t>, std::vector<uint32_t>>> borders;
    for (const auto& [points, number] : classes)
        for (const auto& [first, last] : points.ranges()) {
            borders[first].first.push_back(number);
            borders[last + 1].second.push_back(number);
        }
    std::map<std::set<uint32_t>, std::vector<CodePoints::Range>> found;
    std::set<uint32_t> open;
    for (auto it = borders.begin(); it != borders.end(); ++it) {
        for (const uint32_t number : it->second.second) open.erase(number);
        open.insert(it->second.first.begin(), it->second.first.end());
        if (open.empty()) continue;
        found[open].emplace_back(it->first, std::next(it)->first - 1);
    }
    std::vector<std::pair<CodePoints, std::set<uint32_t>>> out;
    for (auto& [numbers, ranges] : found)
        if (CodePoints points(std::move(ranges)); !points.empty())
            out.emplace_back(std::move(points), numbers);
    return out;
}

}  // namespace

/// From an expression to its automaton, by sets of places (the subset construction).
class TextSet::Builder {
public:
    Builder(std::string_view text, Fit fit) : m_text(text), m_pattern(readPattern(text)) {
        const uint32_t end = add({});
        m_end = end;
        // The ends of the text are read by an anchor, or by what is around the expression.
        const auto around = [&](uint32_t then) {
            if (fit == Fit::Part) {
                const uint32_t loop = add({});
                m_places[loop].empty = {add({.points = CodePoints::all(), .anchors = true, .then = loop}),
                                        then};
                return loop;
            }
            const uint32_t both = add({});
            m_places[both].empty = {add({.anchors = true, .then = then}), then};
            return both;
        };
        m_start = around(build(m_pattern.root, around(end)));
    }

    TextSet make() {
        splitAlphabet();
        std::vector<State> states;
        std::map<std::set<uint32_t>, uint32_t> known;
        std::vector<std::set<uint32_t>> work;
        size_t inAll = 0;  // places of all states
        const auto stateOf = [&](const std::set<uint32_t>& places) {
            const auto [it, isNew] = known.try_emplace(places, static_cast<uint32_t>(states.size()));
            if (isNew) {
                constexpr size_t mostPlaces = 1'000'000;
                inAll += places.size();
                checkCount(inAll > mostPlaces ? mostStates : states.size(), m_text);
                states.emplace_back();
                work.push_back(places);
            }
            return it->second;
        };
        (void)stateOf(overAnchor(closed({m_start}), Pattern::textStart));
        while (!work.empty()) {
            const std::set<uint32_t> places = std::move(work.back());
            work.pop_back();
            const uint32_t state = known.at(places);
            states[state].accepts = overAnchor(places, Pattern::textEnd).contains(m_end);
            for (auto& [points, targets] : edgesOf(places)) {
                const uint32_t target = stateOf(closed(targets));
                states[state].edges.push_back({points, target});
            }
        }
        return trimmed(std::move(states));
    }

private:
    /// Reads one of `points`, or an end of the text; or is in all of `empty` at once.
    struct Place {
        CodePoints points = {};
        bool anchors = false;  ///< reads any of both ends
        uint32_t anchor = 0;   ///< reads this one
        uint32_t then = 0;
        std::vector<uint32_t> empty = {};
    };

    uint32_t add(Place place) {
        checkCount(m_places.size() / 16, m_text);
        m_places.push_back(std::move(place));
        return static_cast<uint32_t>(m_places.size() - 1);
    }
    uint32_t build(uint32_t node, uint32_t then) {
        const Pattern::Node& from = m_pattern.nodes[node];
        switch (from.kind) {
            case Pattern::Kind::Characters:
                return add({.points = from.characters, .then = then});
            case Pattern::Kind::Anchor:
                return add({.anchor = from.anchor, .then = then});
            case Pattern::Kind::Sequence:
                for (size_t i = from.parts.size(); i-- > 0;) then = build(from.parts[i], then);
                return then;
            case Pattern::Kind::Choice: {
                std::vector<uint32_t> targets;
                for (const uint32_t part : from.parts) targets.push_back(build(part, then));
                return add({.empty = std::move(targets)});
            }
            case Pattern::Kind::Repeat:
                break;
        }
        const uint32_t part = from.parts.front();
        if (from.most) {
            const uint32_t exit = then;
            for (size_t i = from.least; i < *from.most; ++i) then = add({.empty = {build(part, then), exit}});
        } else {
            const uint32_t loop = add({});
            const uint32_t inside = build(part, loop);
            m_places[loop].empty = {inside, then};
            then = loop;
        }
        for (size_t i = 0; i < from.least; ++i) then = build(part, then);
        return then;
    }
    /// Finds the parts of the alphabet that no place tells apart: an expression has few classes of
    /// characters, which may have many hundreds of ranges, and many states.
    void splitAlphabet() {
        std::map<std::vector<CodePoints::Range>, uint32_t> classes;
        std::vector<std::pair<CodePoints, uint32_t>> all;
        std::vector<uint32_t> classOf(m_places.size());
        for (size_t i = 0; i < m_places.size(); ++i) {
            const CodePoints& points = m_places[i].points;
            if (points.empty()) continue;
            const auto [it, isNew] =
                classes.try_emplace(points.ranges(), static_cast<uint32_t>(classes.size()));
            if (isNew) all.emplace_back(points, it->second);
            classOf[i] = it->second;
        }
        std::vector<std::vector<uint32_t>> partsOfClass(classes.size());
        for (auto& [points, users] : apart(all)) {
            for (const uint32_t user : users)
                partsOfClass[user].push_back(static_cast<uint32_t>(m_alphabet.size()));
            m_alphabet.push_back(std::move(points));
        }
        m_partsOfPlace.resize(m_places.size());
        for (size_t i = 0; i < m_places.size(); ++i)
            if (!m_places[i].points.empty()) m_partsOfPlace[i] = partsOfClass[classOf[i]];
    }
    /// Where characters lead from places, by what they lead to.
    std::vector<std::pair<const CodePoints&, std::set<uint32_t>>> edgesOf(const std::set<uint32_t>& places) {
        std::map<uint32_t, std::set<uint32_t>> targetsOfPart;
        for (const uint32_t place : places)
            for (const uint32_t part : m_partsOfPlace[place])
                targetsOfPart[part].insert(m_places[place].then);
        std::map<std::set<uint32_t>, std::vector<uint32_t>> partsOfTargets;
        for (const auto& [part, targets] : targetsOfPart) partsOfTargets[targets].push_back(part);
        std::vector<std::pair<const CodePoints&, std::set<uint32_t>>> edges;
        for (const auto& [targets, parts] : partsOfTargets) edges.emplace_back(together(parts), targets);
        return edges;
    }
    const CodePoints& together(const std::vector<uint32_t>& parts) {
        const auto [it, isNew] = m_together.try_emplace(parts);
        if (isNew) {
            std::vector<CodePoints::Range> ranges;
            for (const uint32_t part : parts)
                ranges.insert(ranges.end(), m_alphabet[part].ranges().begin(),
                              m_alphabet[part].ranges().end());
            it->second = CodePoints(std::move(ranges));
        }
        return it->second;
    }
    std::set<uint32_t> closed(const std::set<uint32_t>& places) const {
        std::set<uint32_t> out;
        std::vector<uint32_t> work(places.begin(), places.end());
        while (!work.empty()) {
            const uint32_t place = work.back();
            work.pop_back();
            if (!out.insert(place).second) continue;
            work.insert(work.end(), m_places[place].empty.begin(), m_places[place].empty.end());
        }
        return out;
    }
    std::set<uint32_t> overAnchor(const std::set<uint32_t>& places, uint32_t anchor) const {
        std::set<uint32_t> out;
        for (const uint32_t place : places)
            if (m_places[place].anchors || m_places[place].anchor == anchor) out.insert(m_places[place].then);
        return closed(out);
    }

    std::string_view m_text;
    Pattern m_pattern;
    std::vector<Place> m_places;
    uint32_t m_start = 0, m_end = 0;
    std::vector<CodePoints> m_alphabet;  ///< its parts
    std::vector<std::vector<uint32_t>> m_partsOfPlace;
    std::map<std::vector<uint32_t>, CodePoints> m_together;  ///< parts that have been joined
};

TextSet TextSet::trimmed(std::vector<State> states) {
    std::vector<std::vector<uint32_t>> from(states.size());
    for (uint32_t i = 0; i < states.size(); ++i)
        for (const Edge& edge : states[i].edges) from[edge.target].push_back(i);
    std::vector<uint32_t> work;
    std::vector<bool> lives(states.size());
    for (uint32_t i = 0; i < states.size(); ++i) {
        lives[i] = states[i].accepts;
        if (lives[i]) work.push_back(i);
    }
    while (!work.empty()) {
        const uint32_t state = work.back();
        work.pop_back();
        for (const uint32_t before : from[state]) {
            if (lives[before]) continue;
            lives[before] = true;
            work.push_back(before);
        }
    }
    TextSet out;
    if (states.empty() || !lives[0]) return out;
    std::vector<uint32_t> numbers(states.size());
    uint32_t count = 0;
    for (size_t i = 0; i < states.size(); ++i)
        if (lives[i]) numbers[i] = count++;
    for (size_t i = 0; i < states.size(); ++i) {
        if (!lives[i]) continue;
        State& state = out.m_states.emplace_back();
        state.accepts = states[i].accepts;
        for (Edge& edge : states[i].edges)
            if (lives[edge.target]) state.edges.push_back({std::move(edge.points), numbers[edge.target]});
    }
    return out;
}

TextSet TextSet::all() {
    TextSet out;
    out.m_states.push_back({{{CodePoints::all(), 0}}, true});
    return out;
}

TextSet TextSet::lengths(size_t least, std::optional<size_t> most) {
    const size_t end = most.value_or(least);
    checkCount(end, ".");
    std::vector<State> states(end + 1);
    for (uint32_t i = 0; i <= end; ++i) {
        states[i].accepts = i >= least;
        if (i < end) states[i].edges.push_back({CodePoints::all(), i + 1});
    }
    if (!most) states[end].edges.push_back({CodePoints::all(), static_cast<uint32_t>(end)});
    return trimmed(std::move(states));
}

TextSet TextSet::of(const std::vector<std::string>& texts) {
    std::vector<State> states(1);
    for (const std::string& text : texts) {
        uint32_t at = 0;
        for (size_t i = 0; i < text.size();) {
            const DecodedChar decoded = decodeUtf8(text, i);
            i += decoded.bytes;
            const CodePoints point = CodePoints::one(decoded.codePoint);
            const auto known = std::find_if(states[at].edges.begin(), states[at].edges.end(),
                                            [&](const Edge& edge) { return edge.points == point; });
            if (known != states[at].edges.end()) {
                at = known->target;
                continue;
            }
            const auto next = static_cast<uint32_t>(states.size());
            states[at].edges.push_back({point, next});
            states.emplace_back();
            at = next;
        }
        states[at].accepts = true;
    }
    return trimmed(std::move(states));
}

TextSet TextSet::of(std::string_view pattern, Fit fit) {
    return Builder(pattern, fit).make();
}

TextSet TextSet::operator&(const TextSet& other) const {
    if (empty() || other.empty()) return {};
    std::vector<State> states;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> known;
    std::vector<std::pair<uint32_t, uint32_t>> work;
    const auto stateOf = [&](uint32_t one, uint32_t two) {
        const auto [it, isNew] = known.try_emplace({one, two}, static_cast<uint32_t>(states.size()));
        if (isNew) {
            checkCount(states.size(), "...");
            states.emplace_back();
            work.emplace_back(one, two);
        }
        return it->second;
    };
    (void)stateOf(0, 0);
    while (!work.empty()) {
        const auto [one, two] = work.back();
        work.pop_back();
        const uint32_t state = known.at({one, two});
        states[state].accepts = m_states[one].accepts && other.m_states[two].accepts;
        for (const Edge& edge : m_states[one].edges)
            for (const Edge& otherEdge : other.m_states[two].edges) {
                CodePoints common = edge.points & otherEdge.points;
                if (common.empty()) continue;
                const uint32_t target = stateOf(edge.target, otherEdge.target);
                states[state].edges.push_back({std::move(common), target});
            }
    }
    return trimmed(std::move(states));
}

TextSet TextSet::complement() const {
    if (empty()) return all();
    std::vector<State> states = m_states;
    const auto sink = static_cast<uint32_t>(states.size());
    states.push_back({{{CodePoints::all(), sink}}, false});
    for (State& state : states) {
        state.accepts = !state.accepts;
        CodePoints covered;
        for (const Edge& edge : state.edges) covered = covered | edge.points;
        if (CodePoints rest = covered.complement(); !rest.empty())
            state.edges.push_back({std::move(rest), sink});
    }
    return trimmed(std::move(states));
}

bool TextSet::contains(std::string_view text) const {
    if (empty()) return false;
    uint32_t at = 0;
    for (size_t i = 0; i < text.size();) {
        const DecodedChar decoded = decodeUtf8(text, i);
        i += decoded.bytes;
        const auto& edges = m_states[at].edges;
        const auto edge = std::find_if(edges.begin(), edges.end(), [&](const Edge& one) {
            return one.points.contains(decoded.codePoint);
        });
        if (edge == edges.end()) return false;
        at = edge->target;
    }
    return m_states[at].accepts;
}

Rules::Id TextSet::spell(Rules& rules, const Spelling& spelling) const {
    if (empty()) return rules.nothing();
    std::vector<Rules::RuleId> ids;
    for (size_t i = 0; i < m_states.size(); ++i) ids.push_back(rules.declare("text"));
    for (size_t i = 0; i < m_states.size(); ++i) {
        std::vector<Rules::Id> ways;
        for (const Edge& edge : m_states[i].edges)
            ways.push_back(rules.sequence({spelling(rules, edge.points), rules.rule(ids[edge.target])}));
        if (m_states[i].accepts) ways.push_back(rules.empty());
        rules.define(ids[i], rules.choice(std::move(ways)));
    }
    return rules.rule(ids[0]);
}

}  // namespace hearth::grammar
