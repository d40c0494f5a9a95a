#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "backend/reference/reference_backend.h"
#include "backend/reference/reference_math.h"

namespace hearth {

using namespace reference;

namespace {

void softmax(std::vector<float>& values) {
    const float largest = *std::max_element(values.begin(), values.end());
    float total = 0;
    for (float& value : values) total += value = std::exp(value - largest);
    for (float& value : values) value /= total;
}

struct Choice {
    std::vector<uint32_t> experts;
    std::vector<float> weights;
};

/// Keeps only the groups with the best sums of their two best scores (DeepSeek-V3 technical report, 2024).
void limitToGroups(std::vector<float>& selection, uint32_t groups, uint32_t usedGroups) {
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
        sums[group] = best + second;
    }
    // Equal sums go to the lower number.
    std::sort(ranked.begin(), ranked.end(),
              [&](uint32_t a, uint32_t b) { return sums[a] > sums[b] || (sums[a] == sums[b] && a < b); });
    for (uint32_t i = usedGroups; i < groups; ++i) {
        std::fill_n(selection.begin() + static_cast<ptrdiff_t>(ranked[i] * size), size,
                    -std::numeric_limits<float>::infinity());
    }
}

Choice choose(const ExpertsArgs& args, const float* x, uint64_t columns) {
    const auto& router = static_cast<const HostWeight&>(*args.router);
    const float* bias = valuesOf(args.routerBias);
    std::vector<float> scores(router.rows);
    for (uint64_t e = 0; e < router.rows; ++e)
        scores[e] = dot(router.row(e), x, columns) + (bias != nullptr ? bias[e] : 0.0F);
    if (args.kind == RouterKind::Softmax) softmax(scores);
    if (args.kind == RouterKind::Sigmoid) {
        for (float& score : scores) score = activate(Activation::Sigmoid, score);
    }
    std::vector<float> selection = scores;
    if (const float* extra = valuesOf(args.selectionBias)) {
        for (size_t e = 0; e < selection.size(); ++e) selection[e] += extra[e];
    }
    if (args.groups > 1 && args.usedGroups < args.groups)
        limitToGroups(selection, args.groups, args.usedGroups);

    Choice choice{.experts = std::vector<uint32_t>(selection.size()), .weights = {}};
    std::iota(choice.experts.begin(), choice.experts.end(), 0U);
    // Equal scores go to the lower number.
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

}  // namespace

void ReferenceBackend::experts(const ExpertsArgs& args) {
    const uint64_t columns = args.in.columns;
    const auto& gateWeight = static_cast<const HostWeight&>(*args.gate.weight);
    const auto* upWeight = static_cast<const HostWeight*>(args.up.weight);
    const auto& downWeight = static_cast<const HostWeight&>(*args.down.weight);
    const uint64_t hidden = downWeight.columns;
    const float* gateBias = valuesOf(args.gate.bias);
    const float* upBias = valuesOf(args.up.bias);
    const float* downBias = valuesOf(args.down.bias);

    const auto oneRow = [&](size_t row) {
        std::vector<float> x(columns), inner(hidden), sum(args.out.columns);
        normalize(args.norm.kind, valuesOf(args.norm.weight), valuesOf(args.norm.bias), args.norm.epsilon,
                  rowOf(args.in, row), x.data(), columns);
        const Choice choice =
            choose(args, args.routerIn.buffer != nullptr ? rowOf(args.routerIn, row) : x.data(), columns);
        for (size_t c = 0; c < choice.experts.size(); ++c) {
            const uint64_t e = choice.experts[c];
            for (uint64_t h = 0; h < hidden; ++h) {
                // Without an `up` of its own the gate's rows are followed by up's.
                const uint64_t gateRow = e * gateWeight.rows + h;
                float g = dot(gateWeight.row(gateRow), x.data(), columns);
                float u = upWeight != nullptr ? dot(upWeight->row(e * upWeight->rows + h), x.data(), columns)
                                              : dot(gateWeight.row(gateRow + hidden), x.data(), columns);
                if (gateBias != nullptr) g += gateBias[gateRow];
                if (upWeight == nullptr && gateBias != nullptr) u += gateBias[gateRow + hidden];
                if (upBias != nullptr) u += upBias[e * hidden + h];
                inner[h] = gate(args.activation, g, u);
            }
            for (uint64_t o = 0; o < sum.size(); ++o) {
                float value = dot(downWeight.row(e * downWeight.rows + o), inner.data(), hidden);
                if (downBias != nullptr) value += downBias[e * downWeight.rows + o];
                if (args.expertScale != nullptr) value *= valuesOf(args.expertScale)[e];
                sum[o] += choice.weights[c] * value;
            }
        }
        float* out = rowOf(args.out, row);
        for (uint64_t o = 0; o < sum.size(); ++o)
            out[o] = (args.accumulate ? out[o] : 0.0F) + args.scale * sum[o];
    };
    parallel(m_batch.rows.size(), columns * hidden * 3 * args.used, m_threads,
             [&](size_t first, size_t last) {
                 for (size_t row = first; row < last; ++row) oneRow(row);
             });
}

}  // namespace hearth
