#include "grammar/text_set.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "grammar/grammar_errors.h"
#include "hearth/readable_text.h"
#include "unicode/utf8.h"

namespace hearth::grammar {

namespace {

void checkCount(size_t states, std::string_view pattern) {
    if (states >= TextSet::mostStates)
        throw Error(
            errors::patternSyntax,
            {readableText(pattern), "it needs too many states; use smaller counts or a simpler expression"});
}

/// Disjoint sets of characters, each with the numbers of the classes that contain it, for classes of
/// characters that have a number each.
std::vector<std::pair<CodePoints, std::set<uint32_t>>> apart(
    const std::vector<std::pair<CodePoints, uint32_t>>& classes) {
    // The classes that begin and end at each character, in order.
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
    Builder(std::string_view text, const Pattern& pattern, Fit fit) : m_text(text), m_pattern(pattern) {
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
        std::map<Places, uint32_t> known;
        std::vector<Places> work;
        size_t inAll = 0;  // places of all states
        const auto stateOf = [&](const Places& places) {
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
            const Places places = std::move(work.back());
            work.pop_back();
            const uint32_t state = known.at(places);
            const Places ends = overAnchor(places, Pattern::textEnd);
            states[state].accepts = std::binary_search(ends.begin(), ends.end(), m_end);
            for (const auto& [points, targets] : edgesOf(places)) {
                const uint32_t target = stateOf(closed(targets));
                states[state].edges.push_back({points, target});
            }
        }
        return trimmed(std::move(states));
    }

private:
    using Places = std::vector<uint32_t>;  ///< in order, each once
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
    /// Edges of characters from places, grouped by the places that they lead to.
    std::vector<std::pair<const CodePoints&, Places>> edgesOf(const Places& places) {
        std::vector<std::pair<uint32_t, uint32_t>> steps;  // a part of the alphabet, and where it leads
        for (const uint32_t place : places)
            for (const uint32_t part : m_partsOfPlace[place]) steps.emplace_back(part, m_places[place].then);
        std::sort(steps.begin(), steps.end());
        steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
        std::map<Places, std::vector<uint32_t>> partsOfTargets;
        for (size_t begin = 0, end = 0; begin < steps.size(); begin = end) {
            Places targets;
            for (; end < steps.size() && steps[end].first == steps[begin].first; ++end)
                targets.push_back(steps[end].second);
            partsOfTargets[std::move(targets)].push_back(steps[begin].first);
        }
        std::vector<std::pair<const CodePoints&, Places>> edges;
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
    Places closed(const Places& places) {
        if (m_seen.size() != m_places.size()) m_seen.assign(m_places.size(), 0);
        ++m_round;
        Places out, work = places;
        while (!work.empty()) {
            const uint32_t place = work.back();
            work.pop_back();
            if (std::exchange(m_seen[place], m_round) == m_round) continue;
            // Places that only lead on are no part of what a state is.
            const Place& at = m_places[place];
            if (at.empty.empty()) out.push_back(place);
            work.insert(work.end(), at.empty.begin(), at.empty.end());
        }
        std::sort(out.begin(), out.end());
        return out;
    }
    Places overAnchor(const Places& places, uint32_t anchor) {
        Places out;
        for (const uint32_t place : places)
            if (m_places[place].anchors || m_places[place].anchor == anchor)
                out.push_back(m_places[place].then);
        return closed(out);
    }

    std::string_view m_text;
    const Pattern& m_pattern;
    std::vector<Place> m_places;
    uint32_t m_start = 0, m_end = 0, m_round = 0;
    std::vector<uint32_t> m_seen;        ///< the last round of closed() that met a place
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
    std::unordered_map<uint64_t, uint32_t> steps;  // by state and character
    for (const std::string& text : texts) {
        uint32_t at = 0;
        for (size_t i = 0; i < text.size();) {
            const DecodedChar decoded = decodeUtf8(text, i);
            i += decoded.bytes;
            const auto [known, isNew] = steps.try_emplace(uint64_t{at} << 32U | decoded.codePoint,
                                                          static_cast<uint32_t>(states.size()));
            if (isNew) {
                if (states.size() >= mostOfTexts) throw Error(errors::grammarTooLarge, {mostOfTexts});
                states[at].edges.push_back({CodePoints::one(decoded.codePoint), known->second});
                states.emplace_back();
            }
            at = known->second;
        }
        states[at].accepts = true;
    }
    return trimmed(std::move(states));
}

TextSet TextSet::of(std::string_view text, const Pattern& pattern, Fit fit) {
    return Builder(text, pattern, fit).make();
}

TextSet TextSet::repeated(const CodePoints& points) {
    TextSet out;
    out.m_states.push_back({{}, true});
    if (!points.empty()) out.m_states[0].edges.push_back({points, 0});
    return out;
}

TextSet TextSet::of(size_t count, std::string_view alphabet,
                    const std::function<std::optional<uint32_t>(uint32_t, char)>& next,
                    const std::function<bool(uint32_t)>& accepts) {
    std::vector<State> states(count);
    for (uint32_t state = 0; state < count; ++state) {
        states[state].accepts = accepts(state);
        std::map<uint32_t, std::vector<CodePoints::Range>> byTarget;
        for (const char c : alphabet)
            if (const auto target = next(state, c))
                byTarget[*target].emplace_back(static_cast<uint8_t>(c), static_cast<uint8_t>(c));
        for (auto& [target, ranges] : byTarget)
            states[state].edges.push_back({CodePoints(std::move(ranges)), target});
    }
    return trimmed(std::move(states));
}

size_t TextSet::lengthOf(std::string_view text) {
    size_t count = 0;
    for (size_t i = 0; i < text.size(); ++count) i += decodeUtf8(text, i).bytes;
    return count;
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

struct TextSet::Distances {
    std::vector<size_t> least;
    std::vector<std::optional<size_t>> most;
};

TextSet::Distances TextSet::distances() const {
    constexpr size_t never = SIZE_MAX;
    Distances out{std::vector<size_t>(m_states.size(), never),
                  std::vector<std::optional<size_t>>(m_states.size())};
    std::vector<std::vector<uint32_t>> before(m_states.size());
    std::vector<size_t> targetsLeft(m_states.size());
    std::vector<uint32_t> work;
    for (uint32_t i = 0; i < m_states.size(); ++i) {
        for (const Edge& edge : m_states[i].edges) before[edge.target].push_back(i);
        targetsLeft[i] = m_states[i].edges.size();
        if (!m_states[i].accepts) continue;
        out.least[i] = 0;
        work.push_back(i);
    }
    for (size_t next = 0; next < work.size(); ++next)
        for (const uint32_t one : before[work[next]]) {
            if (out.least[one] != never) continue;
            out.least[one] = out.least[work[next]] + 1;
            work.push_back(one);
        }
    // States from which no loop can be reached, from the last ones on; every state leads to an end.
    work.clear();
    std::vector<size_t> longest(m_states.size());
    for (uint32_t i = 0; i < m_states.size(); ++i)
        if (targetsLeft[i] == 0) work.push_back(i);
    while (!work.empty()) {
        const uint32_t state = work.back();
        work.pop_back();
        out.most[state] = longest[state];
        for (const uint32_t one : before[state]) {
            longest[one] = std::max(longest[one], longest[state] + 1);
            if (--targetsLeft[one] == 0) work.push_back(one);
        }
    }
    return out;
}

bool TextSet::limitsExactly(const Lengths& lengths) const {
    // A longer text than there are states goes round somewhere, so that some shorter text is in the set, too,
    // by no more than that; then there is one within the limits when there is one on either side.
    return lengths.least == 0 || !lengths.most || *lengths.most < lengths.least ||
           *lengths.most - lengths.least + 1 >= m_states.size();
}

bool TextSet::empty(const Lengths& lengths) const {
    if (empty() || (lengths.most && *lengths.most < lengths.least)) return true;
    const Distances left = distances();
    return (lengths.most && left.least[0] > *lengths.most) || (left.most[0] && *left.most[0] < lengths.least);
}

Rules::Id TextSet::spell(Rules& rules, const Spelling& spelling, const Lengths& lengths) const {
    if (empty(lengths)) return rules.nothing();
    const bool limited = !lengths.any();
    const Distances left = limited ? distances() : Distances{};
    std::map<std::vector<CodePoints::Range>, Rules::Id> spelled;
    const auto spell = [&](const CodePoints& points) {
        const auto [known, isNew] = spelled.try_emplace(points.ranges(), 0);
        if (isNew) {
            // Sets of many ranges are built once, not in every state.
            constexpr size_t many = 16;
            known->second = spelling(rules, points);
            if (points.ranges().size() > many) known->second = rules.shared("character", known->second);
        }
        return known->second;
    };
    std::vector<Rules::RuleId> ids;
    for (size_t i = 0; i < m_states.size(); ++i) ids.push_back(rules.declare("text"));
    for (size_t i = 0; i < m_states.size(); ++i) {
        std::vector<Rules::Id> ways;
        for (const Edge& edge : m_states[i].edges) {
            const Rules::Id character = spell(edge.points), then = rules.rule(ids[edge.target]);
            if (!limited) {
                ways.push_back(rules.sequence({character, then}));
                continue;
            }
            const Rules::Id tick = rules.tick(left.least[edge.target], left.most[edge.target]);
            ways.push_back(rules.sequence({tick, character, then}));
        }
        if (m_states[i].accepts) ways.push_back(limited ? rules.leave() : rules.empty());
        rules.define(ids[i], rules.choice(std::move(ways)));
    }
    return limited ? rules.limit(ids[0], lengths.least, lengths.most) : rules.rule(ids[0]);
}

}  // namespace hearth::grammar
