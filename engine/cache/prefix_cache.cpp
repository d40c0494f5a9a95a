#include "cache/prefix_cache.h"

#include <algorithm>

namespace hearth {

PrefixCache::PrefixCache(std::vector<CacheGroup> groups, uint32_t blockPositions)
    : m_groups(std::move(groups)), m_blockPositions(blockPositions) {
}

PrefixCache::~PrefixCache() {
    clear();
}

std::pair<PrefixCache::Node*, size_t> PrefixCache::bestChild(const Node& node, PromptView tokens) const {
    std::pair<Node*, size_t> best{nullptr, 0};
    for (const auto& child : node.children) {
        const size_t length = commonLength(child->tokens, tokens);
        if (length > best.second) best = {child.get(), length};
    }
    return best;
}

/// Moves a node to the young end. Its ancestors are as young: an older node is never followed by a younger
/// one.
void PrefixCache::touch(Node& node) {
    if (node.children.empty()) m_leaves.erase({node.lastUse, &node});
    node.lastUse = ++m_clock;
    if (node.children.empty()) m_leaves.insert({node.lastUse, &node});
}

std::pair<std::vector<PrefixCache::Node*>, size_t> PrefixCache::follow(PromptView tokens,
                                                                       const SequenceOrigin& origin) const {
    std::pair<std::vector<Node*>, size_t> found;
    const auto root = m_roots.find(origin);
    if (root == m_roots.end()) return found;
    const Node* node = &root->second;
    while (!tokens.empty()) {
        const auto [child, length] = bestChild(*node, tokens);
        if (child == nullptr) break;
        found.first.push_back(child);
        found.second += length;
        if (length < m_blockPositions) break;
        tokens = tokens.subspan(length);
        node = child;
    }
    return found;
}

size_t PrefixCache::usableLength(std::span<Node* const> path, size_t length) const {
    for (bool shorter = true; shorter;) {
        shorter = false;
        for (size_t g = 1; g < m_groups.size(); ++g) {
            const size_t first = m_groups[g].firstBlock(length, m_blockPositions);
            for (size_t i = (length + m_blockPositions - 1) / m_blockPositions; i-- > first;) {
                if (path[i]->blocks[g] >= 0) continue;
                // Every longer prefix has the gap in its window as well.
                length = i * m_blockPositions;
                shorter = true;
                break;
            }
        }
    }
    return length;
}

PrefixMatch PrefixCache::match(PromptView tokens, const SequenceOrigin& origin) {
    const auto [path, length] = follow(tokens, origin);
    PrefixMatch found;
    found.tokens = usableLength(path, length);
    found.blocks.resize(m_groups.size());
    const size_t whole = found.tokens / m_blockPositions;
    found.partialPositions = static_cast<uint32_t>(found.tokens % m_blockPositions);
    for (size_t i = 0; i * m_blockPositions < found.tokens; ++i) {
        touch(*path[i]);
        for (size_t g = 0; g < m_groups.size(); ++g) {
            const bool read = i >= m_groups[g].firstBlock(found.tokens, m_blockPositions);
            const int32_t block = read ? path[i]->blocks[g] : -1;
            if (block >= 0) m_groups[g].pool->retain(block);
            (i < whole ? found.blocks[g] : found.partialBlocks).push_back(block);
        }
    }
    return found;
}

size_t PrefixCache::matchLength(PromptView tokens, const SequenceOrigin& origin) const {
    const auto [path, length] = follow(tokens, origin);
    return usableLength(path, length);
}

PrefixCache::Node& PrefixCache::addChild(Node& parent, PromptView tokens) {
    if (parent.parent != nullptr && parent.children.empty()) m_leaves.erase({parent.lastUse, &parent});
    auto fresh = std::make_unique<Node>();
    fresh->parent = &parent;
    fresh->tokens = PromptTokens(tokens);
    fresh->blocks.assign(m_groups.size(), -1);
    ++m_blocks;
    m_tokens += tokens.size();
    parent.children.push_back(std::move(fresh));
    return *parent.children.back();
}

void PrefixCache::setBlock(Node& node, size_t group, int32_t block) {
    if (block >= 0) m_groups[group].pool->retain(block);
    m_groups[group].pool->release(node.blocks[group]);
    node.blocks[group] = block;
}

void PrefixCache::insert(PromptView tokens, std::span<const std::vector<int32_t>> tables, size_t end,
                         const SequenceOrigin& origin) {
    if (tokens.empty() || tables[0].empty()) return;
    Node* node = &m_roots[origin];
    for (size_t i = 0; i < tables[0].size() && !tokens.empty(); ++i) {
        const auto part = tokens.first(std::min<size_t>(tokens.size(), m_blockPositions));
        tokens = tokens.subspan(part.size());
        auto [child, length] = bestChild(*node, part);
        const bool known = child != nullptr && length == part.size();
        // A leaf that ours continues: our blocks hold all that its blocks held, and more.
        const bool grows =
            !known && child != nullptr && length == child->tokens.size() && child->children.empty();
        if (grows) {
            m_tokens += part.size() - length;
            child->tokens = PromptTokens(part);
        } else if (!known) {
            child = &addChild(*node, part);
        }
        for (size_t g = 0; g < m_groups.size(); ++g) {
            const bool lost = child->blocks[g] < 0 && part.size() == child->tokens.size();
            if (grows || lost) setBlock(*child, g, tables[g][i]);
        }
        if (end > i * m_blockPositions && end <= i * m_blockPositions + part.size()) child->isEnd = true;
        touch(*child);
        node = child;
    }
}

void PrefixCache::forget(Node& node) {
    m_leaves.erase({node.lastUse, &node});
    for (size_t g = 0; g < m_groups.size(); ++g) m_groups[g].pool->release(node.blocks[g]);
    --m_blocks;
    m_tokens -= node.tokens.size();
    Node* parent = node.parent;
    std::erase_if(parent->children, [&](const auto& child) { return child.get() == &node; });
    if (!parent->children.empty()) return;
    if (parent->parent != nullptr)
        m_leaves.insert({parent->lastUse, parent});
    else
        std::erase_if(m_roots, [&](const auto& root) { return &root.second == parent; });
}

bool PrefixCache::evictOne() {
    for (const auto& [lastUse, leaf] : m_leaves) {
        if (m_groups[0].pool->references(leaf->blocks[0]) > 1) continue;
        forget(*leaf);
        return true;
    }
    return false;
}

/// Nodes whose block of the group nobody else holds: those that the windows before some end of a sequence
/// need, or the others.
std::vector<PrefixCache::Node*> PrefixCache::spareNodes(size_t group, bool needed) {
    struct Visit {
        Node* node;
        size_t parent;                ///< its place in the list
        size_t toEnd = SIZE_MAX / 2;  ///< how many blocks behind it the next end is
    };
    std::vector<Visit> visits;
    for (auto& root : m_roots) visits.push_back({&root.second, visits.size()});
    const size_t roots = visits.size();
    for (size_t i = 0; i < visits.size(); ++i)
        for (const auto& child : visits[i].node->children) visits.push_back({child.get(), i});
    const CacheGroup& own = m_groups[group];
    // A row right behind the first position of the end's block reads so many blocks before that.
    const size_t reach = (own.window + m_blockPositions - 2) / m_blockPositions;
    std::vector<Node*> found;
    for (size_t i = visits.size(); i-- > roots;) {
        Visit& visit = visits[i];
        if (visit.node->children.empty() || visit.node->isEnd) visit.toEnd = 0;
        visits[visit.parent].toEnd = std::min(visits[visit.parent].toEnd, visit.toEnd + 1);
        const int32_t block = visit.node->blocks[group];
        if (block >= 0 && own.pool->references(block) == 1 && (visit.toEnd <= reach) == needed)
            found.push_back(visit.node);
    }
    return found;
}

size_t PrefixCache::thin(size_t group, bool neededByEnds) {
    std::vector<Node*> nodes = spareNodes(group, neededByEnds);
    const size_t count = std::min<size_t>(nodes.size(), 1 + m_groups[group].pool->size() / 16);
    std::partial_sort(nodes.begin(), nodes.begin() + static_cast<ptrdiff_t>(count), nodes.end(),
                      [](const Node* a, const Node* b) { return a->lastUse < b->lastUse; });
    for (size_t i = 0; i < count; ++i) setBlock(*nodes[i], group, -1);
    return count;
}

std::vector<PrefixCache::Sequence> PrefixCache::sequences() const {
    std::vector<Sequence> all;
    for (auto leaf = m_leaves.rbegin(); leaf != m_leaves.rend(); ++leaf) {
        std::vector<const Node*> path;
        const Node* node = leaf->second;
        for (; node->parent != nullptr; node = node->parent) path.push_back(node);
        Sequence& sequence = all.emplace_back();
        sequence.origin =
            std::ranges::find(m_roots, node, [](const auto& root) { return &root.second; })->first;
        sequence.tables.resize(m_groups.size());
        for (auto next = path.rbegin(); next != path.rend(); ++next) {
            sequence.tokens.append((*next)->tokens);
            if ((*next)->isEnd) sequence.ends.push_back(sequence.tokens.size());
            for (size_t g = 0; g < m_groups.size(); ++g) sequence.tables[g].push_back((*next)->blocks[g]);
        }
    }
    return all;
}

void PrefixCache::moveBlocks(size_t group, const std::function<int32_t(int32_t block)>& moved) {
    BlockPool& pool = *m_groups[group].pool;
    std::vector<Node*> visits;
    for (auto& [origin, root] : m_roots) visits.push_back(&root);
    while (!visits.empty()) {
        Node& node = *visits.back();
        visits.pop_back();
        for (const auto& child : node.children) visits.push_back(child.get());
        if (node.parent == nullptr || node.blocks[group] < 0) continue;
        if (pool.references(node.blocks[group]) > 1) continue;
        const int32_t now = moved(node.blocks[group]);
        if (now >= 0) pool.release(std::exchange(node.blocks[group], now));
    }
}

void PrefixCache::keepOnly(const std::function<bool(const PrefixKey&)>& isWanted) {
    struct Visit {
        Node* node;
        PrefixKey key;
    };
    std::vector<Visit> visits;
    for (auto& [origin, root] : m_roots) visits.push_back({&root, origin});
    const size_t roots = visits.size();
    for (size_t i = 0; i < visits.size(); ++i) {
        const Visit visit = visits[i];
        for (const auto& child : visit.node->children)
            visits.push_back({child.get(), prefixKey(visit.key, child->tokens)});
    }
    // Children come after their parents.
    for (size_t i = visits.size(); i-- > roots;) {
        Node& node = *visits[i].node;
        const bool filled = node.tokens.size() == m_blockPositions;
        if (node.children.empty() && !(filled && isWanted(visits[i].key))) forget(node);
    }
}

void PrefixCache::eachBlock(const EachBlock& each) const {
    std::vector<std::pair<const Node*, PrefixKey>> visits;
    for (const auto& [origin, root] : m_roots) visits.emplace_back(&root, origin);
    while (!visits.empty()) {
        const auto [node, key] = visits.back();
        visits.pop_back();
        if (node->parent != nullptr) each(key, node->blocks);
        for (const auto& child : node->children)
            visits.emplace_back(child.get(), prefixKey(key, child->tokens));
    }
}

void PrefixCache::clear() {
    while (!m_leaves.empty()) forget(*m_leaves.begin()->second);
}

}  // namespace hearth
