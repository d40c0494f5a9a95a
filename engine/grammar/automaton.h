#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/rules.h"

namespace hearth::grammar {

/// A grammar as a network of places: one small automaton over bytes for each rule, some of whose places call
/// other rules (a recursive transition network, Woods 1970). Repetitions that would need many places are
/// counted instead (counting automata, Turonova et al. 2020). Only places from which a text can be completed
/// are left. Immutable.
class Automaton {
public:
    using Place = uint32_t;
    static constexpr Place none = UINT32_MAX;
    static constexpr size_t mostPlaces = size_t{1} << 20U;
    static constexpr uint32_t unlimited = UINT32_MAX;

    enum class Kind : uint8_t {
        Bytes,  ///< goes on with one of `edges`
        Split,  ///< is in all of `targets` at once
        Call,   ///< goes on at the start of `rule` and, when that ends, at `then`; none: ends as well
        End,    ///< the rule ends
        Count,  ///< enters a counted part, at 0
        Tick,   ///< counts one more, if that is allowed
        Leave,  ///< what is counted ends, if it was often enough
    };
    struct Edge {
        uint8_t first = 0, last = 0;  ///< bytes
        Place target = 0;
    };
    /// Bounds on the passes of a counted part's ticks.
    struct Counter {
        uint32_t least = 0, most = unlimited;
        Place inside = 0;  ///< where it begins
        Place needed = 0;  ///< what has to live, too, so that it can end
        Place then = 0;    ///< where it continues after its end
    };
    struct Tick {
        uint32_t leastLeft = 0, mostLeft = unlimited;
        Place target = 0;
    };

    /// Throws Error(BadInput): a rule is missing, begins with itself, or never ends; it is too large.
    explicit Automaton(const Rules& rules);

    /// About how many places a grammar needs; capped far above what is allowed.
    static size_t placesOf(const Rules& rules);

    Place start() const noexcept { return m_starts[m_start]; }
    Kind kind(Place place) const noexcept { return m_places[place].kind; }
    std::span<const Edge> edges(Place place) const noexcept {
        return std::span(m_edges).subspan(m_places[place].begin, m_places[place].count);
    }
    std::span<const Place> targets(Place place) const noexcept {
        return std::span(m_targets).subspan(m_places[place].begin, m_places[place].count);
    }
    Place called(Place call) const noexcept { return m_starts[m_places[call].begin]; }
    Place then(Place call) const noexcept { return m_places[call].count; }
    uint32_t counterOf(Place count) const noexcept { return m_places[count].begin; }
    const std::vector<Counter>& counters() const noexcept { return m_counters; }
    const Tick& tick(Place place) const noexcept { return m_ticks[m_places[place].begin]; }
    /// The largest number of ticks, unless unlimited, that any tick looks ahead.
    uint32_t reach() const noexcept { return m_reach; }

    /// Bytes that all places treat alike have one class, counted from 0.
    const std::array<uint8_t, 256>& classes() const noexcept { return m_classes; }
    size_t classCount() const noexcept { return m_classCount; }

private:
    class Builder;
    struct Node {
        Kind kind = Kind::End;
        uint32_t begin = 0;  ///< of a call: the rule; of a count: the counter; of a tick: its number
        uint32_t count = 0;  ///< of a call: then
    };

    void keepLiving();
    void findClasses();

    std::vector<Node> m_places;
    std::vector<Edge> m_edges;
    std::vector<Place> m_targets;
    std::vector<Place> m_starts;  ///< by rule
    std::vector<Counter> m_counters;
    std::vector<Tick> m_ticks;
    uint32_t m_start = 0, m_reach = 0;
    std::array<uint8_t, 256> m_classes = {};
    size_t m_classCount = 0;
};

}  // namespace hearth::grammar
