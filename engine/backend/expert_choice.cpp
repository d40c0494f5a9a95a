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

/// Keeps only the groups with the best score of an expert (DeepSeek-V2 2024, section 2.2.2), or the best sums
/// of their two best scores (DeepSeek-V3 technical report, 2024).
void limitToGroups(std::vector<float>& selection, uint32_t groups, uint32_t usedGroups, bool bestAlone) {
    const size_t size = selection.size() / groups;
    std::vector<float> sums(groups);
    std::vector<uint32_t> ranked(groups);
    std::iota(ranked.begin(), ranked.end(), 0U);
    for (uint32_t group = 0; group < groups; ++group) {
        float best = -std::numeric_limits<float>::infinity(), second = 0;
        for (size_t i = group * size; i < (group + 1) * size; ++i) {
            if (i == group * size) {
                best = selection[i];
            } else if (const float value = selection[i]; i == group * size + 1) {
                second = std::min(best, value);
                best = std::max(best, value);
            } else {
                second = std::max(second, std::min(best, value));
                best = std::max(best, value);
            }
        }
        sums[group] = bestAlone ? best : best + second;
    }
    // Equal sums go to the lower number.
    std::sort(ranked.begin(), ranked.end(),
              [&](uint32_t a, uint32_t b) { return sums[a] > sums[b] || (sums[a] == sums[b] && a < b); });
    for (uint32_t i = usedGroups; i < groups; ++i) {
        std::fill_n(selection.begin() + static_cast<ptrdiff_t>(ranked[i] * size), size,
                    -std::numeric_limits<float>::infinity());
    }
}

}  // namespace

ExpertChoice chooseExperts(const ExpertsArgs& args, std::vector<float> logits, const float* selectionBias) {
    std::vector<float>& scores = logits;
    if (args.kind == RouterKind::Softmax) softmax(scores);
    if (args.kind == RouterKind::Sigmoid) {
        for (float& score : scores) score = 1.0F / (1.0F + std::exp(-score));
    }
    std::vector<float> selection = scores;
    if (selectionBias != nullptr) {
        for (size_t e = 0; e < selection.size(); ++e) selection[e] += selectionBias[e];
    }
    if (args.groups > 1 && args.usedGroups < args.groups)
        limitToGroups(selection, args.groups, args.usedGroups, args.kind == RouterKind::Softmax);

    ExpertChoice choice{.experts = std::vector<uint32_t>(selection.size()), .weights = {}};
    std::iota(choice.experts.begin(), choice.experts.end(), 0U);
    std::sort(choice.experts.begin(), choice.experts.end(), [&](uint32_t a, uint32_t b) {
        return selection[a] > selection[b] || (selection[a] == selection[b] && a < b);
    });
    choice.experts.erase(choice.experts.begin() + args.used, choice.experts.end());
    for (const uint32_t e : choice.experts) choice.weights.push_back(scores[e]);
    if (args.kind == RouterKind::SoftmaxAfterTopK) softmax(choice.weights);
    if (args.normalizeWeights) {
        // The lower bound is f16's smallest normal number, as the families' own code has it.
        const float total =
            std::max(std::accumulate(choice.weights.begin(), choice.weights.end(), 0.0F), 6.103515625e-5F);
        for (float& weight : choice.weights) weight /= total;
    }
    return choice;
}

}  // namespace hearth
