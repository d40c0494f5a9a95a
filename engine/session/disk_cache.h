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

/// The cache on disk behind the one in memory. Whole blocks go there while their sequence runs, as soon as
/// they are computed; what finds no room in the queue follows when there is time. Before a sequence begins,
/// blocks that only the disk has come back into the tree. States of recurrent layers and logits behind
/// prompts go with the block that they end in; the block that a reply fills in part is kept by itself, as
/// long as that adds little to what is written. One thread at a time; the store and what is cached outlive
/// it.
class DiskCache {
public:
    /// A block for what is restored, -1: there is no room.
    using TakeBlock = std::function<int32_t(size_t group)>;

    DiskCache(BlockStore& store, CachedPrefixes cache) : m_store(store), m_cache(cache) {}

    /// A sequence is about to begin: brings back what only the disk has of its tokens.
    void restore(Sequence& sequence, const TakeBlock& take);
    /// The same for a prompt that may come, so many blocks at most. False: there is nothing more.
    bool prefetch(PromptView tokens, const SequenceOrigin& origin, size_t mostBlocks, const TakeBlock& take);
    /// How many tokens of a prompt would be there after restore(), of which so many are in memory.
    size_t cachedTokens(PromptView prompt, const SequenceOrigin& origin, size_t inMemory) const;

    /// Hands on the blocks of a running sequence that are whole, as far as the queue has room.
    void processed(Sequence& sequence);
    /// A sequence leaves; its blocks are in the tree.
    void leaves(const Sequence& sequence);
    /// A prompt's tokens were computed in so many seconds: what reading is held against.
    void computed(size_t tokens, double seconds) { m_rates.computed(tokens, seconds); }
    /// A checkpoint was taken behind these tokens.
    void keptState(PromptView tokens, const Sequence& sequence);
    /// Hands on some of what is left; waits a moment if there is no room. False: nothing is left.
    bool work();
    /// Hands on all that is left and waits until it is written, see BlockStore::flush().
    void flush(const std::function<void(double)>& progress, const std::stop_token& stop);
    /// Forgets all other tenants: on disk and in memory what none of these used.
    void keepTenants(const std::vector<std::string>& tenants);
    /// What is left is not wanted any more.
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
