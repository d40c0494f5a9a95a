#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace hearth::cpu {

/// Chooses how many row panels the products of a single row read side by side. Which number memory answers
/// fastest differs by processor and by what else uses the memory: by a few percent, while one token's time
/// differs from the next one's by ten. So it is the products that take turns with the numbers, each with all
/// of them over some tokens, and the number with the smallest sum of the products' medians wins. For one
/// thread.
class StreamChoice {
public:
    /// The numbers that are tried; see KernelTable::panelStreams.
    static constexpr std::array<size_t, 3> candidates{2, 4, 8};
    /// Tokens of a trial, and those from its end to the next one's beginning.
    static constexpr size_t trialTokens = 24, restTokens = 4096;

    /// `usual`, one of the candidates, is used until a trial has found a better one.
    explicit StreamChoice(size_t usual) noexcept;

    /// Begins a token that this number of threads computes; all tokens of a trial use the same number.
    void beginToken(unsigned threads);
    /// The number for this token's product of that index, which counts from 0 in every token.
    size_t streams(size_t product) const noexcept;
    /// True if record() should be called.
    bool tries() const noexcept { return m_token >= warmUpTokens && m_token < warmUpTokens + trialTokens; }
    /// Records the duration of that product.
    void record(size_t product, double seconds);

private:
    static constexpr size_t warmUpTokens = 2;
    static constexpr size_t rounds = trialTokens / candidates.size();
    size_t candidateOf(size_t product) const noexcept { return (m_token + product) % candidates.size(); }
    void endTrial();

    size_t m_chosen;         ///< among the candidates
    unsigned m_threads = 0;  ///< of the last token; 0: there was none
    size_t m_token = 0;      ///< since the last trial began to warm up
    /// Of each product, by candidate and round; 0 where nothing was recorded.
    std::vector<std::array<std::array<double, rounds>, candidates.size()>> m_times;
};

}  // namespace hearth::cpu
