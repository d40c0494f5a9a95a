#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hearth {

/// One row's query against the keys that it sees.
struct SharesOf {
    std::span<const float> query;  ///< (heads, keyDim), rotated
    std::span<const float> keys;   ///< (positions, kvHeads, keyDim)
    size_t positions = 0;          ///< at least one
    uint32_t heads = 0, kvHeads = 0, keyDim = 0;
    float scale = 1.0F;
    float softCap = 0.0F;               ///< as in AttentionArgs
    std::span<const float> sinks = {};  ///< (heads) or none, as in AttentionArgs
};

/// softmax(scale * key · query), shape (heads, positions): the weights of attention, of which those that
/// belong to a sink are left out.
std::vector<float> attentionShares(const SharesOf& of);

}  // namespace hearth
