#include "model/attention_shares.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hearth {

namespace {

/// In as many sums as a compiler keeps in vectors: thousands of positions in every layer take a moment.
float product(const float* a, const float* b, size_t count) {
    constexpr size_t lanes = 8;
    float sums[lanes] = {};
    size_t i = 0;
    for (; i + lanes <= count; i += lanes)
        for (size_t lane = 0; lane < lanes; ++lane) sums[lane] += a[i + lane] * b[i + lane];
    float sum = 0;
    for (; i < count; ++i) sum += a[i] * b[i];
    for (const float part : sums) sum += part;
    return sum;
}

}  // namespace

std::vector<float> attentionShares(const SharesOf& of) {
    std::vector<float> shares(of.heads * of.positions);
    const size_t stride = size_t{of.kvHeads} * of.keyDim;
    const uint32_t headsPerKey = of.heads / of.kvHeads;
    for (uint32_t head = 0; head < of.heads; ++head) {
        const float* query = of.query.data() + size_t{head} * of.keyDim;
        const float* keys = of.keys.data() + size_t{head / headsPerKey} * of.keyDim;
        float* row = shares.data() + head * of.positions;
        float largest = of.sinks.empty() ? -std::numeric_limits<float>::infinity() : of.sinks[head];
        for (size_t i = 0; i < of.positions; ++i) {
            float score = of.scale * product(query, keys + i * stride, of.keyDim);
            if (of.softCap != 0) score = of.softCap * std::tanh(score / of.softCap);
            row[i] = score;
            largest = std::max(largest, score);
        }
        double total = of.sinks.empty() ? 0.0 : std::exp(double{of.sinks[head]} - largest);
        for (size_t i = 0; i < of.positions; ++i) {
            row[i] = std::exp(row[i] - largest);
            total += row[i];
        }
        const auto inverse = static_cast<float>(1.0 / total);
        for (size_t i = 0; i < of.positions; ++i) row[i] *= inverse;
    }
    return shares;
}

}  // namespace hearth
