#pragma once

#include <array>
#include <cstddef>

namespace hearth {

/// Acceptance rate of a kind of drafts; recent ones have more weight.
struct AcceptanceRate {
    double right = 0, all = 0;

    /// As if some drafts had been seen before.
    static AcceptanceRate expecting(double chance) noexcept { return {chance * firstWeight, firstWeight}; }
    double chance() const noexcept { return right / all; }
    void note(bool wasRight) noexcept {
        constexpr double forgetting = 0.97;
        right = right * forgetting + (wasRight ? 1 : 0);
        all = all * forgetting + 1;
    }

private:
    static constexpr double firstWeight = 4;
};

/// Decides if drafting with a model pays, from its cost and its accepted drafts. It soon stops using a draft
/// model that does not suit the model, or is not much faster. It tries again from time to time, because the
/// text may have become one that the draft model predicts better.
class AcceptancePolicy {
public:
    AcceptancePolicy();

    /// Kinds of drafts, by the probability that the draft model gave them.
    static constexpr size_t kinds = 6;
    static size_t kindOf(float probability) noexcept;
    AcceptanceRate& record(size_t kind) noexcept { return m_records[kind]; }
    const AcceptanceRate& record(size_t kind) const noexcept { return m_records[kind]; }
    /// Probability that the next draft is accepted, before it is known.
    double usualChance() const noexcept { return m_any.chance(); }
    /// Records if a draft was right, also one that was not checked.
    void note(size_t kind, bool wasRight) noexcept;

    /// True if drafts should be made in this step; called in each step in which they would be possible.
    bool asks() noexcept;
    /// Called after a step with drafts, with the additional tokens that it made, and with the tokens that
    /// would have been made without drafts in the additional time.
    void settle(double gained, double cost) noexcept;

private:
    std::array<AcceptanceRate, kinds> m_records;
    AcceptanceRate m_any;
    double m_gained, m_cost;
    size_t m_wait = 0;  ///< steps
    size_t m_nextWait;
    size_t m_settled = 0;  ///< since the last wait
};

}  // namespace hearth
