#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "cache/block_pool.h"
#include "cache/prefix_key.h"
#include "hearth/prompt_tokens.h"

namespace hearth {

/// Blocks of one group of layers. Layers with a sliding window read only the last positions, so that their
/// blocks can be given up long before those of layers that read everything.
struct CacheGroup {
    BlockPool* pool = nullptr;
    uint32_t window = 0;  ///< positions that the layers see, the row's own included; 0: all

    /// The first block that a row at this position, or any after it, reads.
    size_t firstBlock(size_t position, uint32_t blockPositions) const noexcept {
        return window == 0 || position < window ? 0 : (position - window + 1) / blockPositions;
    }
};

/// A cached prefix of a token sequence. Tables are by group and hold -1 for blocks that are not read any
/// more.
struct PrefixMatch {
    /// Blocks that hold the whole prefix up to a block border, one reference each, now the caller's; shape
    /// (groups)(blocks).
    std::vector<std::vector<int32_t>> blocks;
    /// Blocks of which only the first `partialPositions` positions fit, by group; one reference each, now the
    /// caller's. The caller copies them into blocks of its own and releases these. Empty: none.
    std::vector<int32_t> partialBlocks;
    uint32_t partialPositions = 0;
    /// Tokens of the prefix in all.
    size_t tokens = 0;
};

/// Contents of the blocks of finished (and running) sequences, as a radix tree over token ids: a node is a
/// block in each group with the tokens of its positions. Finds the longest cached prefix of any request,
/// whichever conversation it came from (after RadixAttention, Zheng et al. 2024). Groups with a window may
/// have lost blocks. A prefix can then be used up to a position where all blocks within the windows before it
/// are cached. Sequences share blocks only with sequences of the same origin (prefix_key.h). Holds one
/// reference to each of its blocks and releases the least recently used ones when asked. Calls come from one
/// thread at a time; the pools outlive it.
class PrefixCache {
public:
    /// The first group has no window.
    PrefixCache(std::vector<CacheGroup> groups, uint32_t blockPositions);
    ~PrefixCache();
    PrefixCache(const PrefixCache&) = delete;
    PrefixCache& operator=(const PrefixCache&) = delete;

    /// The longest cached prefix of `tokens` that a sequence can resume from, marked as used now.
    PrefixMatch match(PromptView tokens, const SequenceOrigin& origin = {});
    /// Number of tokens that match() would find. Changes nothing.
    size_t matchLength(PromptView tokens, const SequenceOrigin& origin = {}) const;
    /// Records that tables[g][i] holds the positions from i * blockPositions of a sequence of these tokens in
    /// group g. The last block may be filled in part. Known prefixes keep their blocks and get those that
    /// they lost; the caller's references stay the caller's. `end`: a length, besides the whole, that other
    /// sequences are likely to resume from; 0: none.
    void insert(PromptView tokens, std::span<const std::vector<int32_t>> tables, size_t end = 0,
                const SequenceOrigin& origin = {});
    /// Evicts the least recently used node that has no other holder and no children; false if there is none.
    bool evictOne();
    /// Evicts blocks without another holder from a group with a window, least recently used first: those that
    /// the windows before the ends of sequences need, or all the others. Returns their number; 0 if there are
    /// none. Evicts a few at a time, because finding them walks the whole tree.
    size_t thin(size_t group, bool neededByEnds);
    /// Frees a block of a group, or a few, without another holder: by evictOne() in the first group,
    /// otherwise by thin(). False if there is none.
    bool giveUp(size_t group) {
        return group == 0 ? evictOne() : thin(group, false) > 0 || thin(group, true) > 0;
    }
    /// Calls `moved` for each block of a group without another holder, in no order, and takes over the
    /// caller's reference to the returned block, which holds its bytes from now on; -1: the block is not
    /// moved.
    void moveBlocks(size_t group, const std::function<int32_t(int32_t block)>& moved);
    /// Forgets the blocks whose keys are not wanted, as far as no wanted one follows them, and those that are
    /// not filled.
    void keepOnly(const std::function<bool(const PrefixKey&)>& isWanted);
    /// Forgets everything.
    void clear();

    /// A whole sequence that is cached; the blocks stay the tree's.
    struct Sequence {
        SequenceOrigin origin;
        PromptTokens tokens;
        std::vector<std::vector<int32_t>> tables;  ///< as in insert()
        std::vector<size_t> ends;                  ///< the same
    };
    /// Everything that is cached, the most recently used sequence first. Sequences share blocks.
    std::vector<Sequence> sequences() const;

    /// A cached block of the sequence that `key` says, see prefixKey(); one that is not filled has that of
    /// the tokens that it has. `blocks`: by group; -1: given up.
    using EachBlock = std::function<void(const PrefixKey& key, std::span<const int32_t> blocks)>;
    /// Tells all of them, in no order.
    void eachBlock(const EachBlock& each) const;

    /// Nodes, which is blocks of the first group.
    size_t blocks() const noexcept { return m_blocks; }
    size_t tokens() const noexcept { return m_tokens; }

private:
    struct Node {
        Node* parent = nullptr;       ///< nullptr: the root of an origin, which holds nothing
        PromptTokens tokens;          ///< 1 to blockPositions; fewer than all only in leaves
        std::vector<int32_t> blocks;  ///< by group; -1: given up, never in the first group
        bool isEnd = false;           ///< as in insert()
        uint64_t lastUse = 0;
        std::vector<std::unique_ptr<Node>> children;
    };
    /// The nodes that hold the longest prefix, and its length whether it can be used or not.
    std::pair<std::vector<Node*>, size_t> follow(PromptView tokens, const SequenceOrigin& origin) const;
    /// The most of the first `length` tokens in these nodes from where every group can go on.
    size_t usableLength(std::span<Node* const> path, size_t length) const;
    /// The child whose tokens share the longest prefix with these, and its length.
    std::pair<Node*, size_t> bestChild(const Node& node, PromptView tokens) const;
    Node& addChild(Node& parent, PromptView tokens);
    void setBlock(Node& node, size_t group, int32_t block);
    void touch(Node& node);
    void forget(Node& node);
    std::vector<Node*> spareNodes(size_t group, bool needed);

    std::vector<CacheGroup> m_groups;
    uint32_t m_blockPositions;
    std::map<SequenceOrigin, Node> m_roots;         ///< those that something follows
    std::set<std::pair<uint64_t, Node*>> m_leaves;  ///< by last use
    uint64_t m_clock = 0;
    size_t m_blocks = 0, m_tokens = 0;
};

}  // namespace hearth
