#include "speculation/token_drafter.h"

#include <algorithm>
#include <array>
#include <vector>

#include "sampling/probability.h"

namespace hearth {

TokenDrafter::DraftedToken bestGuess(ForwardPass& pass, uint32_t vocabulary) {
    const std::array queries{BestLogitsQuery{.count = 1, .columns = vocabulary, .penalties = {}}};
    std::array<BestLogits, 1> found;
    if (pass.bestLogits(queries, found) && !found[0].best.empty())
        return {found[0].best[0].token, static_cast<float>(1 / found[0].plainTotal)};
    const std::vector<float> all = pass.logits(1);
    const std::span<const float> logits = std::span(all).first(vocabulary);
    const auto token = static_cast<TokenId>(std::max_element(logits.begin(), logits.end()) - logits.begin());
    return {token, tokenProbability(logits, token)};
}

void DraftTime::note(double seconds) noexcept {
    constexpr double slower = 0.1, faster = 0.3, mostSlower = 4;
    if (m_seconds == 0) m_seconds = seconds;
    m_seconds +=
        (seconds < m_seconds ? faster : slower) * (std::min(seconds, mostSlower * m_seconds) - m_seconds);
}

}  // namespace hearth
