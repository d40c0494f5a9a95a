#include "backend/cpu/stream_choice.h"

#include <algorithm>

namespace hearth::cpu {

namespace {

/// A change has to be worth it: trials of equal numbers differ by up to two percent.
constexpr double gain = 0.97;

}  // namespace

StreamChoice::StreamChoice(size_t usual) noexcept
    : m_chosen(
          static_cast<size_t>(std::find(candidates.begin(), candidates.end(), usual) - candidates.begin())) {
}

void StreamChoice::beginToken(unsigned threads) {
    constexpr size_t end = warmUpTokens + trialTokens;
    const bool continues = threads == m_threads || m_token >= end;
    m_threads = threads;
    if (continues) {
        if (++m_token == end) endTrial();
        if (m_token < end + restTokens) return;
    }
    m_token = 0;
    m_times.clear();
}

size_t StreamChoice::streams(size_t product) const noexcept {
    return candidates[tries() ? candidateOf(product) : m_chosen];
}

void StreamChoice::record(size_t product, double seconds) {
    if (!tries()) return;
    if (product >= m_times.size()) m_times.resize(product + 1);
    m_times[product][candidateOf(product)][(m_token - warmUpTokens) / candidates.size()] = seconds;
}

void StreamChoice::endTrial() {
    std::array<double, candidates.size()> sums{};
    for (auto& product : m_times) {
        const bool whole = std::all_of(product.begin(), product.end(), [](const auto& times) {
            return std::find(times.begin(), times.end(), 0.0) == times.end();
        });
        if (!whole) continue;
        for (size_t c = 0; c < candidates.size(); ++c) {
            const auto middle = product[c].begin() + rounds / 2;
            std::nth_element(product[c].begin(), middle, product[c].end());
            sums[c] += *middle;
        }
    }
    const auto best = static_cast<size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin());
    if (sums[best] < gain * sums[m_chosen]) m_chosen = best;
    m_times = {};
}

}  // namespace hearth::cpu
