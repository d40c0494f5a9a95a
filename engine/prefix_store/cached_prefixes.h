#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "backend/backend.h"
#include "cache/block_pool.h"
#include "cache/prefix_cache.h"
#include "cache/residual_block_slots.h"
#include "cache/state_slots.h"
#include "prefix_store/block_record.h"
#include "prefix_store/kept_logits.h"

namespace hearth {

/// The cached prefixes of a model and where their bytes are.
struct CachedPrefixes {
    PagedKvCache& kv;
    std::span<BlockPool> pools;         ///< by group
    std::span<const uint32_t> windows;  ///< by group, see CacheGroup::window
    PrefixCache& tree;
    StateStore* states = nullptr;  ///< nullptr for models without recurrent layers
    StateSlots& checkpoints;
    ResidualBlockSlots& residualBlocks;  ///< of none where the store's types keep none
    KeptLogits& logits;
    size_t vocabulary = 0;  ///< of a row of logits

    uint64_t slotBytes() const { return states != nullptr ? states->slotBytes() : 0; }
    /// Shape of their records.
    BlockShape shape() const {
        BlockShape shape{
            .groupBytes = {}, .stateBytes = slotBytes() + kv.residualBlockBytes(), .vocabulary = vocabulary};
        for (uint32_t group = 0; group < pools.size(); ++group)
            shape.groupBytes.push_back(kv.blockBytes(group));
        return shape;
    }
};

}  // namespace hearth
