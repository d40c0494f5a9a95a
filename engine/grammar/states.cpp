#include "grammar/states.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "grammar/grammar_errors.h"
#include "grammar/token_texts.h"

namespace hearth::grammar {

namespace {

uint64_t hashOf(std::span<const uint64_t> values, bool accepts) {
    uint64_t hash = accepts ? 0x9E3779B97F4A7C15U : 0;
    for (const uint64_t value : values) {
        hash ^= value;
        hash *= 0xFF51AFD7ED558CCDU;
        hash ^= hash >> 32U;
    }
    return hash;
}

}  // namespace

size_t States::FrameHash::operator()(const Frame& frame) const noexcept {
    const uint64_t values[] = {position(frame.then, frame.below), position(frame.counter, frame.count)};
    return hashOf(values, false);
}

States::States(std::shared_ptr<const Automaton> automaton, size_t horizon)
    : m_automaton(std::move(automaton)),
      m_classes(m_automaton->classes()),
      m_horizon(std::max<size_t>(horizon, TokenTexts::mostPlainCharacters) + m_automaton->reach() + 2),
      m_classCount(m_automaton->classCount()),
      m_frames(1) {
    (void)intern({}, false);
    std::fill(m_next.begin(), m_next.end(), dead);
    int last = -1;
    for (int byte = 0; byte < 256; ++byte)
        if (m_classes[static_cast<size_t>(byte)] != last) {
            last = m_classes[static_cast<size_t>(byte)];
            m_samples.push_back(static_cast<uint8_t>(byte));
        }
}

States::State States::start() {
    if (m_start == unknown) {
        m_reached = {position(m_automaton->start(), 0)};
        m_start = close();
    }
    return m_start;
}

States::State States::find(State state, uint8_t byte) {
    m_reached.clear();
    for (const Position from : positions(state))
        for (const Automaton::Edge& edge : m_automaton->edges(static_cast<Automaton::Place>(from >> 32U)))
            if (byte >= edge.first && byte <= edge.last) visit(edge.target, static_cast<Stack>(from));
    const State found = m_reached.empty() ? dead : close();
    m_next[size_t{state} * m_classCount + m_classes[byte]] = found;
    return found;
}

void States::visit(Automaton::Place place, Stack stack) {
    constexpr size_t few = 16;
    const Position at = position(place, stack);
    if (m_reached.size() < few) {
        if (std::find(m_reached.begin(), m_reached.end(), at) != m_reached.end()) return;
    } else {
        if (m_reached.size() == few) m_seen = {m_reached.begin(), m_reached.end()};
        if (!m_seen.insert(at).second) return;
        if (m_reached.size() >= mostPositions) throw Error(errors::grammarTooAmbiguous);
    }
    m_reached.push_back(at);
}

States::Stack States::push(const Frame& frame) {
    const auto [known, isNew] = m_stacks.try_emplace(frame, static_cast<Stack>(m_frames.size()));
    if (isNew) m_frames.push_back(frame);
    return known->second;
}

States::State States::close() {
    m_found.clear();
    if (!m_lowest.empty()) m_lowest.clear();
    bool accepts = false;
    for (size_t i = 0; i < m_reached.size(); ++i) {
        const Position at = m_reached[i];
        const auto place = static_cast<Automaton::Place>(at >> 32U);
        const auto stack = static_cast<Stack>(at);
        switch (m_automaton->kind(place)) {
            case Automaton::Kind::Bytes:
                if (!m_automaton->edges(place).empty()) m_found.push_back(at);
                break;
            case Automaton::Kind::Split:
                for (const Automaton::Place target : m_automaton->targets(place)) visit(target, stack);
                break;
            case Automaton::Kind::Call: {
                const Automaton::Place then = m_automaton->then(place);
                visit(m_automaton->called(place),
                      then == Automaton::none ? stack : push({.then = then, .below = stack}));
                break;
            }
            case Automaton::Kind::Count: {
                const uint32_t counter = m_automaton->counterOf(place);
                const Automaton::Counter& counts = m_automaton->counters()[counter];
                visit(counts.inside, push({.then = counts.then, .below = stack, .counter = counter}));
                break;
            }
            case Automaton::Kind::Tick:
                visitTick(place, stack);
                break;
            case Automaton::Kind::Leave: {
                const Frame frame = m_frames[stack];
                if (frame.count >= m_automaton->counters()[frame.counter].least)
                    visit(frame.then, frame.below);
                break;
            }
            case Automaton::Kind::End:
                if (stack == 0)
                    accepts = true;
                else
                    visit(m_frames[stack].then, m_frames[stack].below);
                break;
        }
    }
    std::sort(m_found.begin(), m_found.end());
    if (!m_automaton->counters().empty()) leaveOutWeaker();
    return intern(m_found, accepts);
}

void States::visitTick(Automaton::Place place, Stack stack) {
    Frame frame = m_frames[stack];
    const Automaton::Counter& counter = m_automaton->counters()[frame.counter];
    const Automaton::Tick& tick = m_automaton->tick(place);
    const uint64_t next = uint64_t{frame.count} + 1;
    if (counter.most != Automaton::unlimited && next + tick.leastLeft > counter.most) return;
    if (tick.mostLeft != Automaton::unlimited && next + tick.mostLeft < counter.least) return;
    if (frame.count >= counter.least) {
        // A position with the lower count reads everything that one with the higher count reads.
        const auto [known, isNew] = m_lowest.try_emplace(position(place, frame.below), frame.count);
        if (!isNew && known->second <= frame.count && counter.most != Automaton::unlimited) return;
        known->second = frame.count;
    }
    const bool matters = counter.most != Automaton::unlimited || next <= counter.least;
    if (matters) frame.count = static_cast<uint32_t>(next);
    visit(tick.target, push(frame));
}

void States::leaveOutWeaker() {
    const auto frameOf = [this](Position at) -> const Frame& { return m_frames[static_cast<Stack>(at)]; };
    const auto placeOf = [](Position at) { return at >> 32U; };
    const size_t before = m_found.size();
    size_t kept = 0;
    for (size_t begin = 0, end = 0; begin < before; begin = end) {
        while (end < before && placeOf(m_found[end]) == placeOf(m_found[begin])) ++end;
        if (end - begin > 1)
            std::sort(m_found.begin() + static_cast<ptrdiff_t>(begin),
                      m_found.begin() + static_cast<ptrdiff_t>(end), [&](Position a, Position b) {
                          const Frame &one = frameOf(a), &two = frameOf(b);
                          return std::tie(one.counter, one.below, one.then, one.count) <
                                 std::tie(two.counter, two.below, two.then, two.count);
                      });
        for (size_t i = begin; i < end; ++i) {
            const Position at = m_found[i];
            const Frame& frame = frameOf(at);
            const bool follows = i > begin && frame.counter != none && kept > 0 &&
                                 placeOf(m_found[kept - 1]) == placeOf(at) &&
                                 frameOf(m_found[kept - 1]).counter == frame.counter &&
                                 frameOf(m_found[kept - 1]).below == frame.below;
            if (follows) {
                const Automaton::Counter& counter = m_automaton->counters()[frame.counter];
                if (counter.most == Automaton::unlimited) {
                    m_found[kept - 1] = at;  // it has counted more, and there is no limit
                    continue;
                }
                if (frameOf(m_found[kept - 1]).count >= counter.least) continue;
            }
            m_found[kept++] = at;
        }
    }
    m_found.resize(kept);
    std::sort(m_found.begin(), m_found.end());
}

States::Frame States::alikeFrame(Frame frame) const noexcept {
    if (frame.counter == none) return frame;
    const Automaton::Counter& counter = m_automaton->counters()[frame.counter];
    const uint64_t soon = frame.count + m_horizon;
    if (soon < counter.least)
        frame.count = 0;
    else if (frame.count > counter.least && soon < counter.most)
        frame.count = counter.least;
    return frame;
}

States::Stack States::alikeStack(Stack stack) {
    std::vector<Stack> above;  // not by recursion: stacks may be deep
    const auto known = [&](Stack one) { return one < m_alikeStacks.size() ? m_alikeStacks[one] : unknown; };
    Stack found = 0;
    for (; stack != 0; stack = m_frames[stack].below) {
        found = known(stack);
        if (found != unknown) break;
        above.push_back(stack);
        found = 0;
    }
    for (; !above.empty(); above.pop_back()) {
        Frame frame = alikeFrame(m_frames[above.back()]);
        frame.below = found;
        found = push(frame);
        if (above.back() >= m_alikeStacks.size()) m_alikeStacks.resize(above.back() + size_t{1}, unknown);
        m_alikeStacks[above.back()] = found;
    }
    return found;
}

States::State States::alike(State state) {
    if (m_automaton->counters().empty() || state == dead) return state;
    if (m_states[state].alike == unknown) {
        std::vector<Position> same;
        for (const Position at : positions(state))
            same.push_back(
                position(static_cast<Automaton::Place>(at >> 32U), alikeStack(static_cast<Stack>(at))));
        std::sort(same.begin(), same.end());
        same.erase(std::unique(same.begin(), same.end()), same.end());
        const State found = intern(same, m_states[state].accepts);
        m_states[state].alike = found;
    }
    return m_states[state].alike;
}

States::State States::intern(std::span<const Position> sorted, bool accepts) {
    if (sorted.empty() && !accepts && !m_states.empty()) return dead;
    const uint64_t hash = hashOf(sorted, accepts);
    for (auto [it, end] = m_known.equal_range(hash); it != end; ++it)
        if (accepts == m_states[it->second].accepts && std::ranges::equal(positions(it->second), sorted))
            return it->second;
    if (m_positions.size() + sorted.size() > mostInAll) throw Error(errors::grammarTooAmbiguous);
    const auto state = static_cast<State>(m_states.size());
    m_states.push_back({m_positions.size(), static_cast<uint32_t>(sorted.size()), accepts});
    m_positions.insert(m_positions.end(), sorted.begin(), sorted.end());
    m_next.resize(m_next.size() + m_classCount, unknown);
    m_known.emplace(hash, state);
    return state;
}

std::optional<uint8_t> States::onlyByte(State state) const noexcept {
    if (accepts(state)) return std::nullopt;
    std::optional<uint8_t> only;
    for (const Position at : positions(state))
        for (const Automaton::Edge& edge : m_automaton->edges(static_cast<Automaton::Place>(at >> 32U))) {
            if (edge.first != edge.last || (only && *only != edge.first)) return std::nullopt;
            only = edge.first;
        }
    return only;
}

States::State States::nextOfPlain(State state) {
    if (m_states[state].plain == unknown) {
        const State plain = findPlain(state);
        m_states[state].plain = plain;
    }
    return m_states[state].plain;
}

bool States::findGoesOn(State state) {
    state = alike(state);
    for (int i = 0; i < TokenTexts::mostPlainCharacters; ++i) {
        State next = nextOfPlain(state);
        if (next == dead) return false;
        next = alike(next);
        if (next == state) return true;
        state = next;
    }
    return true;
}

/// Tries a character for each combination of byte classes.
States::State States::findPlain(State state) {
    const std::array<uint8_t, 256>& classes = m_classes;
    State common = unknown;
    const auto agree = [&](State next) {
        if (common == unknown) common = next;
        return next == common && next != dead;
    };
    const auto eachOf = [&](unsigned first, unsigned last, const auto& visit) {
        for (unsigned byte = first; byte <= last; ++byte)
            if ((byte == first || classes[byte] != classes[byte - 1]) && !visit(static_cast<uint8_t>(byte)))
                return false;
        return true;
    };
    const auto oneByte = [&](unsigned first, unsigned last) {
        return eachOf(first, last, [&](uint8_t byte) { return agree(next(state, byte)); });
    };
    constexpr unsigned quote = '"', backslash = '\\';
    if (!oneByte(0x20, quote - 1) || !oneByte(quote + 1, backslash - 1) || !oneByte(backslash + 1, 0x7E))
        return dead;
    struct Lead {
        unsigned first, last, low, high, more;
    };
    constexpr Lead leads[] = {{0xC2, 0xDF, 0x80, 0xBF, 0}, {0xE0, 0xE0, 0xA0, 0xBF, 1},
                              {0xE1, 0xEC, 0x80, 0xBF, 1}, {0xED, 0xED, 0x80, 0x9F, 1},
                              {0xEE, 0xEF, 0x80, 0xBF, 1}, {0xF0, 0xF0, 0x90, 0xBF, 2},
                              {0xF1, 0xF3, 0x80, 0xBF, 2}, {0xF4, 0xF4, 0x80, 0x8F, 2}};
    const auto rest = [&](const auto& self, State at, unsigned low, unsigned high, unsigned more) -> bool {
        return eachOf(low, high, [&](uint8_t byte) {
            const State to = next(at, byte);
            return more == 0 ? agree(to) : to != dead && self(self, to, 0x80, 0xBF, more - 1);
        });
    };
    for (const Lead& lead : leads) {
        const bool same = eachOf(lead.first, lead.last, [&](uint8_t byte) {
            const State to = next(state, byte);
            return to != dead && rest(rest, to, lead.low, lead.high, lead.more);
        });
        if (!same) return dead;
    }
    return common;
}

size_t States::sizeBytes() const noexcept {
    return m_positions.capacity() * sizeof(Position) + m_next.capacity() * sizeof(State) +
           m_states.capacity() * (sizeof(Entry) + 48) + m_frames.capacity() * (2 * sizeof(Frame) + 48);
}

}  // namespace hearth::grammar
