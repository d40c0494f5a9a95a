#include "speculation/acceptance_policy.h"

#include <algorithm>

namespace hearth {

namespace {
/// Chances of each kind before anything is known.
constexpr std::array<double, AcceptancePolicy::kinds> kindChances{0.2, 0.35, 0.5, 0.65, 0.8, 0.92};
constexpr std::array<float, AcceptancePolicy::kinds - 1> borders{0.3F, 0.5F, 0.7F, 0.85F, 0.95F};

constexpr double settledForgetting = 0.95;
/// The credit at the start, and the smaller one after each wait: some wrong guesses are no verdict yet.
constexpr double firstGain = 6, firstCost = 4, trialGain = 2, trialCost = 1;
constexpr size_t shortestWait = 48, longestWait = 1024, waitGrowth = 3;
/// After so many steps that paid, the next wait is a short one again.
constexpr size_t recovered = 16;
}  // namespace

AcceptancePolicy::AcceptancePolicy()
    : m_any(AcceptanceRate::expecting(0.7)),
      m_gained(firstGain),
      m_cost(firstCost),
      m_nextWait(shortestWait) {
    for (size_t i = 0; i < kinds; ++i) m_records[i] = AcceptanceRate::expecting(kindChances[i]);
}

size_t AcceptancePolicy::kindOf(float probability) noexcept {
    return static_cast<size_t>(std::upper_bound(borders.begin(), borders.end(), probability) -
                               borders.begin());
}

void AcceptancePolicy::note(size_t kind, bool wasRight) noexcept {
    m_records[kind].note(wasRight);
    m_any.note(wasRight);
}

bool AcceptancePolicy::asks() noexcept {
    if (m_wait == 0) return true;
    --m_wait;
    return false;
}

void AcceptancePolicy::settle(double gained, double cost) noexcept {
    m_gained = m_gained * settledForgetting + gained;
    m_cost = m_cost * settledForgetting + cost;
    ++m_settled;
    if (m_gained >= m_cost) {
        if (m_settled >= recovered) m_nextWait = shortestWait;
        return;
    }
    m_wait = m_nextWait;
    m_nextWait = std::min(m_nextWait * waitGrowth, longestWait);
    m_settled = 0;
    m_gained = trialGain;
    m_cost = trialCost;
}

}  // namespace hearth
