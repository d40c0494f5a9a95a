#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "cache/block_pool.h"
#include "hearth/tokenizer.h"

namespace hearth {

/// A cached prefix of a token sequence.
struct PrefixMatch {
    /// Blocks that hold the whole prefix up to a block border, one reference each, now the caller's.
    std::vector<int32_t> blocks;
    /// A block of which only the first `partialPositions` positions fit; one reference, now the caller's. The
    /// caller copies them into a block of its own and releases this one. -1: none.
    int32_t partialBlock = -1;
    uint32_t partialPositions = 0;
    /// Tokens of the prefix in all.
    size_t tokens = 0;
};

/// What the blocks of finished (and running) sequences hold, as a tree over token ids: a node is a block with
/// the tokens of its positions. Finds the longest cached prefix of any request, whichever conversation it
/// came from (after RadixAttention, Zheng et al. 2024). Holds one reference to each of its blocks and gives
/// the least recently used ones back when asked. Calls come from one thread at a time; the pool outlives it.
class PrefixTree {
public:
    PrefixTree(BlockPool& pool, uint32_t blockPositions);
    ~PrefixTree();
    PrefixTree(const PrefixTree&) = delete;
    PrefixTree& operator=(const PrefixTree&) = delete;

    /// The longest cached prefix of `tokens`, marked as used now.
    PrefixMatch match(std::span<const TokenId> tokens);
    /// How many tokens match() would find. Changes nothing.
    size_t matchLength(std::span<const TokenId> tokens) const;
    /// Remembers that blocks[i] holds the positions from i * blockPositions of a sequence of these tokens.
    /// The last block may be filled in part. What is known already keeps its block; the caller's references
    /// stay the caller's.
    void insert(std::span<const TokenId> tokens, std::span<const int32_t> blocks);
    /// Gives up the least recently used block that nobody else holds and no other block follows; false if
    /// there is none.
    bool evictOne();
    /// Forgets everything.
    void clear();

    size_t blocks() const noexcept { return m_blocks; }
    size_t tokens() const noexcept { return m_tokens; }

private:
    struct Node {
        Node* parent = nullptr;
        std::vector<TokenId> tokens;  ///< 1 to blockPositions; fewer than all only in leaves
        int32_t block = -1;
        uint64_t lastUse = 0;
        std::vector<std::unique_ptr<Node>> children;
    };
    /// The child whose tokens share the longest prefix with these, and its length.
    std::pair<Node*, size_t> bestChild(const Node& node, std::span<const TokenId> tokens) const;
    void touch(Node& node);
    void forget(Node& node);

    BlockPool& m_pool;
    uint32_t m_blockPositions;
    Node m_root;
    std::set<std::pair<uint64_t, Node*>> m_leaves;  ///< by last use
    uint64_t m_clock = 0;
    size_t m_blocks = 0, m_tokens = 0;
};

}  // namespace hearth
