#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "session/prompt_lookup.h"

namespace hearth {

/// What a step of so many rows costs beside one of a single row, learnt from the steps that were made.
class RowCosts {
public:
    /// A step of `rows` rows (1 to Backend::fewRows), none of a prompt, took so long.
    void note(size_t rows, double seconds);
    /// As multiples of a step with one row.
    double of(size_t rows) const noexcept;

private:
    double m_single = 0;  ///< seconds of a step with one row
    double m_scale = 1;   ///< of what is expected beyond one row
};

/// The drafts of one sequence: proposes them, learns how often they are right.
class Drafter {
public:
    explicit Drafter(std::span<const TokenId> prompt);

    /// Looks for a draft of at most so many tokens behind all there is.
    void propose(size_t most);
    const std::vector<TokenId>& draft() const noexcept { return m_draft.tokens; }
    /// Tokens that a step makes on average when it checks the first so many of the draft, at least 1.
    double expected(size_t checked) const noexcept;
    /// The next token that was drawn: the text goes on, and the draft was right about it or not, whether it
    /// was checked or only thought of.
    void take(TokenId token);

private:
    /// Longer matches are right more often: guesses behind 2, 3, 4 or 5, 6 to 9, and 10 or more tokens.
    static constexpr size_t kinds = 5;
    static size_t kindOf(size_t matched) noexcept;
    double chance(size_t index) const noexcept;

    struct Record {
        double right = 0, all = 0;
    };
    PromptLookup m_lookup;
    PromptLookup::Draft m_draft;
    size_t m_next = 0;  ///< of the draft; at its end once it was wrong
    std::array<Record, kinds> m_records;
};

/// How many tokens of the draft to check in a step that has `rows` rows without them and makes `tokens`
/// tokens on average: as many as make tokens come fastest; at most `most`.
size_t draftsWorthChecking(const Drafter& drafter, const RowCosts& costs, size_t rows, double tokens,
                           size_t most);

}  // namespace hearth
