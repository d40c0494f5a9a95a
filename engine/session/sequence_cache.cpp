#include "session/sequence_cache.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "placement/memory_plan.h"
#include "prefix_store/tenant_use.h"

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

size_t blocksFor(size_t positions) {
    return (positions + SequenceCache::blockPositions - 1) / SequenceCache::blockPositions;
}

/// The last block border up to `length` that divides no span whose rows see each other both ways.
size_t borderBefore(const PromptView& tokens, size_t length) {
    for (;;) {
        const size_t border = length / SequenceCache::blockPositions * SequenceCache::blockPositions;
        length = tokens.withoutPartOfUnit(border);
        if (length == border) return border;
    }
}

}  // namespace

SequenceCache::SequenceCache(Model& model, KvTypes kvType, const GroupBlocks& blocks)
    : m_model(model),
      m_kv(model.makePagedKvCache(kvType, blocks)),
      m_windows(model.kvWindows()),
      m_pools(makePools(*m_kv, blocks, m_windows.size())),
      m_tree(groupsOf(m_pools, m_windows), blockPositions),
      m_states(model.makeStateStore(stateSlotCount(model.config()))),
      m_slots(m_states != nullptr ? m_states->slotCount : 0),
      m_residualBlocks(keepsResidualBlocks() ? PagedKvCache::residualBlocksFor(blocks[0]) : 0) {
    for (uint32_t i = draftStateCount(model.config()); i > 0; --i) m_draftStates.push_back(m_slots.take());
}

/// Number of the cached tokens that a sequence may resume from: of a prompt with known parts, only whole
/// parts.
size_t SequenceCache::reusableTokens(const Sequence& sequence, size_t cached) const {
    if (cached >= sequence.promptTokens || sequence.chunkStarts.empty()) return cached;
    const auto& starts = sequence.chunkStarts;
    const auto behind = std::upper_bound(starts.begin(), starts.end(), cached);
    return behind == starts.begin() ? cached : *std::prev(behind);
}

/// Number of these cached tokens from which a sequence can continue: whole blocks, and the part of a block
/// for which a residual block was kept.
size_t SequenceCache::continuable(PromptView tokens, const SequenceOrigin& origin) const {
    const size_t whole = tokens.size() / blockPositions * blockPositions;
    if (!keepsResidualBlocks() || whole == tokens.size()) return tokens.size();
    const size_t kept = m_residualBlocks.find(tokens, origin).tokens;
    return kept > whole ? kept : borderBefore(tokens, whole);
}

/// Number of these tokens from which a sequence with recurrent layers can continue: those of the longest
/// checkpoint that is also continuable.
size_t SequenceCache::withState(PromptView tokens) const {
    for (;;) {
        const size_t tokensOfState = m_slots.find(tokens).tokens;
        const size_t length = continuable(tokens.first(tokensOfState), {});
        if (length == tokensOfState) return length;
        tokens = tokens.first(length);
    }
}

/// Number of the first tokens of a sequence that it can resume from.
size_t SequenceCache::resumable(const Sequence& sequence, PromptView tokens) const {
    for (;;) {
        const size_t cached = reusableTokens(sequence, m_tree.matchLength(tokens, sequence.origin));
        const size_t whole = tokens.withoutPartOfUnit(cached);
        if (whole == cached) return continuable(tokens.first(cached), sequence.origin);
        tokens = tokens.first(whole);
    }
}

void SequenceCache::reusePrefix(Sequence& sequence) {
    for (BlockPool& pool : m_pools) pool.tryAgain();
    for (size_t stage = sequence.stages.size(); stage-- > 1;) {
        sequence.enter(stage);
        if (reuseStage(sequence)) return;
    }
    if (!sequence.stages.empty()) sequence.enter(0);
    (void)reuseStage(sequence);
}

/// Reuses the cached tokens of a sequence's stage from memory and disk. False: some of those that would have
/// to be moved are missing.
bool SequenceCache::reuseStage(Sequence& sequence) {
    sequence.fromDisk = 0;
    const size_t inMemory = m_disk ? cachedTokens(sequence.tokens, sequence.origin) : 0;
    if (m_disk) m_disk->restore(sequence, [this](size_t group) { return takeBlock(group); });
    const bool reused = reuseCached(sequence);
    openReused(sequence);
    if (m_disk) sequence.fromDisk = sequence.processed - std::min(sequence.processed, inMemory);
    return reused;
}

/// The same of what is in memory.
bool SequenceCache::reuseCached(Sequence& sequence) {
    sequence.tables.assign(groups(), {});
    const size_t wanted = sequence.tokens.size() - (sequence.rebuilds() ? 0 : 1);
    const PromptView tokens = sequence.first(wanted);
    if (m_states == nullptr) {
        const bool fresh = sequence.tokens.size() == sequence.promptTokens && sequence.chunkStarts.empty() &&
                           !sequence.rebuilds() &&
                           continuable(sequence.tokens, sequence.origin) == sequence.tokens.size();
        const KeptLogits::Logits kept = fresh ? m_keptLogits.use(sequence.tokens, sequence.origin) : nullptr;
        const size_t cached = resumable(sequence, tokens);
        if (cached < sequence.movedTokens()) return false;
        const bool all = reuseBlocks(sequence, kept != nullptr ? sequence.tokens.size() : cached);
        if (all && kept != nullptr) sequence.answer = kept;
        // Windows may have lost what even a shorter beginning needs.
        const bool divides = PromptView(sequence.tokens).unitDividedAt(sequence.processed).has_value();
        if (!divides && sequence.processed >= sequence.movedTokens()) return true;
        sequence.answer = nullptr;
        releaseBlocks(sequence);
        return sequence.movedTokens() == 0;
    }
    const StateSlots::Checkpoint found =
        m_slots.use(tokens.first(withState(tokens.first(resumable(sequence, tokens)))));
    if (found.slot < 0) return true;
    const int32_t slot = m_slots.take();
    if (slot < 0 || !reuseBlocks(sequence, found.tokens)) {
        m_slots.release(slot);
        releaseBlocks(sequence);
        return true;
    }
    // The checkpoint itself may have been evicted.
    if (slot != found.slot) m_states->copy(found.slot, slot);
    sequence.stateSlot = slot;
    sequence.stateValid = true;
    return true;
}

/// Gives a sequence that took over cached blocks an residual block, with what was kept of its unfinished one.
void SequenceCache::openReused(Sequence& sequence) {
    if (!keepsResidualBlocks()) return;
    const size_t part = sequence.processed % blockPositions;
    const ResidualBlockSlots::Kept found =
        part == 0 ? ResidualBlockSlots::Kept{}
                  : m_residualBlocks.use(sequence.first(sequence.processed), sequence.origin);
    if (sequence.residualBlock < 0) sequence.residualBlock = m_residualBlocks.take();
    sequence.openValid = sequence.residualBlock >= 0 && (part == 0 || found.tokens == sequence.processed);
    // The kept block may be the same one that was taken.
    if (sequence.openValid && part != 0 && found.slot != sequence.residualBlock)
        m_kv->copyResidualBlock(found.slot, sequence.residualBlock);
    if (!sequence.openValid && sequence.answer != nullptr) sequence.answer = nullptr;
}

/// Shares cached blocks of the first `tokens` tokens; true if all of them are cached.
bool SequenceCache::reuseBlocks(Sequence& sequence, size_t tokens) {
    PrefixMatch found = m_tree.match(sequence.first(tokens), sequence.origin);
    sequence.tables = std::move(found.blocks);
    sequence.processed = found.tokens - found.partialPositions;
    const bool whole = found.partialPositions == 0 || reserve(sequence, found.tokens);
    for (uint32_t group = 0; group < found.partialBlocks.size(); ++group) {
        if (whole)
            m_kv->copyBlock(group, found.partialBlocks[group], sequence.tables[group].back(),
                            found.partialPositions);
        m_pools[group].release(found.partialBlocks[group]);
    }
    if (whole) {
        sequence.processed = found.tokens;
        return found.tokens == tokens;
    }
    // Windows before the last whole block reach further back than those before the end that was found.
    releaseBlocks(sequence);
    (void)reuseBlocks(sequence, borderBefore(sequence.tokens, found.tokens - found.partialPositions));
    return false;
}

void SequenceCache::releaseBlocks(Sequence& sequence) {
    for (size_t group = 0; group < sequence.tables.size(); ++group) {
        for (const int32_t block : sequence.tables[group]) m_pools[group].release(block);
        sequence.tables[group].clear();
    }
    sequence.processed = 0;
}

void SequenceCache::leaveWindows(Sequence& sequence) {
    bool remembered = !sequence.options.reuse;
    for (size_t group = 1; group < m_windows.size(); ++group) {
        const CacheGroup own{&m_pools[group], m_windows[group]};
        std::vector<int32_t>& table = sequence.tables[group];
        for (size_t i = own.firstBlock(sequence.processed, blockPositions); i-- > 0 && table[i] >= 0;) {
            if (!remembered) remember(sequence, sequence.processed / blockPositions * blockPositions);
            remembered = true;
            own.pool->release(table[i]);
            table[i] = -1;
        }
    }
}

void SequenceCache::remember(const Sequence& sequence, size_t tokens) {
    // The same prompt may be answered again.
    m_tree.insert(sequence.first(tokens), sequence.tables, sequence.promptTokens - 1, sequence.origin);
}

void SequenceCache::keepResidualBlock(const Sequence& sequence) {
    if (!keepsResidualBlocks() || sequence.processed % blockPositions == 0) return;
    const int32_t copy = m_residualBlocks.take();
    if (copy < 0) return;
    m_kv->copyResidualBlock(sequence.residualBlock, copy);
    m_residualBlocks.keep(sequence.first(sequence.processed), copy, sequence.origin);
}

size_t SequenceCache::mostDrafts(const Sequence& sequence) const noexcept {
    const size_t most = m_states != nullptr ? m_draftStates.size() : sequence.tokens.size();
    if (!keepsResidualBlocks()) return most;
    return std::min(most, blockPositions - 1 - sequence.processed % blockPositions);
}

void SequenceCache::takeRowStates(Sequence& sequence) {
    if (m_states == nullptr || sequence.drafts.empty()) return;
    const auto first = m_draftStates.end() - static_cast<ptrdiff_t>(sequence.drafts.size());
    sequence.rowStates.assign(first, m_draftStates.end());
    m_draftStates.erase(first, m_draftStates.end());
    sequence.rowStates.push_back(sequence.stateSlot);
}

void SequenceCache::settleRowStates(Sequence& sequence, size_t accepted) {
    std::vector<int32_t>& states = sequence.rowStates;
    if (states.empty()) return;
    states.pop_back();
    // If all were accepted, the sequence already has its state, or has left it in the cache for others.
    if (accepted < states.size()) std::swap(sequence.stateSlot, states[accepted]);
    m_draftStates.insert(m_draftStates.end(), states.begin(), states.end());
    states.clear();
}

void SequenceCache::keepLogits(const Sequence& sequence, std::span<const float> logits) {
    if (m_states == nullptr)
        m_keptLogits.keep(sequence.tokens, logits, sequence.origin, sequence.options.tenant);
}

/// A block for a sequence, giving up cached prefixes that nobody uses; -1: there is none.
int32_t SequenceCache::takeBlock(size_t group) {
    int32_t block = m_pools[group].take();
    while (block < 0) {
        if (!m_tree.giveUp(group)) return -1;
        block = m_pools[group].take();
    }
    return block;
}

/// Goes back to where the block that is under way begins. False: it cannot go on from there, so it waits to
/// be admitted anew.
bool SequenceCache::backToBorder(Sequence& sequence) {
    // Nobody else holds the block that this one is in: only whole ones are shared while a sequence runs.
    if (sequence.processed % blockPositions == 0) return true;
    const size_t whole = borderBefore(sequence.tokens, sequence.processed);
    sequence.stateValid = false;
    sequence.processed = whole;
    if (m_states != nullptr) return true;  // from the start
    bool continues = whole >= sequence.movedTokens();
    for (size_t group = 0; group < groups(); ++group) {
        const CacheGroup own{&m_pools[group], m_windows[group]};
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

bool SequenceCache::prepareState(Sequence& sequence) {
    if (keepsResidualBlocks() && !sequence.openValid) {
        if (sequence.residualBlock < 0) sequence.residualBlock = m_residualBlocks.take();
        if (sequence.residualBlock < 0 || !backToBorder(sequence)) return false;
        sequence.openValid = true;
    }
    if (m_states == nullptr) return true;
    if (sequence.stateSlot < 0) {
        sequence.stateSlot = m_slots.take();
        if (sequence.stateSlot < 0) return false;
        sequence.stateValid = false;
    }
    if (sequence.stateValid) return true;
    // From the start, in blocks that nobody shares: a block that others hold is never written again.
    releaseBlocks(sequence);
    m_states->reset(sequence.stateSlot);
    sequence.stateValid = true;
    return true;
}

void SequenceCache::keepState(Sequence& sequence) {
    if (m_states == nullptr || !sequence.options.reuse || !sequence.stateValid) return;
    const int32_t slot = m_slots.take();
    if (slot < 0) return;
    m_states->copy(sequence.stateSlot, slot);
    const auto tokens = sequence.first(sequence.processed);
    m_slots.keep(tokens, slot);
    if (m_disk) m_disk->keptState(tokens, sequence);
}

void SequenceCache::processed(Sequence& sequence) {
    if (m_disk) m_disk->processed(sequence);
}

bool SequenceCache::prefetch(PromptView prompt, const SequenceOrigin& origin, size_t mostBlocks) {
    return m_disk &&
           m_disk->prefetch(prompt, origin, mostBlocks, [this](size_t group) { return takeBlock(group); });
}

bool SequenceCache::reserve(Sequence& sequence, size_t positions) {
    for (size_t group = 0; group < sequence.tables.size(); ++group) {
        while (sequence.tables[group].size() * blockPositions < positions) {
            const int32_t block = takeBlock(group);
            if (block < 0) return false;
            sequence.tables[group].push_back(block);
        }
    }
    return true;
}

bool SequenceCache::hasSpareBlocks() {
    bool all = true;
    for (size_t group = 0; group < groups(); ++group) {
        const int32_t block = takeBlock(group);
        all = all && block >= 0;
        m_pools[group].release(block);
    }
    return all;
}

bool SequenceCache::move(Sequence& sequence) {
    const ShiftStage& next = sequence.stages[sequence.stage + 1];
    if (sequence.options.reuse) {
        remember(sequence, sequence.processed);
        if (sequence.openValid) keepResidualBlock(sequence);
    }
    // Of the positions: a picture that is dropped has fewer of them than rows.
    const PromptView tokens(sequence.tokens);
    const int32_t shift =
        tokens.positionsAt(next.keep).time - tokens.positionsAt(next.keep + next.dropped).time;
    std::vector<std::vector<int32_t>> tables(groups());
    for (size_t group = 0; group < groups(); ++group) {
        if (moveBlocks(sequence, group, next, tables[group])) continue;
        releaseBlocks(sequence);
        sequence.tables = std::move(tables);
        releaseBlocks(sequence);
        return false;
    }
    for (uint32_t group = 0; group < groups(); ++group) {
        const size_t first = next.keep / blockPositions;
        std::vector<int32_t> blocks(tables[group].begin() + static_cast<ptrdiff_t>(first),
                                    tables[group].end());
        const size_t before = blocks.size();
        std::erase_if(blocks, [](int32_t block) { return block < 0; });
        // Blocks before a window are gone; the last one is there, and may be filled in part.
        const size_t positions = next.moved - next.keep - (before - blocks.size()) * blockPositions;
        m_model.pass().moveKeys(*m_kv, group, blocks, positions, sequence.residualBlock, shift);
    }
    sequence.enter(sequence.stage + 1);
    sequence.tables = std::move(tables);
    sequence.processed = sequence.movedTokens();
    sequence.storedBlocks = 0;
    sequence.storedKey = sequence.origin;
    // Without its unfinished block all that was moved would have to be made again.
    if (sequence.options.reuse) keepResidualBlock(sequence);
    return true;
}

/// The blocks of a group as the next stage has them, in `table`; those that stay behind are given back one by
/// one, from the last, so that a block more than it had is enough.
bool SequenceCache::moveBlocks(Sequence& sequence, size_t group, const ShiftStage& next,
                               std::vector<int32_t>& table) {
    std::vector<int32_t>& old = sequence.tables[group];
    BlockPool& pool = m_pools[group];
    const size_t keep = next.keep / blockPositions, dropped = next.dropped / blockPositions;
    for (; old.size() > blocksFor(sequence.processed); old.pop_back()) pool.release(old.back());
    table.assign(old.size() - dropped, -1);
    for (size_t i = 0; i < keep; ++i) table[i] = std::exchange(old[i], -1);
    for (size_t i = keep; i < keep + dropped; ++i) pool.release(std::exchange(old[i], -1));
    for (size_t i = old.size(); i-- > keep + dropped;) {
        if (old[i] < 0) continue;
        const int32_t block = takeBlock(group);
        if (block < 0) return false;
        const size_t filled = std::min<size_t>(blockPositions, sequence.processed - i * blockPositions);
        m_kv->copyBlock(static_cast<uint32_t>(group), old[i], block, static_cast<uint32_t>(filled));
        pool.release(std::exchange(old[i], -1));
        table[i - dropped] = block;
    }
    return true;
}

void SequenceCache::dropRejected(Sequence& sequence) {
    for (size_t group = 0; group < sequence.tables.size(); ++group) {
        std::vector<int32_t>& table = sequence.tables[group];
        while (!table.empty() && (table.size() - 1) * blockPositions >= sequence.processed) {
            m_pools[group].release(table.back());
            table.pop_back();
        }
    }
}

void SequenceCache::leave(Sequence& sequence) {
    if (sequence.options.reuse && sequence.processed > 0) {
        remember(sequence, sequence.processed);
        recordTenant(sequence);
    }
    if (m_disk && sequence.processed > 0) m_disk->leaves(sequence);
    if (m_states != nullptr && sequence.options.reuse && sequence.stateValid && sequence.processed > 0) {
        const auto tokens = sequence.first(sequence.processed);
        m_slots.keep(tokens, sequence.stateSlot);
        if (m_disk) m_disk->keptState(tokens, sequence);
    } else {
        m_slots.release(sequence.stateSlot);
    }
    sequence.stateSlot = -1;
    sequence.stateValid = false;
    const bool unfinished = sequence.processed % blockPositions != 0;
    if (sequence.options.reuse && sequence.openValid && sequence.residualBlock >= 0 && unfinished)
        m_residualBlocks.keep(sequence.first(sequence.processed), sequence.residualBlock, sequence.origin);
    else
        m_residualBlocks.release(sequence.residualBlock);
    sequence.residualBlock = -1;
    sequence.openValid = false;
    releaseBlocks(sequence);
}

void SequenceCache::recordTenant(const Sequence& sequence) {
    m_tenants.add(sequence.options.tenant, sequence.origin, sequence.first(sequence.processed),
                  blockPositions);
    // Records of evicted blocks are no longer needed.
    constexpr size_t least = 1024;
    if (m_tenants.size() < least + 2 * m_tenantsLeft) return;
    std::set<PrefixKey> there;
    m_tree.eachBlock([&](const PrefixKey& key, std::span<const int32_t>) { there.insert(key); });
    m_tenants.keepOnly(there);
    m_tenantsLeft = m_tenants.size();
}

PrefixUse SequenceCache::memoryUse(const std::vector<std::string>& tenants) {
    std::map<PrefixKey, uint64_t> sizes;
    m_tree.eachBlock([&](const PrefixKey& key, std::span<const int32_t> blocks) {
        uint64_t& bytes = sizes[key];
        for (uint32_t group = 0; group < blocks.size(); ++group)
            if (blocks[group] >= 0) bytes += m_kv->blockBytes(group);
    });
    std::vector<std::vector<PrefixKey>> used;
    for (const std::string& tenant : tenants) {
        const std::set<PrefixKey>* known = m_tenants.usedBy(tenant);
        used.emplace_back();
        if (known != nullptr) used.back().assign(known->begin(), known->end());
    }
    return useOf(sizes, used);
}

bool SequenceCache::hasRoomFor(const Sequence& sequence, const Sequences& all) const {
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
        const size_t needed = blocksOf(group, sequence.mostTokens() + 1, m_model.limits().rows);
        if (taken + needed > m_pools[group].size()) return false;
    }
    if (keepsResidualBlocks() && !m_residualBlocks.hasAny()) return false;
    return m_states == nullptr || m_slots.freeSlots() + m_slots.checkpoints() > 0;
}

size_t SequenceCache::blocksOf(size_t group, size_t positions, uint32_t rows) const noexcept {
    const size_t needed = blocksFor(positions);
    return m_windows[group] == 0 ? needed : std::min<size_t>(needed, windowBlocks(m_windows[group], rows));
}

bool SequenceCache::couldHold(size_t positions, uint32_t rows) const noexcept {
    for (size_t group = 0; group < m_pools.size(); ++group)
        if (blocksOf(group, positions, rows) > m_pools[group].capacity()) return false;
    return true;
}

bool SequenceCache::isShortOfMemory() const noexcept {
    return std::any_of(m_pools.begin(), m_pools.end(), [](const BlockPool& pool) { return pool.isShort(); });
}

size_t SequenceCache::cachedTokens(PromptView prompt, const SequenceOrigin& origin) const {
    if (prompt.empty()) return 0;
    if (m_keptLogits.contains(prompt, origin) && m_tree.matchLength(prompt, origin) == prompt.size() &&
        continuable(prompt, origin) == prompt.size())
        return prompt.size();
    const size_t matched = m_tree.matchLength(prompt.first(prompt.size() - 1), origin);
    const size_t length = continuable(prompt.first(prompt.withoutPartOfUnit(matched)), origin);
    return m_states == nullptr ? length : withState(prompt.first(length));
}

size_t SequenceCache::diskTokens(PromptView prompt, const SequenceOrigin& origin) const {
    const size_t inMemory = cachedTokens(prompt, origin);
    return m_disk ? m_disk->cachedTokens(prompt, origin, inMemory) - inMemory : 0;
}

void SequenceCache::clear() {
    if (m_disk) m_disk->dropWork();
    m_tree.clear();
    m_tenants.clear();
    m_tenantsLeft = 0;
    m_slots.clear();
    m_residualBlocks.clear();
    m_keptLogits.clear();
}

}  // namespace hearth
