#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "cache/block_pool.h"
#include "cache/prefix_cache.h"
#include "cache/prefix_tenants.h"
#include "cache/residual_block_slots.h"
#include "cache/state_slots.h"
#include "hearth/prefix_folder.h"
#include "model/model.h"
#include "prefix_store/cached_prefixes.h"
#include "prefix_store/kept_logits.h"
#include "session/disk_cache.h"
#include "session/sequence.h"

namespace hearth {

/// Cache of running sequences on the device, and of finished ones: blocks of keys and values by group of
/// layers (Model::kvWindows()), states of recurrent layers, the tree that finds cached prefixes, and the
/// logits after prompts. One thread at a time; the model outlives it.
class SequenceCache {
public:
    static constexpr uint32_t blockPositions = PagedKvCache::blockPositions;

    /// `blocks`: size of the cache, by group. Groups with a window need blocks only for the window, a chunk
    /// of rows and cached prefixes.
    SequenceCache(Model& model, KvTypes kvType, const GroupBlocks& blocks);

    /// Reuses the cached part of a sequence's tokens: at most all but the last one, or all if the logits
    /// after them are also cached. Recurrent layers can only resume from a checkpoint. Of a prompt that was
    /// processed before, only whole parts (Sequence::chunkStarts) are reused.
    /// A sequence with stages begins in the last one that it can continue in.
    void reusePrefix(Sequence& sequence);
    /// Takes a sequence that shifts next to its next stage: blocks that stay are shared as before; those
    /// after the dropped part are copied and their keys rotated. Its previous blocks stay in the cache for
    /// others. False: there were too few blocks, and it has none now.
    bool move(Sequence& sequence);
    /// True if there is another free block in every group; evicts unused cached prefixes for it.
    bool hasSpareBlocks();
    /// Ensures that the sequence has blocks for this many positions in every group; evicts unused cached
    /// prefixes for them. False: there are not enough.
    bool reserve(Sequence& sequence, size_t positions);
    /// Gives a sequence the state that its next rows continue, and a residual block; false if it must wait
    /// for a slot, or to be admitted again. Tokens that it cannot continue from are to be processed again:
    /// all of them if a state is lost, otherwise the block that was in progress in a pass that was stopped.
    bool prepareState(Sequence& sequence);
    /// Leaves a copy of the sequence's residual block in the cache, if there is room for it.
    void keepResidualBlock(const Sequence& sequence);
    /// Maximum number of drafts for a row of the sequence. They end with its block if that is rounded as a
    /// whole, so that rejected ones are still in the residual block; recurrent layers need a slot for the
    /// state before each.
    size_t mostDrafts(const Sequence& sequence) const noexcept;
    /// Gives a recurrent sequence slots for the states after its rows (Sequence::rowStates), because it
    /// checks drafts in the next pass, at most mostDrafts(). Any number of sequences share these slots.
    void takeRowStates(Sequence& sequence);
    /// Called after that pass, or after it was stopped: this many of the drafts were accepted, so the state
    /// after them becomes the sequence's own.
    void settleRowStates(Sequence& sequence, size_t accepted);
    /// Leaves a copy of the sequence's state in the cache, if there is a slot for it.
    void keepState(Sequence& sequence);
    /// Leaves the blocks of the first `tokens` tokens in the cache for others.
    void remember(const Sequence& sequence, size_t tokens);
    /// Keeps the logits after a sequence's prompt.
    void keepLogits(const Sequence& sequence, std::span<const float> logits);
    /// Gives up the blocks that no later row reads: they stay with the cached prefixes for as long as there
    /// is room.
    void leaveWindows(Sequence& sequence);
    /// Releases the blocks after the processed tokens. Data that rejected drafts wrote into the last
    /// remaining block is overwritten; no other sequence holds that block, because only whole ones are shared
    /// while a sequence runs.
    void dropRejected(Sequence& sequence);
    /// Releases everything; processed tokens stay cached for others, and for the sequence itself.
    void leave(Sequence& sequence);

    /// True if a sequence that waits would find blocks (and a state) for all its tokens and one more, in
    /// addition to those of the admitted sequences and one more block for each of these.
    bool hasRoomFor(const Sequence& sequence, const Sequences& all) const;
    /// True if the cache can hold this many positions of one sequence, with this many rows in a pass.
    bool couldHold(size_t positions, uint32_t rows) const noexcept;
    /// True if the machine had no memory for the last requested block.
    bool isShortOfMemory() const noexcept;

    /// Blocks of a group that a sequence of this many positions needs, with this many rows in a pass.
    size_t blocksOf(size_t group, size_t positions, uint32_t rows) const noexcept;

    /// Also keeps prefixes computed from now on in a store, and finds them there. The store outlives this.
    void keepOn(BlockStore& store) { m_disk.emplace(store, prefixes()); }
    void keepNoMore() noexcept { m_disk.reset(); }
    /// nullptr: no disk cache.
    DiskCache* disk() noexcept { return m_disk ? &*m_disk : nullptr; }
    /// Called when rows of a sequence were processed: its whole blocks are passed on to the disk.
    void processed(Sequence& sequence);
    /// Loads a prompt that may come from disk into memory, at most this many blocks. False: there is no more.
    bool prefetch(PromptView prompt, const SequenceOrigin& origin, size_t mostBlocks);

    /// Number of tokens of a prompt that are cached in memory now.
    size_t cachedTokens(PromptView prompt, const SequenceOrigin& origin = {}) const;
    /// Number of further tokens that are on disk.
    size_t diskTokens(PromptView prompt, const SequenceOrigin& origin = {}) const;
    /// Memory of cached prefixes, by tenant of the sequences that have ended.
    PrefixUse memoryUse(const std::vector<std::string>& tenants);
    /// Forgets every cached prefix in memory.
    void clear();
    CachedPrefixes prefixes() {
        return {m_model.backend(), *m_kv,   m_pools,          m_windows,    m_tree,
                m_states.get(),    m_slots, m_residualBlocks, m_keptLogits, m_model.config().vocabSize};
    }

    bool recurrent() const noexcept { return m_states != nullptr; }
    size_t groups() const noexcept { return m_windows.size(); }
    PagedKvCache& kv() noexcept { return *m_kv; }
    const PagedKvCache& kv() const noexcept { return *m_kv; }
    /// nullptr for models without recurrent layers.
    StateStore* states() const noexcept { return m_states.get(); }
    const std::vector<BlockPool>& pools() const noexcept { return m_pools; }
    const std::vector<uint32_t>& windows() const noexcept { return m_windows; }
    const PrefixCache& tree() const noexcept { return m_tree; }

private:
    size_t reusableTokens(const Sequence& sequence, size_t cached) const;
    bool reuseStage(Sequence& sequence);
    size_t continuable(PromptView tokens, const SequenceOrigin& origin) const;
    size_t withState(PromptView tokens) const;
    size_t resumable(const Sequence& sequence, PromptView tokens) const;
    void openReused(Sequence& sequence);
    bool backToBorder(Sequence& sequence);
    bool keepsResidualBlocks() const noexcept { return m_kv->types.keepsResidualBlocks(); }
    bool reuseBlocks(Sequence& sequence, size_t tokens);
    bool moveBlocks(Sequence& sequence, size_t group, const ShiftStage& next, std::vector<int32_t>& table);
    void releaseBlocks(Sequence& sequence);
    int32_t takeBlock(size_t group);
    bool reuseCached(Sequence& sequence);
    void recordTenant(const Sequence& sequence);

    Model& m_model;
    std::unique_ptr<PagedKvCache> m_kv;
    std::vector<uint32_t> m_windows;
    std::vector<BlockPool> m_pools;  ///< by group
    PrefixCache m_tree;
    std::unique_ptr<StateStore> m_states;
    StateSlots m_slots;
    std::vector<int32_t> m_draftStates;  ///< slots for states before drafts
    /// Of sequences, and copies of some after known tokens.
    ResidualBlockSlots m_residualBlocks;
    KeptLogits m_keptLogits;
    PrefixTenants m_tenants;
    size_t m_tenantsLeft = 0;  ///< number of its entries after it was last cleaned up
    std::optional<DiskCache> m_disk;
};

}  // namespace hearth
