#include "backend/expert_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace hearth {

namespace {

void softmax(std::vector<float>& values) {
    const float largest = *std::max_element(values.begin(), values.end());
    float total = 0;
    for (float& value : values) total += value = std::exp(value - largest);
    for (float& value : values) value /= total;
}

}  // namespace

/// Keeps only the groups with the best score of an expert (DeepSeek-V2 2024, section 2.2.2), or the best sums
/// of their two best scores (DeepSeek-V3 technical report, 2024).
void ExpertChooser::limitToGroups(uint32_t groups, uint32_t usedGroups, bool bestAlone) {
    const size_t size = m_selection.size() / groups;
    m_groupSums.resize(groups);
    m_rankedGroups.resize(groups);
    std::iota(m_rankedGroups.begin(), m_rankedGroups.end(), 0U);
    for (uint32_t group = 0; group < groups; ++group) {
        float best = -std::numeric_limits<float>::infinity(), second = 0;
        for (size_t i = group * size; i < (group + 1) * size; ++i) {
            if (i == group * size) {
                best = m_selection[i];
            } else if (const float value = m_selection[i]; i == group * size + 1) {
                second = std::min(best, value);
                best = std::max(best, value);
            } else {
                second = std::max(second, std::min(best, value));
                best = std::max(best, value);
            }
        }
        m_groupSums[group] = bestAlone ? best : best + second;
    }
    // Equal sums go to the lower number.
    std::sort(m_rankedGroups.begin(), m_rankedGroups.end(), [&](uint32_t a, uint32_t b) {
        return m_groupSums[a] > m_groupSums[b] || (m_groupSums[a] == m_groupSums[b] && a < b);
    });
    for (uint32_t i = usedGroups; i < groups; ++i) {
        std::fill_n(m_selection.begin() + static_cast<ptrdiff_t>(m_rankedGroups[i] * size), size,
                    -std::numeric_limits<float>::infinity());
    }
}

const ExpertChoice& ExpertChooser::choose(const ExpertsArgs& args, std::span<const float> logits,
                                          const float* selectionBias) {
    m_scores.assign(logits.begin(), logits.end());
    if (args.kind == RouterKind::Softmax) softmax(m_scores);
    if (args.kind == RouterKind::Sigmoid) {
        for (float& score : m_scores) score = 1.0F / (1.0F + std::exp(-score));
    }
    m_selection = m_scores;
    if (selectionBias != nullptr) {
        for (size_t e = 0; e < m_selection.size(); ++e) m_selection[e] += selectionBias[e];
    }
    if (args.groups > 1 && args.usedGroups < args.groups)
        limitToGroups(args.groups, args.usedGroups, args.kind == RouterKind::Softmax);

    std::vector<uint32_t>& experts = m_choice.experts;
    std::vector<float>& weights = m_choice.weights;
    experts.resize(m_selection.size());
    std::iota(experts.begin(), experts.end(), 0U);
    const auto used = experts.begin() + args.used;
    std::partial_sort(experts.begin(), used, experts.end(), [&](uint32_t a, uint32_t b) {
        return m_selection[a] > m_selection[b] || (m_selection[a] == m_selection[b] && a < b);
    });
    experts.erase(used, experts.end());
    weights.clear();
    for (const uint32_t e : experts) weights.push_back(m_scores[e]);
    if (args.kind == RouterKind::SoftmaxAfterTopK) softmax(weights);
    if (args.normalizeWeights) {
        // The lower bound is f16's smallest normal number, as the families' own code has it.
        const float total = std::max(std::accumulate(weights.begin(), weights.end(), 0.0F), 6.103515625e-5F);
        for (float& weight : weights) weight /= total;
    }
    return m_choice;
}

}  // namespace hearth
