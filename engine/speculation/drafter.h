#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "speculation/acceptance_policy.h"
#include "speculation/prompt_lookup.h"

namespace hearth {

/// Cost of a step of several rows relative to one of a single row, learnt from previous steps.
class RowCosts {
public:
    /// Records the duration of a step of `rows` rows (1 to Backend::fewRows), none of them of a prompt.
    void note(size_t rows, double seconds);
    /// As multiples of a step with one row.
    double of(size_t rows) const noexcept;
    /// Seconds of a step with one row; 0: not known yet.
    double single() const noexcept { return m_single; }

private:
    double m_single = 0;  ///< seconds of a step with one row
    double m_scale = 1;   ///< of the expected cost of more than one row
};

/// The drafts of one sequence: proposes them, learns how often they are right.
class Drafter {
public:
    /// `worth`: policy that records the drafts of a draft model, if there is one; outlives this.
    explicit Drafter(const PromptView& prompt, AcceptancePolicy* worth = nullptr);

    /// Looks for a draft of at most `most` tokens in the text, after all its tokens.
    void propose(size_t most);
    /// Begins an empty draft, to which a model's drafts are added.
    void propose();
    void add(TokenId guess, float probability);
    const std::vector<TokenId>& draft() const noexcept { return m_draft; }
    /// Tokens that a step makes on average when it checks the first `checked` of the draft, at least 1.
    double expected(size_t checked) const noexcept;
    /// Adds the next drawn token to the text, and records if the draft was right, also one that was not
    /// checked.
    void take(TokenId token);

private:
    /// Longer matches are accepted more often: drafts after 2, 3, 4 or 5, 6 to 9, and 10 or more tokens.
    static constexpr size_t lookupKinds = 5;
    static size_t kindOf(size_t matched) noexcept;

    PromptLookup m_lookup;
    std::vector<TokenId> m_draft;
    std::vector<size_t> m_kinds;  ///< of each draft; from lookupKinds on those of AcceptancePolicy
    size_t m_next = 0;            ///< of the draft; at its end once it was wrong
    std::array<AcceptanceRate, lookupKinds> m_records;
    AcceptancePolicy* m_worth;
};

/// A step as it would be without drafts, and the cost of having them.
struct DraftedStep {
    size_t rows = 1;      ///< of all sequences
    double tokens = 1;    ///< that it makes on average
    size_t most = 0;      ///< drafts that it has room for
    double spent = 0;     ///< on finding the drafts, as multiples of a step with one row
    double perGuess = 0;  ///< the same for each further draft
};

/// Number of drafted tokens to check: the one with the highest rate of tokens.
size_t draftsWorthChecking(const Drafter& drafter, const RowCosts& costs, const DraftedStep& step);
/// True if further drafts, each accepted with this probability, would increase the rate of tokens.
bool moreWouldPay(const Drafter& drafter, const RowCosts& costs, const DraftedStep& step, double chance);

}  // namespace hearth
