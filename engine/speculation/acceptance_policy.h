#pragma once

#include <array>
#include <cstddef>

namespace hearth {

/// How often guesses of a kind were right, the latest ones counting most.
struct AcceptanceRate {
    double right = 0, all = 0;

    /// As if so many had been seen before.
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

/// Whether asking a draft model pays: what it cost and what came of it. A pair of models that do not suit
/// each other, or a draft model that is not much faster, is soon left alone, and asked again now and then,
/// for the text may have become one that it knows better.
class AcceptancePolicy {
public:
    AcceptancePolicy();

    /// Guesses by the probability that the draft model gave them.
    static constexpr size_t kinds = 6;
    static size_t kindOf(float probability) noexcept;
    AcceptanceRate& record(size_t kind) noexcept { return m_records[kind]; }
    const AcceptanceRate& record(size_t kind) const noexcept { return m_records[kind]; }
    /// That the next guess is right, before it is known.
    double usualChance() const noexcept { return m_any.chance(); }
    /// A guess turned out right or not, whether it was checked or only thought of.
    void note(size_t kind, bool wasRight) noexcept;

    /// Whether to ask in this step; told of each step in which it would be possible.
    bool asks() noexcept;
    /// In a step that asked, so many tokens more came, and this is what the time that it took longer would
    /// have made without: both in tokens.
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
