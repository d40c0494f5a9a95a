#include "session/sequence_memory.h"

#include <algorithm>

#include "placement/memory_plan.h"

namespace hearth {

namespace {

std::vector<BlockPool> makePools(PagedKvCache& kv, const GroupBlocks& blocks, size_t groups) {
    std::vector<BlockPool> pools;
    for (uint32_t group = 0; group < groups; ++group)
        pools.emplace_back(blocks[group], [&kv, group](uint32_t count) { return kv.commit(group, count); });
    return pools;
}

std::vector<CacheGroup> groupsOf(std::vector<BlockPool>& pools, const std::vector<uint32_t>& windows) {
    std::vector<CacheGroup> groups;
    for (size_t i = 0; i < pools.size(); ++i) groups.push_back({&pools[i], windows[i]});
    return groups;
}

}  // namespace

size_t blockBorderBefore(const PromptView& tokens, size_t length) {
    for (;;) {
        const size_t border = length / SequenceMemory::blockPositions * SequenceMemory::blockPositions;
        length = tokens.withoutPartOfUnit(border);
        if (length == border) return border;
    }
}

SequenceMemory::SequenceMemory(const Model& model, KvTypes kvType, const GroupBlocks& blocks)
    : m_vocabulary(model.config().vocabSize),
      m_kv(model.makePagedKvCache(kvType, blocks)),
      m_windows(model.kvWindows()),
      m_pools(makePools(*m_kv, blocks, m_windows.size())),
      m_tree(groupsOf(m_pools, m_windows), blockPositions),
      m_states(model.makeStateStore(stateSlotCount(model.config()))),
      m_slots(m_states != nullptr ? m_states->slotCount : 0),
      m_residualBlocks(keepsResidualBlocks() ? PagedKvCache::residualBlocksFor(blocks[0]) : 0) {
}

void SequenceMemory::remember(const Sequence& sequence, size_t tokens) {
    // The same prompt may be answered again.
    m_tree.insert(sequence.first(tokens), sequence.tables, sequence.promptTokens - 1, sequence.origin);
}

void SequenceMemory::keepResidualBlock(const Sequence& sequence) {
    if (!keepsResidualBlocks() || sequence.processed % blockPositions == 0) return;
    const int32_t copy = m_residualBlocks.take();
    if (copy < 0) return;
    m_kv->copyResidualBlock(sequence.residualBlock, copy);
    m_residualBlocks.keep(sequence.first(sequence.processed), copy, sequence.origin);
}

int32_t SequenceMemory::takeBlock(size_t group) {
    int32_t block = m_pools[group].take();
    while (block < 0) {
        if (!m_tree.giveUp(group)) return -1;
        block = m_pools[group].take();
    }
    return block;
}

bool SequenceMemory::reserve(Sequence& sequence, size_t positions) {
    for (size_t group = 0; group < sequence.tables.size(); ++group) {
        while (sequence.tables[group].size() * blockPositions < positions) {
            const int32_t block = takeBlock(group);
            if (block < 0) return false;
            sequence.tables[group].push_back(block);
        }
    }
    return true;
}

bool SequenceMemory::hasSpareBlocks() {
    bool all = true;
    for (size_t group = 0; group < groups(); ++group) {
        const int32_t block = takeBlock(group);
        all = all && block >= 0;
        m_pools[group].release(block);
    }
    return all;
}

void SequenceMemory::releaseBlocks(Sequence& sequence) {
    for (size_t group = 0; group < sequence.tables.size(); ++group) {
        for (const int32_t block : sequence.tables[group]) m_pools[group].release(block);
        sequence.tables[group].clear();
    }
    sequence.processed = 0;
}

bool SequenceMemory::hasRoomFor(const Sequence& sequence, const Sequences& all, uint32_t rows) const {
    for (size_t group = 0; group < m_pools.size(); ++group) {
        // Blocks that several sequences share count once.
        std::vector<bool> held(m_pools[group].size());
        size_t taken = 0;
        for (const Sequence& other : all) {
            if (&other == &sequence || group >= other.tables.size()) continue;
            for (const int32_t block : other.tables[group])
                if (block >= 0) held[static_cast<size_t>(block)] = true;
            // It grows: without room for that this one would soon have to give way again.
            taken += other.admitted ? 1 : 0;
        }
        taken += static_cast<size_t>(std::count(held.begin(), held.end(), true));
        const size_t needed = blocksOf(group, sequence.mostTokens() + 1, rows);
        if (taken + needed > m_pools[group].size()) return false;
    }
    if (keepsResidualBlocks() && !m_residualBlocks.hasAny()) return false;
    return m_states == nullptr || m_slots.freeSlots() + m_slots.checkpoints() > 0;
}

size_t SequenceMemory::blocksOf(size_t group, size_t positions, uint32_t rows) const noexcept {
    const size_t needed = blocksFor(positions);
    return m_windows[group] == 0 ? needed : std::min<size_t>(needed, windowBlocks(m_windows[group], rows));
}

bool SequenceMemory::couldHold(size_t positions, uint32_t rows) const noexcept {
    for (size_t group = 0; group < m_pools.size(); ++group)
        if (blocksOf(group, positions, rows) > m_pools[group].capacity()) return false;
    return true;
}

bool SequenceMemory::isShortOfMemory() const noexcept {
    return std::any_of(m_pools.begin(), m_pools.end(), [](const BlockPool& pool) { return pool.isShort(); });
}

void SequenceMemory::clear() {
    m_tree.clear();
    m_slots.clear();
    m_residualBlocks.clear();
    m_keptLogits.clear();
}

}  // namespace hearth
