#include "hearth/kv_cost.h"

#include <algorithm>
#include <utility>

#include "backend/kv_block_sizes.h"
#include "model/model.h"
#include "placement/kv_blocks.h"

namespace hearth {

namespace {

/// One block more than a conversation: a branch inside a block copies it while the old one is still held.
constexpr uint32_t branchBlocks = 1;
constexpr uint64_t conversationsReserved = 4;
/// Contexts that memory bounds are rounded for people.
constexpr uint32_t contextStep = 1024;

KvLayerShape shapeOf(const KvCost::Layer& layer) noexcept {
    return {layer.kvHeads, layer.keyDim, layer.valueDim, layer.group};
}

uint32_t blocksOf(uint32_t positions) noexcept {
    return (positions + PagedKvCache::blockPositions - 1) / PagedKvCache::blockPositions;
}

}  // namespace

uint64_t kvBlockBytes(const KvLayerShape& layer, KvTypes types) {
    return layer.kvHeads *
           (keyBlockBytes(types.key, layer.keyDim) + valueBlockBytes(types.value, layer.valueDim));
}

uint64_t kvResidualBlockBytes(const KvLayerShape& layer, KvTypes types) {
    return types.keepsResidualBlocks() ? layer.kvHeads * keyBlockBytes(KvType::F16, layer.keyDim) : 0;
}

uint64_t kvLayerBytes(const KvLayerShape& layer, KvTypes types, const GroupBlocks& blocks) {
    return kvBlockBytes(layer, types) * blocks[layer.group] +
           kvResidualBlockBytes(layer, types) * PagedKvCache::residualBlocksFor(blocks[0]);
}

uint32_t windowBlocks(uint32_t window, uint32_t rows) noexcept {
    // The first row sees window - 1 positions before it; the first and the last block may be part full.
    const uint64_t positions = uint64_t{window} + rows - 1;
    return static_cast<uint32_t>((positions - 1) / PagedKvCache::blockPositions + 2);
}

KvCost::KvCost(std::vector<Layer> layers, std::vector<uint32_t> windows, uint64_t stateBytes,
               uint32_t passRows)
    : m_layers(std::move(layers)),
      m_windows(std::move(windows)),
      m_stateBytes(stateBytes),
      m_passRows(passRows) {
}

uint64_t KvCost::conversationBytes(int contextLength, KvTypes kvType) const {
    if (m_layers.empty() || contextLength <= 0) return 0;
    return bytes(fittingBlocks(static_cast<uint32_t>(contextLength), kvType, 0, 0), kvType);
}

uint64_t KvCost::reservedBytes(int contextLength, KvTypes kvType, uint64_t freeBytes) const {
    if (m_layers.empty() || contextLength <= 0) return 0;
    return bytes(reservedBlocks(static_cast<uint32_t>(contextLength), kvType, freeBytes), kvType);
}

std::vector<uint32_t> KvCost::reservedBlocks(uint32_t contextLength, KvTypes kvType,
                                             uint64_t freeBytes) const {
    return fittingBlocks(contextLength, kvType, freeBytes / shareOfFree,
                         conversationsReserved * blocksOf(contextLength));
}

uint32_t KvCost::fittingContext(uint32_t longest, KvTypes kvType, uint64_t budget) const {
    uint32_t fits = 0;
    for (uint32_t above = longest + 1; above - fits > 1;) {
        const uint32_t middle = fits + (above - fits) / 2;
        const bool enough = bytes(fittingBlocks(middle, kvType, 0, 0), kvType) <= budget + m_stateBytes;
        (enough ? fits : above) = middle;
    }
    return fits == longest ? fits : fits / contextStep * contextStep;
}

std::vector<uint32_t> KvCost::fittingBlocks(uint32_t contextLength, KvTypes kvType, uint64_t budget,
                                            uint64_t most) const {
    const uint32_t oneConversation = blocksOf(contextLength);
    // The largest number that the budget is enough for.
    uint64_t fits = uint64_t{oneConversation} + branchBlocks;
    for (uint64_t above = std::max(most, fits) + 1; above - fits > 1;) {
        const auto middle = static_cast<uint32_t>((fits + above) / 2);
        const bool enough = bytes(blocksByGroup(middle, oneConversation), kvType) <= budget + m_stateBytes;
        (enough ? fits : above) = middle;
    }
    return blocksByGroup(static_cast<uint32_t>(fits), oneConversation);
}

/// Blocks by group for conversations that have `blocks` in layers that see everything.
std::vector<uint32_t> KvCost::blocksByGroup(uint32_t blocks, uint32_t oneConversation) const {
    std::vector<uint32_t> byGroup;
    const uint64_t conversations = (blocks + oneConversation - 1) / oneConversation;
    for (const uint32_t window : m_windows) {
        uint64_t needed = blocks;
        if (window != 0)
            needed = windowBlocks(window, std::max(m_passRows, BatchLimits().rows)) + branchBlocks +
                     2 * conversations * windowBlocks(window, 1);
        byGroup.push_back(static_cast<uint32_t>(std::min<uint64_t>(blocks, needed)));
    }
    return byGroup;
}

uint64_t KvCost::bytes(const std::vector<uint32_t>& blocks, KvTypes kvType) const {
    uint64_t sum = m_stateBytes;
    for (const Layer& layer : m_layers) sum += kvLayerBytes(shapeOf(layer), kvType, GroupBlocks(blocks));
    return sum;
}

}  // namespace hearth
