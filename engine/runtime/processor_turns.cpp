#include "runtime/processor_turns.h"

#include <algorithm>
#include <utility>

namespace hearth {

namespace {

/// Threads of the one before spin for up to three milliseconds after its last step.
constexpr auto longestTurn = std::chrono::milliseconds(50);
/// Time of higher ones for each of a lower one.
constexpr int higherShare = 19;
constexpr auto leastStep = std::chrono::milliseconds(1);

}  // namespace

ProcessorTurns::Seat* ProcessorTurns::next(bool& isDue) const {
    isDue = false;
    Seat* best = nullptr;
    for (Seat* seat : m_waiting) {
        const Clock::duration wanted = std::max<Clock::duration>(seat->m_step, leastStep) * higherShare;
        if (seat->m_passed >= wanted && m_holder != nullptr && m_holder->m_priority < seat->m_priority) {
            isDue = true;
            return seat;
        }
        if (best == nullptr ||
            std::pair(seat->m_priority, seat->m_order) < std::pair(best->m_priority, best->m_order))
            best = seat;
    }
    return best;
}

bool ProcessorTurns::isOver(const Seat& holder) const {
    bool isDue = false;
    const Seat* other = next(isDue);
    if (other == nullptr) return false;
    if (isDue || other->m_priority < holder.m_priority) return true;
    return other->m_priority == holder.m_priority && m_now() - holder.m_since >= longestTurn;
}

void ProcessorTurns::pass() {
    bool isDue = false;
    Seat* to = next(isDue);
    m_holder = to;
    if (to == nullptr) return;
    std::erase(m_waiting, to);
    to->m_waits = false;
    to->m_passed = {};
    to->m_since = m_now();
    // Under the mutex: a seat that goes is not called any more.
    to->m_granted();
}

bool ProcessorTurns::Seat::begin(Priority priority) {
    const std::scoped_lock lock(m_turns.m_mutex);
    m_priority = priority;
    if (m_turns.m_holder == nullptr) {
        m_turns.m_holder = this;
        m_since = m_turns.m_now();
    } else if (m_turns.m_holder == this && m_turns.isOver(*this)) {
        m_turns.pass();
    }
    if (m_turns.m_holder == this) {
        m_begun = m_turns.m_now();
        return true;
    }
    if (!std::exchange(m_waits, true)) {
        m_order = ++m_turns.m_lastOrder;
        m_passed = {};
        m_turns.m_waiting.push_back(this);
    }
    return false;
}

void ProcessorTurns::Seat::end() {
    const std::scoped_lock lock(m_turns.m_mutex);
    if (m_turns.m_holder != this) return;
    m_step = m_turns.m_now() - m_begun;
    for (Seat* seat : m_turns.m_waiting) seat->m_passed += m_step;
    if (m_turns.isOver(*this)) m_turns.pass();
}

void ProcessorTurns::Seat::leave() {
    const std::scoped_lock lock(m_turns.m_mutex);
    if (std::exchange(m_waits, false)) std::erase(m_turns.m_waiting, this);
    if (m_turns.m_holder == this) m_turns.pass();
}

}  // namespace hearth
