#pragma once

#include <cstdint>
#include <vector>

#include "hearth/kv_type.h"

namespace hearth {

/// Memory cost of a model's KV cache. The only place that converts a context length into bytes, for planning,
/// loading and display. A value, to be read from any thread; empty (all costs are 0) where the cache is not
/// Hearth's own.
class KvCost {
public:
    /// As KvLayerShape.
    struct Layer {
        uint32_t kvHeads = 0, keyDim = 0, valueDim = 0, group = 0;
    };

    /// Conversations may use 1 / shareOfFree of the free memory.
    static constexpr uint64_t shareOfFree = 2;

    KvCost() = default;
    /// `windows`: positions that each group of layers sees, 0: all; the first group sees all. `stateBytes`:
    /// of recurrent layers, independent of the context. `passRows`: of the largest pass, if that is larger
    /// than usual.
    KvCost(std::vector<Layer> layers, std::vector<uint32_t> windows, uint64_t stateBytes,
           uint32_t passRows = 0);

    /// Bytes for one conversation of `contextLength` tokens; cells as in EngineOptions::kvType.
    uint64_t conversationBytes(int contextLength, KvTypes kvType) const;
    /// Maximum bytes of the cache if `freeBytes` are free after the weights: up to four conversations within
    /// half of that memory, at least one.
    uint64_t reservedBytes(int contextLength, KvTypes kvType, uint64_t freeBytes) const;

    /// The longest context of which one conversation fits into `budget` bytes: `longest`, or less in
    /// whole thousands of 1,024.
    uint32_t fittingContext(uint32_t longest, KvTypes kvType, uint64_t budget) const;
    /// The blocks by group that fit into `budget` bytes, `most` in the first, at least one conversation.
    std::vector<uint32_t> fittingBlocks(uint32_t contextLength, KvTypes kvType, uint64_t budget,
                                        uint64_t most) const;
    /// The same with the budget of reservedBytes().
    std::vector<uint32_t> reservedBlocks(uint32_t contextLength, KvTypes kvType, uint64_t freeBytes) const;
    /// Bytes of these numbers of blocks by group, including the states.
    uint64_t bytes(const std::vector<uint32_t>& blocks, KvTypes kvType) const;

private:
    std::vector<uint32_t> blocksByGroup(uint32_t blocks, uint32_t oneConversation) const;

    std::vector<Layer> m_layers;
    std::vector<uint32_t> m_windows;
    uint64_t m_stateBytes = 0;
    uint32_t m_passRows = 0;
};

}  // namespace hearth
