#include "session/sequence_cache.h"

#include <algorithm>
#include <utility>

#include "placement/memory_plan.h"

namespace hearth {

SequenceCache::SequenceCache(Model& model, KvTypes kvType, const GroupBlocks& blocks)
    : m_model(model),
      m_memory(model, kvType, blocks),
      m_reuse(m_memory),
      m_drafts(m_memory, draftStateCount(model.config())),
      m_tenants(m_memory) {
}

bool SequenceCache::prepareState(Sequence& sequence) {
    if (m_memory.keepsResidualBlocks() && !sequence.openValid) {
        if (sequence.residualBlock < 0) sequence.residualBlock = m_memory.residualBlocks().take();
        if (sequence.residualBlock < 0 || !backToBorder(sequence)) return false;
        sequence.openValid = true;
    }
    if (m_memory.states() == nullptr) return true;
    if (sequence.stateSlot < 0) {
        sequence.stateSlot = m_memory.stateSlots().take();
        if (sequence.stateSlot < 0) return false;
        sequence.stateValid = false;
    }
    if (sequence.stateValid) return true;
    // Starts again in blocks of its own: a shared block is never written.
    m_memory.releaseBlocks(sequence);
    m_memory.states()->reset(sequence.stateSlot);
    sequence.stateValid = true;
    return true;
}

bool SequenceCache::backToBorder(Sequence& sequence) {
    // Nobody else holds the block that this one is in: only whole ones are shared while a sequence runs.
    if (sequence.processed % blockPositions == 0) return true;
    const size_t whole = blockBorderBefore(sequence.tokens, sequence.processed);
    sequence.stateValid = false;
    sequence.processed = whole;
    if (m_memory.states() != nullptr) return true;  // from the start
    bool continues = whole >= sequence.movedTokens();
    for (size_t group = 0; group < m_memory.groups(); ++group) {
        const CacheGroup own = m_memory.group(group);
        for (size_t i = own.firstBlock(whole, blockPositions); i < whole / blockPositions; ++i)
            continues = continues && sequence.tables[group][i] >= 0;
    }
    if (continues) return true;
    leave(sequence);
    sequence.admitted = false;
    sequence.drafts.clear();
    sequence.draftSequence.reset();
    return false;
}

void SequenceCache::keepState(Sequence& sequence) {
    if (m_memory.states() == nullptr || !sequence.options.reuse || !sequence.stateValid) return;
    const int32_t slot = m_memory.stateSlots().take();
    if (slot < 0) return;
    m_memory.states()->copy(sequence.stateSlot, slot);
    const auto tokens = sequence.first(sequence.processed);
    m_memory.stateSlots().keep(tokens, slot);
    if (m_disk) m_disk->keptState(tokens, sequence);
}

void SequenceCache::keepLogits(const Sequence& sequence, std::span<const float> logits) {
    if (m_memory.states() == nullptr)
        m_memory.keptLogits().keep(sequence.tokens, logits, sequence.origin, sequence.options.tenant);
}

void SequenceCache::leaveWindows(Sequence& sequence) {
    bool remembered = !sequence.options.reuse;
    for (size_t group = 1; group < m_memory.windows().size(); ++group) {
        const CacheGroup own = m_memory.group(group);
        std::vector<int32_t>& table = sequence.tables[group];
        for (size_t i = own.firstBlock(sequence.processed, blockPositions); i-- > 0 && table[i] >= 0;) {
            if (!remembered)
                m_memory.remember(sequence, sequence.processed / blockPositions * blockPositions);
            remembered = true;
            own.pool->release(table[i]);
            table[i] = -1;
        }
    }
}

void SequenceCache::dropRejected(Sequence& sequence) {
    for (size_t group = 0; group < sequence.tables.size(); ++group) {
        std::vector<int32_t>& table = sequence.tables[group];
        while (!table.empty() && (table.size() - 1) * blockPositions >= sequence.processed) {
            m_memory.pools()[group].release(table.back());
            table.pop_back();
        }
    }
}

void SequenceCache::leave(Sequence& sequence) {
    if (sequence.options.reuse && sequence.processed > 0) {
        m_memory.remember(sequence, sequence.processed);
        m_tenants.record(sequence);
    }
    if (m_disk && sequence.processed > 0) m_disk->leaves(sequence);
    if (m_memory.states() != nullptr && sequence.options.reuse && sequence.stateValid &&
        sequence.processed > 0) {
        const auto tokens = sequence.first(sequence.processed);
        m_memory.stateSlots().keep(tokens, sequence.stateSlot);
        if (m_disk) m_disk->keptState(tokens, sequence);
    } else {
        m_memory.stateSlots().release(sequence.stateSlot);
    }
    sequence.stateSlot = -1;
    sequence.stateValid = false;
    const bool unfinished = sequence.processed % blockPositions != 0;
    if (sequence.options.reuse && sequence.openValid && sequence.residualBlock >= 0 && unfinished)
        m_memory.residualBlocks().keep(sequence.first(sequence.processed), sequence.residualBlock,
                                       sequence.origin);
    else
        m_memory.residualBlocks().release(sequence.residualBlock);
    sequence.residualBlock = -1;
    sequence.openValid = false;
    m_memory.releaseBlocks(sequence);
}

bool SequenceCache::move(Sequence& sequence) {
    const ShiftStage& next = sequence.stages[sequence.stage + 1];
    if (sequence.options.reuse) {
        m_memory.remember(sequence, sequence.processed);
        if (sequence.openValid) m_memory.keepResidualBlock(sequence);
    }
    // Of the positions: a picture that is dropped has fewer of them than rows.
    const PromptView tokens(sequence.tokens);
    const int32_t shift =
        tokens.positionsAt(next.keep).time - tokens.positionsAt(next.keep + next.dropped).time;
    std::vector<std::vector<int32_t>> tables(m_memory.groups());
    for (size_t group = 0; group < m_memory.groups(); ++group) {
        if (moveBlocks(sequence, group, next, tables[group])) continue;
        m_memory.releaseBlocks(sequence);
        sequence.tables = std::move(tables);
        m_memory.releaseBlocks(sequence);
        return false;
    }
    for (uint32_t group = 0; group < m_memory.groups(); ++group) {
        const size_t first = next.keep / blockPositions;
        std::vector<int32_t> blocks(tables[group].begin() + static_cast<ptrdiff_t>(first),
                                    tables[group].end());
        const size_t before = blocks.size();
        std::erase_if(blocks, [](int32_t block) { return block < 0; });
        // Blocks before a window are gone; the last one is there, and may be filled in part.
        const size_t positions = next.moved - next.keep - (before - blocks.size()) * blockPositions;
        m_model.pass().moveKeys(m_memory.kv(), group, blocks, positions, sequence.residualBlock, shift);
    }
    sequence.enter(sequence.stage + 1);
    sequence.tables = std::move(tables);
    sequence.processed = sequence.movedTokens();
    sequence.storedBlocks = 0;
    sequence.storedKey = sequence.origin;
    // Without its unfinished block all that was moved would have to be made again.
    if (sequence.options.reuse) m_memory.keepResidualBlock(sequence);
    return true;
}

bool SequenceCache::moveBlocks(Sequence& sequence, size_t group, const ShiftStage& next,
                               std::vector<int32_t>& table) {
    std::vector<int32_t>& old = sequence.tables[group];
    BlockPool& pool = m_memory.pools()[group];
    const size_t keep = next.keep / blockPositions, dropped = next.dropped / blockPositions;
    for (; old.size() > SequenceMemory::blocksFor(sequence.processed); old.pop_back())
        pool.release(old.back());
    table.assign(old.size() - dropped, -1);
    for (size_t i = 0; i < keep; ++i) table[i] = std::exchange(old[i], -1);
    for (size_t i = keep; i < keep + dropped; ++i) pool.release(std::exchange(old[i], -1));
    for (size_t i = old.size(); i-- > keep + dropped;) {
        if (old[i] < 0) continue;
        const int32_t block = m_memory.takeBlock(group);
        if (block < 0) return false;
        const size_t filled = std::min<size_t>(blockPositions, sequence.processed - i * blockPositions);
        m_memory.kv().copyBlock(static_cast<uint32_t>(group), old[i], block, static_cast<uint32_t>(filled));
        pool.release(std::exchange(old[i], -1));
        table[i - dropped] = block;
    }
    return true;
}

void SequenceCache::processed(Sequence& sequence) {
    if (m_disk) m_disk->processed(sequence);
}

bool SequenceCache::prefetch(PromptView prompt, const SequenceOrigin& origin, size_t mostBlocks) {
    return m_disk && m_disk->prefetch(prompt, origin, mostBlocks,
                                      [this](size_t group) { return m_memory.takeBlock(group); });
}

size_t SequenceCache::diskTokens(PromptView prompt, const SequenceOrigin& origin) const {
    const size_t inMemory = cachedTokens(prompt, origin);
    return m_disk ? m_disk->cachedTokens(prompt, origin, inMemory) - inMemory : 0;
}

void SequenceCache::clear() {
    if (m_disk) m_disk->dropWork();
    m_memory.clear();
    m_tenants.clear();
}

}  // namespace hearth
