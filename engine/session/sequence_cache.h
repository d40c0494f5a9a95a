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

/// What sequences keep on the device, and what finished ones leave behind: blocks of keys and values by group
/// of layers (Model::kvWindows()), states of recurrent layers, the tree that finds cached prefixes, and the
/// logits behind prompts. One thread at a time; the model outlives it.
class SequenceCache {
public:
    static constexpr uint32_t blockPositions = PagedKvCache::blockPositions;

    /// `blocks`: size of the cache, by group. Groups with a window need blocks only for it, a chunk of rows
    /// and what is kept.
    SequenceCache(Model& model, KvTypes kvType, const GroupBlocks& blocks);

    /// Takes over what is cached of a sequence's tokens, all but the last one at most, or all where the
    /// logits behind them are kept as well. Recurrent layers can only resume from a checkpoint. Of a prompt
    /// that was processed before, whole parts (Sequence::chunkStarts) alone are taken over.
    /// A sequence with stages begins in the last one that it can go on in.
    void reusePrefix(Sequence& sequence);
    /// Takes a sequence that moves next to its next stage: blocks that stay are shared as before, those
    /// behind what is dropped are copied and their keys rotated. What it had stays behind for others. False:
    /// there were too few blocks, and it has none now.
    bool move(Sequence& sequence);
    /// Whether there is a further block in every group, giving up cached prefixes that nobody uses.
    bool hasSpareBlocks();
    /// Makes sure that the sequence has blocks for so many positions in every group, giving up cached
    /// prefixes that nobody uses. False: there is not enough.
    bool reserve(Sequence& sequence, size_t positions);
    /// Gives a sequence the state that its next rows continue, and an residual block; false when it must wait
    /// for a slot, or to be admitted anew. What it cannot continue is to be processed again: all of it where
    /// a state is lost, else the block that was under way in a pass that was stopped.
    bool prepareState(Sequence& sequence);
    /// Leaves a copy of the sequence's residual block behind, if there is room for it.
    void keepResidualBlock(const Sequence& sequence);
    /// How many drafts a row of the sequence may bring: they end with its block where that is rounded as a
    /// whole, so that those that are rejected are still in the residual block; and recurrent layers need a
    /// slot for the state in front of each.
    size_t mostDrafts(const Sequence& sequence) const noexcept;
    /// Gives a recurrent sequence slots for the states behind its rows (Sequence::rowStates), for it checks
    /// drafts in the next pass, mostDrafts() at most. Any number of sequences share these slots.
    void takeRowStates(Sequence& sequence);
    /// After that pass, or after it was stopped: so many of the drafts were right, so the state behind them
    /// is the sequence's own from now on.
    void settleRowStates(Sequence& sequence, size_t accepted);
    /// Leaves a copy of the sequence's state behind, if there is a slot for it.
    void keepState(Sequence& sequence);
    /// Leaves the blocks of the first so many tokens behind for others.
    void remember(const Sequence& sequence, size_t tokens);
    /// Keeps the logits behind a sequence's prompt.
    void keepLogits(const Sequence& sequence, std::span<const float> logits);
    /// Gives up the blocks that no later row reads: they stay with the cached prefixes for as long as there
    /// is room.
    void leaveWindows(Sequence& sequence);
    /// Gives up the blocks behind what is processed. What rejected drafts wrote into the last one that stays
    /// is written over; nobody else holds that block, for only whole ones are shared while a sequence runs.
    void dropRejected(Sequence& sequence);
    /// Gives everything back; what was processed stays behind for others, and for the sequence itself.
    void leave(Sequence& sequence);

    /// Whether a sequence that waits would find blocks (and a state) for all its tokens and one more beside
    /// those of the sequences that are admitted, and one further for each of these.
    bool hasRoomFor(const Sequence& sequence, const Sequences& all) const;
    /// Whether the cache could ever hold so many positions of one sequence, with so many rows in a pass.
    bool couldHold(size_t positions, uint32_t rows) const noexcept;
    /// Whether the machine had no memory for a block that was wanted last.
    bool isShortOfMemory() const noexcept;

    /// Blocks of a group that a sequence of so many positions needs, with so many rows in a pass.
    size_t blocksOf(size_t group, size_t positions, uint32_t rows) const noexcept;

    /// Keeps what is computed from now on in a store as well, and finds it there. The store outlives this.
    void keepOn(BlockStore& store) { m_disk.emplace(store, prefixes()); }
    void keepNoMore() noexcept { m_disk.reset(); }
    /// nullptr: nothing is kept on disk.
    DiskCache* disk() noexcept { return m_disk ? &*m_disk : nullptr; }
    /// Rows of a sequence were processed: its whole blocks go on to the disk.
    void processed(Sequence& sequence);
    /// Brings a prompt that may come from disk into memory, so many blocks at most. False: there is no more.
    bool prefetch(PromptView prompt, const SequenceOrigin& origin, size_t mostBlocks);

    /// How many tokens of a prompt are cached in memory now.
    size_t cachedTokens(PromptView prompt, const SequenceOrigin& origin = {}) const;
    /// How many more of them are on disk.
    size_t diskTokens(PromptView prompt, const SequenceOrigin& origin = {}) const;
    /// What is cached in memory, by tenant of the sequences that have ended.
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
    std::vector<int32_t> m_draftStates;  ///< slots for states in front of drafts
    /// Of sequences, and copies of some after known tokens.
    ResidualBlockSlots m_residualBlocks;
    KeptLogits m_keptLogits;
    PrefixTenants m_tenants;
    size_t m_tenantsLeft = 0;  ///< entries of it when it was last gone through
    std::optional<DiskCache> m_disk;
};

}  // namespace hearth
