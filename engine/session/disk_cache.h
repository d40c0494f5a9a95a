#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "cache/prefix_key.h"
#include "prefix_store/block_store.h"
#include "prefix_store/cached_prefixes.h"
#include "prefix_store/tier_rates.h"
#include "session/sequence.h"

namespace hearth {

/// The disk cache, a second level after the cache in memory. Whole blocks are written while their sequence
/// runs, as soon as they are computed; blocks that find no room in the queue follow later. Before a sequence
/// begins, blocks that are only on disk are loaded into the tree. States of recurrent layers and logits after
/// prompts are stored with the block that they end in. The block that a reply fills in part is stored by
/// itself, if that adds little to the written bytes. One thread at a time; the store and the cached prefixes
/// outlive it.
class DiskCache {
public:
    /// Returns a block for loaded data, -1: there is no room.
    using TakeBlock = std::function<int32_t(size_t group)>;

    DiskCache(BlockStore& store, CachedPrefixes cache) : m_store(store), m_cache(cache) {}

    /// Called before a sequence begins: loads those of its tokens that are only on disk.
    void restore(Sequence& sequence, const TakeBlock& take);
    /// The same for a prompt that may come, at most this many blocks. False: there is nothing more.
    bool prefetch(PromptView tokens, const SequenceOrigin& origin, size_t mostBlocks, const TakeBlock& take);
    /// Number of tokens of a prompt that would be cached after restore(); `inMemory`: those that are in
    /// memory now.
    size_t cachedTokens(PromptView prompt, const SequenceOrigin& origin, size_t inMemory) const;

    /// Passes the whole blocks of a running sequence on to the store, as far as the queue has room.
    void processed(Sequence& sequence);
    /// Called when a sequence leaves; its blocks are in the tree.
    void leaves(const Sequence& sequence);
    /// Reports that a prompt's tokens were computed in this time, to be compared with reading.
    void computed(size_t tokens, double seconds) { m_rates.computed(tokens, seconds); }
    /// Called when a checkpoint was taken after these tokens.
    void keptState(PromptView tokens, const Sequence& sequence);
    /// Passes on some of the remaining records; waits briefly if there is no room. False: nothing remains.
    bool work();
    /// Passes on all that remains and waits until it is written, see BlockStore::flush().
    void flush(const std::function<void(double)>& progress, const std::stop_token& stop);
    /// Forgets all other tenants: removes records that none of these used, on disk and in memory.
    void keepTenants(const std::vector<std::string>& tenants);
    /// Drops the records that were not passed on yet.
    void dropWork() noexcept { m_left.clear(), m_ends.clear(), m_tails.clear(); }

private:
    static constexpr uint32_t blockPositions = PagedKvCache::blockPositions;

    /// Blocks that are in the tree and not yet on disk.
    struct Left {
        SequenceOrigin origin;
        PromptTokens tokens;
        size_t stored = 0;  ///< blocks
        BlockUse use;
    };
    struct End {
        SequenceOrigin origin;
        PromptTokens tokens;
        BlockUse use;
    };
    class Hold;

    size_t blocksOnDisk(std::span<const PrefixKey> keys, size_t first) const;
    bool restoreBlocks(PromptView tokens, const SequenceOrigin& origin, size_t mostBlocks,
                       const TakeBlock& take);
    void restoreTail(PromptView tokens, const SequenceOrigin& origin, const TakeBlock& take);
    size_t longestTail(PromptView behind, const PrefixKey& parent, size_t whole, size_t moreThan) const;
    bool restoreEnd(PromptView tokens, const SequenceOrigin& origin, const TakeBlock& take);
    bool readingPays(size_t first, size_t end);
    bool loadGroups(const BlockRecord& record, Hold& hold, const TakeBlock& take);
    size_t longestEnd(PromptView tokens, const SequenceOrigin& origin, size_t moreThan) const;
    BlockName endOf(PromptView tokens, const SequenceOrigin& origin) const;
    BlockRecord recordOf(const BlockName& name, const PrefixKey& parent, PromptView tokens,
                         const std::function<int32_t(size_t group)>& block) const;
    bool hasResidualBlock(const End& end) const;
    void addResidualBlock(const End& end, BlockRecord& record) const;
    bool loadResidualBlock(const BlockRecord& record, PromptView tokens, const SequenceOrigin& origin);
    bool write(Left& left);
    bool write(const End& end, const KeptLogits::Logits& logits);
    bool writeTail(const End& end);
    void put(BlockRecord record, const BlockUse& use);

    BlockStore& m_store;
    TierRates m_rates;
    CachedPrefixes m_cache;
    std::deque<Left> m_left;
    std::deque<End> m_ends, m_tails;
    uint64_t m_blockBytes = 0, m_tailBytes = 0;  ///< of whole blocks and of tails that the store was given
};

}  // namespace hearth
