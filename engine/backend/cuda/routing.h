#pragma once

#include "backend/cuda/row_operations.h"

/// Which experts a row goes to: the rules of backend/expert_choice.h by one warp.
namespace hearth::cuda {

HEARTH_DEVICE float minusInfinity() {
    return floatOf(0xff800000U);
}

/// Keeps only the groups with the best score of an expert (DeepSeek-V2 2024, section 2.2.2) or, with other
/// scores than a softmax's, the best sums of their two best scores (DeepSeek-V3 technical report, 2024). One
/// warp.
HEARTH_DEVICE void limitToGroups(float* selection, float* sums, const RouterView& view) {
    const int size = view.experts / view.groups;
    for (int group = laneId(); group < view.groups; group += 32) {
        float best = minusInfinity(), second = size == 1 ? 0.0F : minusInfinity();
        for (int i = 0; i < size; ++i) {
            const float value = selection[group * size + i];
            if (value > best) {
                if (size > 1) second = best;
                best = value;
            } else if (value > second) {
                second = value;
            }
        }
        sums[group] = view.kind == RouterCode::Softmax ? best : best + second;
    }
    warpBarrier();
    for (int group = laneId(); group < view.groups; group += 32) {
        int better = 0;  // equal sums go to the lower number
        for (int other = 0; other < view.groups; ++other) {
            better += sums[other] > sums[group] || (sums[other] == sums[group] && other < group);
        }
        if (better < view.usedGroups) continue;
        for (int i = 0; i < size; ++i) selection[group * size + i] = minusInfinity();
    }
    warpBarrier();
}

/// Softmax of `count` values in shared memory by one warp.
HEARTH_DEVICE void warpSoftmax(float* values, int count) {
    float largest = minusInfinity();
    for (int i = laneId(); i < count; i += 32) largest = values[i] > largest ? values[i] : largest;
    largest = warpMax(largest);
    float total = 0;
    for (int i = laneId(); i < count; i += 32) total += values[i] = exp(values[i] - largest);
    total = warpSum(total);
    for (int i = laneId(); i < count; i += 32) values[i] /= total;
    warpBarrier();
}

/// Chooses the experts of one row from its logits; one warp. `memory`: routerFloats() of it.
HEARTH_DEVICE_CALLED void routeRow(const RouterView& view, int row, float* memory) {
    float* scores = memory;
    float* selection = scores + view.experts;
    float* sums = selection + view.experts;
    float* weights = sums + view.groups;
    const float* logits = view.logits + static_cast<int64_t>(row) * view.experts;
    for (int e = laneId(); e < view.experts; e += 32) {
        // A NaN counts as the worst score, so that the ranks below stay a permutation.
        const float logit = logits[e] == logits[e] ? logits[e] : -3.0e38F;
        scores[e] = view.kind == RouterCode::Sigmoid ? sigmoid(logit) : logit;
    }
    warpBarrier();
    if (view.kind == RouterCode::Softmax) warpSoftmax(scores, view.experts);
    for (int e = laneId(); e < view.experts; e += 32) {
        selection[e] = scores[e] + (view.selectionBias ? view.selectionBias[e] : 0.0F);
    }
    warpBarrier();
    if (view.groups > 1 && view.usedGroups < view.groups) limitToGroups(selection, sums, view);
    int* chosen = view.expert + static_cast<int64_t>(row) * view.used;
    // The rank of an expert is the number of better ones; equal scores go to the lower number.
    for (int e = laneId(); e < view.experts; e += 32) {
        int better = 0;
        for (int other = 0; other < view.experts; ++other) {
            better += selection[other] > selection[e] || (selection[other] == selection[e] && other < e);
        }
        if (better < view.used) {
            chosen[better] = e;
            weights[better] = scores[e];
        }
    }
    warpBarrier();
    if (view.kind == RouterCode::SoftmaxAfterTopK) warpSoftmax(weights, view.used);
    float total = 1;
    if (view.normalizeWeights) {
        total = 0;
        for (int i = 0; i < view.used; ++i) total += weights[i];
        total = total > 6.103515625e-5F
                    ? total
                    : 6.103515625e-5F;  // f16's smallest normal number, as the families have it
    }
    for (int i = laneId(); i < view.used; i += 32)
        view.weight[static_cast<int64_t>(row) * view.used + i] = weights[i] / total;
}

/// Shared memory that routeRow() works in.
constexpr int routerFloats(const RouterView& view) {
    return 2 * view.experts + view.groups + view.used;
}

}  // namespace hearth::cuda
