#include "sampling/token_chooser.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "hearth/error.h"
#include "sampling/probability.h"

namespace hearth {

namespace {

/// Words of 64 tokens: most are all alike.
void copyAllowed(std::span<const float> logits, std::span<const uint64_t> allowed, std::vector<float>& to) {
    to.assign(logits.size(), -std::numeric_limits<float>::infinity());
    for (size_t word = 0; word * 64 < logits.size(); ++word) {
        const size_t first = word * 64, count = std::min<size_t>(64, logits.size() - first);
        if (allowed[word] == ~uint64_t{0})
            std::copy_n(logits.begin() + static_cast<ptrdiff_t>(first), count,
                        to.begin() + static_cast<ptrdiff_t>(first));
        else
            for (uint64_t bits = allowed[word]; bits != 0; bits &= bits - 1) {
                const size_t i = first + static_cast<size_t>(std::countr_zero(bits));
                if (i < logits.size()) to[i] = logits[i];
            }
    }
}

}  // namespace

TokenChooser::TokenChooser(const SamplingParams& params, int32_t vocabSize)
    : m_params(params), m_vocabSize(vocabSize) {
    params.check();
    if (params.seed) {
        m_seed = *params.seed;
    } else {
        std::random_device device;
        // 53 bits, so that the seed survives JSON and spin boxes.
        m_seed = ((uint64_t{device()} << 32U) | device()) >> 11U;
    }
    m_random.seed(m_seed);
}

void TokenChooser::accept(TokenId token) {
    if (!penalizes()) return;
    m_recent.push_back(token);
    ++m_counts[token];
    if (m_params.penaltyLastN < 0 || m_recent.size() <= static_cast<size_t>(m_params.penaltyLastN)) return;
    const TokenId oldest = m_recent.front();
    if (--m_counts[oldest] == 0) m_counts.erase(oldest);
    m_recent.pop_front();
}

bool TokenChooser::penalizes() const noexcept {
    return m_params.penaltyLastN != 0 &&
           (m_params.repeatPenalty != 1 || m_params.presencePenalty != 0 || m_params.frequencyPenalty != 0);
}

std::span<const float> TokenChooser::adjusted(std::span<const float> logits,
                                              std::span<const uint64_t> allowed,
                                              std::vector<float>& storage) const {
    if (m_counts.empty() && m_params.logitBias.empty() && allowed.empty()) return logits;
    if (allowed.empty())
        storage.assign(logits.begin(), logits.end());
    else
        copyAllowed(logits, allowed, storage);
    for (const auto& [token, bias] : m_params.logitBias)
        if (token >= 0 && static_cast<size_t>(token) < storage.size())
            storage[static_cast<size_t>(token)] += bias;
    for (const auto& [token, count] : m_counts) {
        if (token < 0 || static_cast<size_t>(token) >= storage.size()) continue;
        float& logit = storage[static_cast<size_t>(token)];
        logit = logit > 0 ? logit / m_params.repeatPenalty : logit * m_params.repeatPenalty;
        logit -= m_params.presencePenalty + m_params.frequencyPenalty * static_cast<float>(count);
    }
    return storage;
}

TokenId TokenChooser::draw(std::span<const Candidate> kept) {
    std::vector<double> weights(kept.size());
    double total = 0;
    for (size_t i = 0; i < kept.size(); ++i) {
        total += weights[i] = std::exp(double{kept[i].logit - kept[0].logit} / m_params.temperature);
    }
    // In [0, 1), from the upper 53 bits: the same on every machine, unlike the standard distributions.
    double target = static_cast<double>(m_random() >> 11U) * 0x1p-53 * total;
    for (size_t i = 0; i + 1 < kept.size(); ++i) {
        target -= weights[i];
        if (target < 0) return kept[i].token;
    }
    return kept.back().token;
}

std::vector<TokenCandidate> TokenChooser::describe(std::span<const BestLogits::Entry> ranked,
                                                   std::span<const Candidate> kept, size_t afterTopP,
                                                   float plainLargest, double plainTotal) const {
    const float temperature = m_params.temperature == 0 ? 1e-6F : m_params.temperature;
    double keptTotal = 0;
    for (const Candidate& candidate : kept)
        keptTotal += std::exp(double{candidate.logit - kept[0].logit} / temperature);
    std::vector<TokenCandidate> out;
    for (size_t i = 0; i < ranked.size(); ++i) {
        TokenCandidate candidate{.token = ranked[i].token};
        candidate.plainProbability =
            static_cast<float>(std::exp(double{ranked[i].plain} - plainLargest) / plainTotal);
        if (i < kept.size()) {
            candidate.probability = static_cast<float>(
                std::exp(double{ranked[i].logit - kept[0].logit} / temperature) / keptTotal);
        } else if (m_params.topK != 0 && i >= static_cast<size_t>(m_params.topK)) {
            candidate.cutBy = "top-k";
        } else {
            candidate.cutBy = i < afterTopP ? "min-p" : "top-p";
        }
        out.push_back(candidate);
    }
    return out;
}

std::optional<std::vector<Candidate>> TokenChooser::filtered(const BestLogits& best,
                                                             const SamplingParams& by) const {
    std::vector<Candidate> ranked;
    for (const BestLogits::Entry& entry : best.best) ranked.push_back({entry.token, entry.logit});
    return filterRanked(std::move(ranked), best.complete(), best.total, static_cast<size_t>(m_vocabSize), by);
}

TokenId TokenChooser::sample(std::span<const float> logits, std::span<const uint64_t> allowed) {
    if (logits.size() != static_cast<size_t>(m_vocabSize)) {
        throw Error(ErrorCode::BadInput, "There are " + std::to_string(logits.size()) +
                                             " logits for a vocabulary of " + std::to_string(m_vocabSize) +
                                             ".");
    }
    std::vector<float> storage;
    const std::span<const float> penalized = adjusted(logits, allowed, storage);
    if (m_params.temperature == 0) return bestToken(penalized);
    return draw(filterCandidates(penalized, m_params));
}

std::vector<TokenCandidate> TokenChooser::distribution(std::span<const float> logits, int count,
                                                       std::span<const uint64_t> allowed) const {
    std::vector<float> storage;
    const std::span<const float> penalized = adjusted(logits, allowed, storage);
    const TokenId best = bestToken(logits);
    // One vectorised pass: this runs with every token when the window keeps alternatives.
    const float bestShare = tokenProbability(logits, best);
    const double plainTotal = bestShare > 0 ? 1 / double{bestShare} : 1;

    const std::vector<Candidate> kept = filterCandidates(penalized, m_params);
    SamplingParams withTopP = m_params;
    withTopP.minP = 0;
    const size_t afterTopP = m_params.minP > 0 ? filterCandidates(penalized, withTopP).size() : kept.size();
    std::vector<BestLogits::Entry> ranked;
    for (const Candidate& candidate : bestCandidates(penalized, static_cast<size_t>(std::max(count, 0))))
        ranked.push_back({candidate.token, candidate.logit, logits[static_cast<size_t>(candidate.token)]});
    return describe(ranked, kept, afterTopP, logits[static_cast<size_t>(best)], plainTotal);
}

std::optional<BestLogitsQuery> TokenChooser::query(int alternatives, std::span<const TokenId> ahead) const {
    if (!m_params.logitBias.empty()) return std::nullopt;
    if (!ahead.empty() && penalizes()) {
        TokenChooser later = *this;
        for (const TokenId token : ahead) later.accept(token);
        return later.query(alternatives);
    }
    const auto vocabulary = static_cast<uint32_t>(m_vocabSize);
    uint32_t count = static_cast<uint32_t>(std::max(alternatives, 1));
    if (m_params.temperature != 0 || alternatives > 0) {
        const bool limited = m_params.topK != 0 && m_params.topK < m_vocabSize;
        // Without top-k the nucleus may be any size: as many as there can be.
        count = std::max(count, limited ? static_cast<uint32_t>(m_params.topK) : mostBestLogits);
    }
    if (count > mostBestLogits) return std::nullopt;
    BestLogitsQuery query{
        .count = count, .columns = vocabulary, .repeatPenalty = m_params.repeatPenalty, .penalties = {}};
    if (!penalizes()) return query;
    for (const auto& [token, times] : m_counts) {
        if (token < 0 || token >= m_vocabSize) continue;
        query.penalties.push_back(
            {token, m_params.presencePenalty + m_params.frequencyPenalty * static_cast<float>(times)});
    }
    return query;
}

bool TokenChooser::isEnough(const BestLogits& best, int alternatives) const {
    // Without any finite logit the whole row says what is wrong.
    if (best.best.empty()) return false;
    return (m_params.temperature == 0 && alternatives <= 0) || filtered(best, m_params).has_value();
}

TokenId TokenChooser::sample(const BestLogits& best) {
    if (m_params.temperature == 0) return best.best.front().token;
    return draw(filtered(best, m_params).value());
}

std::vector<TokenCandidate> TokenChooser::distribution(const BestLogits& best, int count) const {
    const auto kept = filtered(best, m_params);
    SamplingParams withTopP = m_params;
    withTopP.minP = 0;
    const auto withoutMinP = filtered(best, withTopP);
    const auto shown = std::min(best.best.size(), static_cast<size_t>(std::max(count, 0)));
    return describe(std::span(best.best).first(shown), kept.value_or(std::vector<Candidate>()),
                    withoutMinP ? withoutMinP->size() : best.best.size(), best.plainLargest, best.plainTotal);
}

}  // namespace hearth
