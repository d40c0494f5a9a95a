#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "cache/block_pool.h"
#include "cache/prefix_cache.h"
#include "cache/residual_block_slots.h"
#include "cache/state_slots.h"
#include "model/model.h"
#include "prefix_store/cached_prefixes.h"
#include "prefix_store/kept_logits.h"
#include "session/sequence.h"

namespace hearth {

/// The last block border up to `length` that divides no span whose rows see each other both ways.
size_t blockBorderBefore(const PromptView& tokens, size_t length);

/// Memory of a cache on the device, shared by running sequences and cached prefixes: blocks of keys and
/// values by group of layers (Model::kvWindows()), states of recurrent layers and residual blocks, with the
/// tree that finds cached prefixes and the logits after prompts. One thread at a time; the model outlives it.
class SequenceMemory {
public:
    static constexpr uint32_t blockPositions = PagedKvCache::blockPositions;
    static constexpr size_t blocksFor(size_t positions) noexcept {
        return (positions + blockPositions - 1) / blockPositions;
    }

    /// `blocks`: size of the cache, by group.
    SequenceMemory(const Model& model, KvTypes kvType, const GroupBlocks& blocks);

    /// Takes a block for a sequence, evicting unused cached prefixes if it must; -1: there is none.
    int32_t takeBlock(size_t group);
    /// True if there is another free block in every group; evicts unused cached prefixes for it.
    bool hasSpareBlocks();
    /// Ensures that the sequence has blocks for this many positions in every group; evicts unused cached
    /// prefixes for them. False: there are not enough.
    bool reserve(Sequence& sequence, size_t positions);
    void releaseBlocks(Sequence& sequence);
    /// Leaves the blocks of the first `tokens` tokens in the cache for others.
    void remember(const Sequence& sequence, size_t tokens);
    /// Leaves a copy of the sequence's residual block in the cache, if there is room for it.
    void keepResidualBlock(const Sequence& sequence);
    /// Forgets every cached prefix.
    void clear();

    /// True if a sequence that waits would find blocks (and a state) for all its tokens and one more, in
    /// addition to those of the admitted sequences and one more block for each of these; `rows` in a pass.
    bool hasRoomFor(const Sequence& sequence, const Sequences& all, uint32_t rows) const;
    /// True if the cache can hold this many positions of one sequence, with this many rows in a pass.
    bool couldHold(size_t positions, uint32_t rows) const noexcept;
    /// True if the machine had no memory for the last requested block.
    bool isShortOfMemory() const noexcept;
    /// Blocks of a group that a sequence of this many positions needs, with this many rows in a pass.
    size_t blocksOf(size_t group, size_t positions, uint32_t rows) const noexcept;

    bool keepsResidualBlocks() const noexcept { return m_kv->types.keepsResidualBlocks(); }
    size_t groups() const noexcept { return m_windows.size(); }
    /// A group with the blocks of its pool.
    CacheGroup group(size_t index) noexcept { return {&m_pools[index], m_windows[index]}; }
    PagedKvCache& kv() noexcept { return *m_kv; }
    const PagedKvCache& kv() const noexcept { return *m_kv; }
    /// nullptr for models without recurrent layers.
    StateStore* states() const noexcept { return m_states.get(); }
    std::vector<BlockPool>& pools() noexcept { return m_pools; }
    const std::vector<BlockPool>& pools() const noexcept { return m_pools; }
    const std::vector<uint32_t>& windows() const noexcept { return m_windows; }
    PrefixCache& tree() noexcept { return m_tree; }
    const PrefixCache& tree() const noexcept { return m_tree; }
    /// Slots of the states, of sequences and checkpoints.
    StateSlots& stateSlots() noexcept { return m_slots; }
    const StateSlots& stateSlots() const noexcept { return m_slots; }
    ResidualBlockSlots& residualBlocks() noexcept { return m_residualBlocks; }
    const ResidualBlockSlots& residualBlocks() const noexcept { return m_residualBlocks; }
    KeptLogits& keptLogits() noexcept { return m_keptLogits; }
    const KeptLogits& keptLogits() const noexcept { return m_keptLogits; }
    CachedPrefixes prefixes() {
        return {*m_kv,   m_pools,          m_windows,    m_tree,      m_states.get(),
                m_slots, m_residualBlocks, m_keptLogits, m_vocabulary};
    }

private:
    size_t m_vocabulary;
    std::unique_ptr<PagedKvCache> m_kv;
    std::vector<uint32_t> m_windows;
    std::vector<BlockPool> m_pools;  ///< by group
    PrefixCache m_tree;
    std::unique_ptr<StateStore> m_states;
    StateSlots m_slots;
    /// Of sequences, and copies of some after known tokens.
    ResidualBlockSlots m_residualBlocks;
    KeptLogits m_keptLogits;
};

}  // namespace hearth
