#include "session/drafter.h"

#include <algorithm>

#include "backend/backend.h"

namespace hearth {

namespace {

/// Steps of 1 to 8 rows as measured on two cores with small models; larger models and graphics cards, which
/// wait for memory, cost less, and that is learnt.
constexpr std::array<double, Backend::fewRows + 1> usualCosts{0, 1, 1.5, 1.75, 1.9, 2.4, 2.5, 2.75, 2.9};
constexpr double learning = 0.1;
/// What was learnt from drafts is given up slowly while there are none: a step that something else held up
/// must not end them for good.
constexpr double doubting = 0.01;
/// Checking must promise this much, or noise in the estimates would cost more than it wins.
constexpr double leastGain = 1.03;

/// Chances of each kind before anything is known, as if seen so many times.
constexpr std::array<double, 5> firstChances{0.35, 0.5, 0.6, 0.75, 0.85};
constexpr double firstWeight = 4;
constexpr double forgetting = 0.97;

}  // namespace

void RowCosts::note(size_t rows, double seconds) {
    if (rows == 0 || rows >= usualCosts.size() || seconds <= 0) return;
    if (rows == 1) {
        m_single = m_single == 0 ? seconds : m_single + learning * (seconds - m_single);
        m_scale += doubting * (1 - m_scale);
        return;
    }
    if (m_single == 0) return;
    const double scale = (seconds / m_single - 1) / (usualCosts[rows] - 1);
    m_scale += learning * (std::clamp(scale, 0.0, 4.0) - m_scale);
}

double RowCosts::of(size_t rows) const noexcept {
    return 1 + m_scale * (usualCosts[std::min(rows, usualCosts.size() - 1)] - 1);
}

Drafter::Drafter(std::span<const TokenId> prompt) {
    m_lookup.append(prompt);
    for (size_t i = 0; i < kinds; ++i) m_records[i] = {firstChances[i] * firstWeight, firstWeight};
}

size_t Drafter::kindOf(size_t matched) noexcept {
    return matched < 4 ? matched - 2 : matched < 6 ? 2 : matched < 10 ? 3 : 4;
}

void Drafter::propose(size_t most) {
    m_draft = m_lookup.propose(most);
    m_next = 0;
}

/// That the draft is right about a token when it was about those before it, which make the match longer.
double Drafter::chance(size_t index) const noexcept {
    const Record& record = m_records[kindOf(m_draft.matched + index)];
    return record.right / record.all;
}

double Drafter::expected(size_t checked) const noexcept {
    double tokens = 1, all = 1;
    for (size_t i = 0; i < std::min(checked, m_draft.tokens.size()); ++i) tokens += all *= chance(i);
    return tokens;
}

void Drafter::take(TokenId token) {
    m_lookup.append(token);
    if (m_next >= m_draft.tokens.size()) return;
    Record& record = m_records[kindOf(m_draft.matched + m_next)];
    const bool right = m_draft.tokens[m_next] == token;
    record.right = record.right * forgetting + (right ? 1 : 0);
    record.all = record.all * forgetting + 1;
    m_next = right ? m_next + 1 : m_draft.tokens.size();
}

size_t draftsWorthChecking(const Drafter& drafter, const RowCosts& costs, size_t rows, double tokens,
                           size_t most) {
    most = std::min(most, drafter.draft().size());
    size_t best = 0;
    double bestRate = leastGain * tokens / costs.of(rows);
    for (size_t checked = 1; checked <= most; ++checked) {
        const double rate = (tokens - 1 + drafter.expected(checked)) / costs.of(rows + checked);
        if (rate <= bestRate) continue;
        bestRate = rate;
        best = checked;
    }
    return best;
}

}  // namespace hearth
