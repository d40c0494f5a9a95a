#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "grammar/automaton.h"

namespace hearth::grammar {

/// The states in which a grammar can be while it reads a text. A state is a set of positions, each a place of
/// the automaton with the stack of places to come back to; stacks share what they have in common, so that a
/// state is a number and costs nothing to copy. States are made when they are first needed, and what a byte
/// leads to is remembered. For one thread at a time.
class States {
public:
    using State = uint32_t;
    static constexpr State dead = 0;  ///< no text goes on from here
    /// Positions of one state, and of all states.
    static constexpr size_t mostPositions = 4096, mostInAll = size_t{1} << 23U;

    explicit States(Automaton automaton);

    /// Before any text. This and next() throw Error(BadInput) for grammars that can read a text in too many
    /// ways at once.
    State start();
    State next(State state, uint8_t byte) {
        const uint32_t known = m_next[size_t{state} * m_classCount + m_automaton.classes()[byte]];
        return known != unknown ? known : find(state, byte);
    }
    /// Whether the text may end here.
    bool accepts(State state) const noexcept { return m_states[state].accepts; }
    /// The only byte that can come next, in a state that does not accept.
    std::optional<uint8_t> onlyByte(State state) const noexcept;
    /// Where any plain character (TokenTexts) leads to, if all lead to the same state; else dead.
    State nextOfPlain(State state);
    /// Whether any plain text leads on from here.
    bool goesOnWithPlain(State state);

    size_t sizeBytes() const noexcept;

private:
    using Stack = uint32_t;  ///< of m_frames; 0 is the empty one
    /// A place with a stack, as one number.
    using Position = uint64_t;
    struct Frame {
        Automaton::Place then = 0;
        Stack below = 0;
    };
    struct Entry {
        size_t begin = 0;
        uint32_t count = 0;
        bool accepts = false;
        State plain = unknown;
    };
    static constexpr uint32_t unknown = UINT32_MAX;
    static Position position(Automaton::Place place, Stack stack) { return Position{place} << 32U | stack; }

    State find(State state, uint8_t byte);
    /// Follows all ways from m_reached that read nothing, and gives the state that this is.
    State close();
    void visit(Automaton::Place place, Stack stack);
    Stack push(Automaton::Place then, Stack below);
    std::span<const Position> positions(State state) const noexcept {
        return std::span(m_positions).subspan(m_states[state].begin, m_states[state].count);
    }
    State intern(std::span<const Position> sorted, bool accepts);
    State findPlain(State state);

    Automaton m_automaton;
    size_t m_classCount;
    std::vector<Entry> m_states;
    std::vector<Position> m_positions;
    std::vector<State> m_next;  ///< of shape (states, classes)
    std::vector<Frame> m_frames;
    std::unordered_map<uint64_t, Stack> m_stacks;
    std::unordered_multimap<uint64_t, State> m_known;  ///< by hash
    std::vector<uint8_t> m_samples;                    ///< one byte of each class
    State m_start = unknown;
    // While a state is made: what was reached, which is followed in order, and those of them that read bytes.
    std::vector<Position> m_reached, m_found;
    std::unordered_set<Position> m_seen;  ///< what was reached, once that is much
};

}  // namespace hearth::grammar
