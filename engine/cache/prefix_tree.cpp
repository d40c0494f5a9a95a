#include "cache/prefix_tree.h"

#include <algorithm>

namespace hearth {

namespace {

size_t commonLength(std::span<const TokenId> a, std::span<const TokenId> b) {
    return static_cast<size_t>(
        std::mismatch(a.begin(), a.begin() + static_cast<ptrdiff_t>(std::min(a.size(), b.size())), b.begin())
            .first -
        a.begin());
}

}  // namespace

PrefixTree::PrefixTree(BlockPool& pool, uint32_t blockPositions)
    : m_pool(pool), m_blockPositions(blockPositions) {
}

PrefixTree::~PrefixTree() {
    clear();
}

std::pair<PrefixTree::Node*, size_t> PrefixTree::bestChild(const Node& node,
                                                           std::span<const TokenId> tokens) const {
    std::pair<Node*, size_t> best{nullptr, 0};
    for (const auto& child : node.children) {
        const size_t length = commonLength(child->tokens, tokens);
        if (length > best.second) best = {child.get(), length};
    }
    return best;
}

/// Moves a node to the young end. Its ancestors are as young: an older node is never followed by a younger
/// one.
void PrefixTree::touch(Node& node) {
    if (node.children.empty()) m_leaves.erase({node.lastUse, &node});
    node.lastUse = ++m_clock;
    if (node.children.empty()) m_leaves.insert({node.lastUse, &node});
}

PrefixMatch PrefixTree::match(std::span<const TokenId> tokens) {
    PrefixMatch found;
    const Node* node = &m_root;
    while (!tokens.empty()) {
        const auto [child, length] = bestChild(*node, tokens);
        if (child == nullptr) break;
        touch(*child);
        m_pool.retain(child->block);
        found.tokens += length;
        if (length < m_blockPositions) {
            found.partialBlock = child->block;
            found.partialPositions = static_cast<uint32_t>(length);
            break;
        }
        found.blocks.push_back(child->block);
        tokens = tokens.subspan(length);
        node = child;
    }
    return found;
}

size_t PrefixTree::matchLength(std::span<const TokenId> tokens) const {
    size_t total = 0;
    const Node* node = &m_root;
    while (!tokens.empty()) {
        const auto [child, length] = bestChild(*node, tokens);
        total += length;
        if (child == nullptr || length < m_blockPositions) break;
        tokens = tokens.subspan(length);
        node = child;
    }
    return total;
}

void PrefixTree::insert(std::span<const TokenId> tokens, std::span<const int32_t> blocks) {
    Node* node = &m_root;
    for (size_t i = 0; i < blocks.size() && !tokens.empty(); ++i) {
        const auto part = tokens.first(std::min<size_t>(tokens.size(), m_blockPositions));
        tokens = tokens.subspan(part.size());
        const auto [child, length] = bestChild(*node, part);
        if (child != nullptr && length == part.size()) {  // known, or the beginning of a known block
            touch(*child);
            node = child;
            continue;
        }
        if (child != nullptr && length == child->tokens.size() && child->children.empty()) {
            // A leaf that ours continues: our block holds all that it held, and more.
            m_pool.retain(blocks[i]);
            m_pool.release(child->block);
            m_tokens += part.size() - length;
            child->block = blocks[i];
            child->tokens.assign(part.begin(), part.end());
            touch(*child);
            node = child;
            continue;
        }
        if (node != &m_root && node->children.empty()) m_leaves.erase({node->lastUse, node});
        auto fresh = std::make_unique<Node>();
        fresh->parent = node;
        fresh->tokens.assign(part.begin(), part.end());
        fresh->block = blocks[i];
        m_pool.retain(blocks[i]);
        node->children.push_back(std::move(fresh));
        node = node->children.back().get();
        ++m_blocks;
        m_tokens += part.size();
        touch(*node);
    }
}

void PrefixTree::forget(Node& node) {
    m_leaves.erase({node.lastUse, &node});
    m_pool.release(node.block);
    --m_blocks;
    m_tokens -= node.tokens.size();
    Node* parent = node.parent;
    std::erase_if(parent->children, [&](const auto& child) { return child.get() == &node; });
    if (parent != &m_root && parent->children.empty()) m_leaves.insert({parent->lastUse, parent});
}

bool PrefixTree::evictOne() {
    for (const auto& [lastUse, leaf] : m_leaves) {
        if (m_pool.references(leaf->block) > 1) continue;
        forget(*leaf);
        return true;
    }
    return false;
}

void PrefixTree::clear() {
    while (!m_leaves.empty()) forget(*m_leaves.begin()->second);
}

}  // namespace hearth
