#include "speculation/drafter.h"

#include <algorithm>
#include <utility>

#include "backend/backend.h"

namespace hearth {

namespace {

/// Cost of steps of 1 to 8 rows as measured on two cores with small models. Larger models and GPUs, which
/// wait for memory, cost less; that is learnt.
constexpr std::array<double, Backend::fewRows + 1> usualCosts{0, 1, 1.5, 1.75, 1.9, 2.4, 2.5, 2.75, 2.9};
constexpr double learning = 0.1, hurrying = 0.3;
/// Rate at which the learnt cost is forgotten while there are no drafts. A step that was delayed by something
/// else must not end drafts permanently.
constexpr double doubting = 0.01;
/// Minimum gain of checking; with less, noise in the estimates would cost more than it gains.
constexpr double leastGain = 1.03;

/// Acceptance rate of each kind before anything is known.
constexpr std::array<double, 5> firstChances{0.35, 0.5, 0.6, 0.75, 0.85};

/// Tokens of a step with drafts divided by its cost: the speed relative to one token at a time.
double rateOf(const RowCosts& costs, const DraftedStep& step, size_t checked, double expected) {
    return (step.tokens - 1 + expected) / (costs.of(step.rows + checked) + step.spent);
}

}  // namespace

void RowCosts::note(size_t rows, double seconds) {
    if (rows == 0 || rows >= usualCosts.size() || seconds <= 0) return;
    // Delays of a step are not part of its cost, and with drafts few steps of one row remain to measure it.
    // Also, one row is never slower than several.
    if (m_single > seconds) m_single += (rows == 1 ? hurrying : 1) * (seconds - m_single);
    if (rows == 1) {
        m_single = m_single == 0 ? seconds : m_single + learning * (seconds - m_single);
        m_scale += doubting * (1 - m_scale);
        return;
    }
    if (m_single == 0) return;
    const double scale = (seconds / m_single - 1) / (usualCosts[rows] - 1);
    m_scale += (scale < m_scale ? hurrying : learning) * (std::clamp(scale, 0.0, 4.0) - m_scale);
}

double RowCosts::of(size_t rows) const noexcept {
    return 1 + m_scale * (usualCosts[std::min(rows, usualCosts.size() - 1)] - 1);
}

Drafter::Drafter(const PromptView& prompt, AcceptancePolicy* worth) : m_worth(worth) {
    m_lookup.append(prompt);
    for (size_t i = 0; i < lookupKinds; ++i) m_records[i] = AcceptanceRate::expecting(firstChances[i]);
}

size_t Drafter::kindOf(size_t matched) noexcept {
    return matched < 4 ? matched - 2 : matched < 6 ? 2 : matched < 10 ? 3 : 4;
}

void Drafter::propose() {
    m_draft.clear();
    m_kinds.clear();
    m_next = 0;
}

void Drafter::propose(size_t most) {
    propose();
    PromptLookup::Draft found = m_lookup.propose(most);
    // When the draft is right about a token, the match before the next one is longer.
    for (size_t i = 0; i < found.tokens.size(); ++i) m_kinds.push_back(kindOf(found.matched + i));
    m_draft = std::move(found.tokens);
}

void Drafter::add(TokenId guess, float probability) {
    m_draft.push_back(guess);
    m_kinds.push_back(lookupKinds + AcceptancePolicy::kindOf(probability));
}

double Drafter::expected(size_t checked) const noexcept {
    double tokens = 1, all = 1;
    for (size_t i = 0; i < std::min(checked, m_draft.size()); ++i) {
        const size_t kind = m_kinds[i];
        all *= (kind < lookupKinds ? m_records[kind] : m_worth->record(kind - lookupKinds)).chance();
        tokens += all;
    }
    return tokens;
}

void Drafter::take(TokenId token) {
    m_lookup.append(token);
    if (m_next >= m_draft.size()) return;
    const bool right = m_draft[m_next] == token;
    const size_t kind = m_kinds[m_next];
    kind < lookupKinds ? m_records[kind].note(right) : m_worth->note(kind - lookupKinds, right);
    m_next = right ? m_next + 1 : m_draft.size();
}

size_t draftsWorthChecking(const Drafter& drafter, const RowCosts& costs, const DraftedStep& step) {
    const size_t most = std::min(step.most, drafter.draft().size());
    size_t best = 0;
    double bestRate = leastGain * rateOf(costs, step, 0, 1);
    for (size_t checked = 1; checked <= most; ++checked) {
        const double rate = rateOf(costs, step, checked, drafter.expected(checked));
        if (rate <= bestRate) continue;
        bestRate = rate;
        best = checked;
    }
    return best;
}

bool moreWouldPay(const Drafter& drafter, const RowCosts& costs, const DraftedStep& step, double chance) {
    const size_t guessed = drafter.draft().size();
    double now = 0;
    for (size_t checked = 0; checked <= guessed; ++checked)
        now = std::max(now, rateOf(costs, step, checked, drafter.expected(checked)));
    double expected = drafter.expected(guessed);
    double all = guessed == 0 ? 1 : expected - drafter.expected(guessed - 1);
    DraftedStep later = step;
    for (size_t checked = guessed + 1; checked <= step.most; ++checked) {
        expected += all *= chance;
        later.spent += step.perGuess;
        if (rateOf(costs, later, checked, expected) > now) return true;
    }
    return false;
}

}  // namespace hearth
