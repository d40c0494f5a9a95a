#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hearth/prefix_folder.h"
#include "model/model.h"
#include "session/cached_tenants.h"
#include "session/disk_cache.h"
#include "session/draft_states.h"
#include "session/prefix_reuse.h"
#include "session/sequence.h"
#include "session/sequence_memory.h"

namespace hearth {

/// Cache of running sequences on the device, and of finished ones: what sequences take from and leave in
/// SequenceMemory and the disk cache as they begin, go on and end. One thread at a time; the model outlives
/// it.
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
    void reusePrefix(Sequence& sequence) { m_reuse.reuse(sequence, disk()); }
    /// Takes a sequence that shifts next to its next stage: blocks that stay are shared as before; those
    /// after the dropped part are copied and their keys rotated. Its previous blocks stay in the cache for
    /// others. False: there were too few blocks, and it has none now.
    bool move(Sequence& sequence);
    /// Gives a sequence the state that its next rows continue, and a residual block; false if it must wait
    /// for a slot, or to be admitted again. Tokens that it cannot continue from are to be processed again:
    /// all of them if a state is lost, otherwise the block that was in progress in a pass that was stopped.
    bool prepareState(Sequence& sequence);
    /// Maximum number of drafts for a row of the sequence. They end with its block if that is rounded as a
    /// whole, so that rejected ones are still in the residual block; recurrent layers need a slot for the
    /// state before each.
    size_t mostDrafts(const Sequence& sequence) const noexcept { return m_drafts.most(sequence); }
    /// Gives a recurrent sequence slots for the states after its rows (Sequence::rowStates), because it
    /// checks drafts in the next pass, at most mostDrafts(). Any number of sequences share these slots.
    void takeRowStates(Sequence& sequence) { m_drafts.take(sequence); }
    /// Called after that pass, or after it was stopped: this many of the drafts were accepted, so the state
    /// after them becomes the sequence's own.
    void settleRowStates(Sequence& sequence, size_t accepted) { m_drafts.settle(sequence, accepted); }
    /// Leaves a copy of the sequence's state in the cache, if there is a slot for it.
    void keepState(Sequence& sequence);
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

    /// Blocks, states and cached prefixes.
    SequenceMemory& memory() noexcept { return m_memory; }
    const SequenceMemory& memory() const noexcept { return m_memory; }
    /// SequenceMemory::hasRoomFor() with the rows of the model's passes.
    bool hasRoomFor(const Sequence& sequence, const Sequences& all) const {
        return m_memory.hasRoomFor(sequence, all, m_model.limits().rows);
    }

    /// Also keeps prefixes computed from now on in a store, and finds them there. The store outlives this.
    void keepOn(BlockStore& store) { m_disk.emplace(store, m_memory.prefixes()); }
    void keepNoMore() noexcept { m_disk.reset(); }
    /// nullptr: no disk cache.
    DiskCache* disk() noexcept { return m_disk ? &*m_disk : nullptr; }
    /// Called when rows of a sequence were processed: its whole blocks are passed on to the disk.
    void processed(Sequence& sequence);
    /// Loads a prompt that may come from disk into memory, at most this many blocks. False: there is no more.
    bool prefetch(PromptView prompt, const SequenceOrigin& origin, size_t mostBlocks);

    /// Number of tokens of a prompt that are cached in memory now.
    size_t cachedTokens(PromptView prompt, const SequenceOrigin& origin = {}) const {
        return m_reuse.cachedTokens(prompt, origin);
    }
    /// Number of further tokens that are on disk.
    size_t diskTokens(PromptView prompt, const SequenceOrigin& origin = {}) const;
    /// Memory of cached prefixes, by tenant of the sequences that have ended.
    PrefixUse memoryUse(const std::vector<std::string>& tenants) const { return m_tenants.use(tenants); }
    /// Forgets every cached prefix in memory.
    void clear();

private:
    /// Goes back to where the block that is under way begins. False: it cannot go on from there, so it waits
    /// to be admitted again.
    bool backToBorder(Sequence& sequence);
    /// Gives the blocks of a group as the next stage has them, in `table`; those that stay behind are given
    /// back one by one, from the last, so that a block more than it had is enough.
    bool moveBlocks(Sequence& sequence, size_t group, const ShiftStage& next, std::vector<int32_t>& table);

    Model& m_model;
    SequenceMemory m_memory;
    PrefixReuse m_reuse;
    DraftStates m_drafts;
    CachedTenants m_tenants;
    std::optional<DiskCache> m_disk;
};

}  // namespace hearth
