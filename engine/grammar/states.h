#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "grammar/automaton.h"

namespace hearth::grammar {

/// The states in which a grammar can be while it reads a text. A state is a set of positions, each a place of
/// the automaton with the stack of places to come back to and of counts; stacks share what they have in
/// common, so that a state is a number and costs nothing to copy. States are made when they are first needed,
/// and what a byte leads to is remembered. For one thread at a time.
class States {
public:
    using State = uint32_t;
    static constexpr State dead = 0;  ///< no text continues from here
    /// Positions of one state, and of all states.
    static constexpr size_t mostPositions = 4096, mostInAll = size_t{1} << 23U;

    /// `horizon`: bytes for which alike() looks ahead.
    explicit States(std::shared_ptr<const Automaton> automaton, size_t horizon = 0);
    explicit States(Automaton automaton, size_t horizon = 0)
        : States(std::make_shared<const Automaton>(std::move(automaton)), horizon) {}

    /// Before any text. This and next() throw Error(BadInput) for grammars that can read a text in too many
    /// ways at once.
    State start();
    State next(State state, uint8_t byte) {
        const uint32_t known = m_next[size_t{state} * m_classCount + m_classes[byte]];
        return known != unknown ? known : find(state, byte);
    }
    /// True if the text may end here.
    bool accepts(State state) const noexcept { return m_states[state].accepts; }
    /// A state that treats the next bytes, up to the horizon, like this one: counts that are too far from
    /// their limits make no difference.
    State alike(State state);
    /// The only byte that can come next, in a state that does not accept.
    std::optional<uint8_t> onlyByte(State state) const noexcept;
    /// The state that any plain character (TokenTexts) leads to, if all lead to the same one; otherwise dead.
    State nextOfPlain(State state);
    /// True if any plain text continues from here. Cached, because masks ask it for most nodes of a
    /// vocabulary.
    bool goesOnWithPlain(State state) {
        if (m_states[state].continues == Known::Unknown) {
            const bool continues = findGoesOn(state);
            m_states[state].continues = continues ? Known::Yes : Known::No;
        }
        return m_states[state].continues == Known::Yes;
    }

    size_t sizeBytes() const noexcept;

private:
    using Stack = uint32_t;  ///< of m_frames; 0 is the empty one
    /// A place with a stack, as one number.
    using Position = uint64_t;
    /// A place to come back to, or what is counted.
    struct Frame {
        Automaton::Place then = 0;
        Stack below = 0;
        uint32_t counter = none;
        uint32_t count = 0;
        bool operator==(const Frame&) const = default;
    };
    struct FrameHash {
        size_t operator()(const Frame& frame) const noexcept;
    };
    enum class Known : uint8_t { Unknown, No, Yes };
    struct Entry {
        size_t begin = 0;
        uint32_t count = 0;
        bool accepts = false;
        Known continues = Known::Unknown;  ///< with any plain text
        State plain = unknown, alike = unknown;
    };
    static constexpr uint32_t unknown = UINT32_MAX, none = UINT32_MAX;
    static Position position(Automaton::Place place, Stack stack) { return Position{place} << 32U | stack; }

    State find(State state, uint8_t byte);
    /// Follows all ways from m_reached that read nothing, and gives the state that this is.
    State close();
    void visit(Automaton::Place place, Stack stack);
    void visitTick(Automaton::Place place, Stack stack);
    Stack push(const Frame& frame);
    /// Leaves out positions from which no text leads on that does not lead on from another one as well.
    void leaveOutWeaker();
    Stack alikeStack(Stack stack);
    Frame alikeFrame(Frame frame) const noexcept;
    std::span<const Position> positions(State state) const noexcept {
        return std::span(m_positions).subspan(m_states[state].begin, m_states[state].count);
    }
    State intern(std::span<const Position> sorted, bool accepts);
    State findPlain(State state);
    bool findGoesOn(State state);

    std::shared_ptr<const Automaton> m_automaton;
    std::array<uint8_t, 256> m_classes;  ///< of the automaton
    uint64_t m_horizon;                  ///< in ticks, with what ticks look ahead
    size_t m_classCount;
    std::vector<Entry> m_states;
    std::vector<Position> m_positions;
    std::vector<State> m_next;  ///< of shape (states, classes)
    std::vector<Frame> m_frames;
    std::unordered_map<Frame, Stack, FrameHash> m_stacks;
    std::vector<Stack> m_alikeStacks;                  ///< by stack, as far as they were asked for
    std::unordered_multimap<uint64_t, State> m_known;  ///< by hash
    std::vector<uint8_t> m_samples;                    ///< one byte of each class
    State m_start = unknown;
    // While a state is made: what was reached, which is followed in order, and those of them that read bytes.
    std::vector<Position> m_reached, m_found;
    std::unordered_set<Position> m_seen;              ///< what was reached, once that is much
    std::unordered_map<uint64_t, uint32_t> m_lowest;  ///< counts at ticks, by place and what is below
};

}  // namespace hearth::grammar
