#include "session/disk_cache.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

namespace hearth {

/// References to blocks of whole positions from the start of a sequence, by group; given back at the end.
class DiskCache::Hold {
public:
    Hold(const CachedPrefixes& cache, PrefixMatch match)
        : m_cache(cache),
          m_tables(std::move(match.blocks)),
          m_partial(std::move(match.partialBlocks)),
          m_partialPositions(match.partialPositions) {}
    ~Hold() {
        for (size_t group = 0; group < m_tables.size(); ++group)
            for (const int32_t block : m_tables[group]) m_cache.pools[group].release(block);
        for (size_t group = 0; group < m_partial.size(); ++group)
            m_cache.pools[group].release(m_partial[group]);
    }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

    size_t blocks() const noexcept { return m_tables[0].size(); }
    int32_t block(size_t group, size_t i) const { return m_tables[group][i]; }
    /// The block after the whole ones; -1: none.
    int32_t partial(size_t group) const { return m_partial.empty() ? -1 : m_partial[group]; }
    /// True if these are all blocks of some tokens: this many whole blocks and a tail. If a block was
    /// released, the partial one may belong to another sequence that begins with the same tokens.
    bool covers(size_t whole, size_t tail) const noexcept {
        return blocks() == whole && m_partialPositions == tail;
    }
    const std::vector<std::vector<int32_t>>& tables() const noexcept { return m_tables; }
    /// Takes ownership of the caller's references, one for each group.
    void add(const std::vector<int32_t>& blocks) {
        for (size_t group = 0; group < blocks.size(); ++group) m_tables[group].push_back(blocks[group]);
    }

private:
    const CachedPrefixes& m_cache;
    std::vector<std::vector<int32_t>> m_tables;
    std::vector<int32_t> m_partial;
    size_t m_partialPositions = 0;
};

namespace {

PromptView blockTokens(PromptView tokens, size_t block) {
    return tokens.subspan(block * PagedKvCache::blockPositions, PagedKvCache::blockPositions);
}

BlockName nameOf(const PrefixKey& key, size_t depth) {
    return {key, static_cast<uint32_t>(depth), BlockName::Kind::Block};
}

BlockUse useOf(const Sequence& sequence) {
    return {sequence.lastUse, sequence.options.tenant};
}

/// The key before the block of this number.
PrefixKey keyBefore(std::span<const PrefixKey> keys, const SequenceOrigin& origin, size_t block) {
    return block == 0 ? origin : keys[block - 1];
}

}  // namespace

size_t DiskCache::blocksOnDisk(std::span<const PrefixKey> keys, size_t first) const {
    while (first < keys.size() && m_store.has(nameOf(keys[first], first))) ++first;
    return first;
}

BlockName DiskCache::endOf(PromptView tokens, const SequenceOrigin& origin) const {
    const auto keys = prefixKeys(origin, tokens, blockPositions);
    return endName(keyBefore(keys, origin, keys.size()), tokens.subspan(keys.size() * blockPositions),
                   static_cast<uint32_t>(keys.size()));
}

void DiskCache::restore(Sequence& sequence, const TakeBlock& take) {
    const SequenceOrigin& origin = sequence.origin;
    const PromptView all = sequence.tokens, tokens = all.first(all.size() - 1);
    const bool wholePrompt = m_cache.states == nullptr && sequence.tokens.size() == sequence.promptTokens &&
                             !m_cache.logits.contains(all, origin) && m_store.has(endOf(all, origin));
    if (wholePrompt || m_cache.states != nullptr) (void)restoreEnd(wholePrompt ? all : tokens, origin, take);
    if (m_cache.states == nullptr) {
        (void)restoreBlocks(tokens, origin, SIZE_MAX, take);
        restoreTail(tokens, origin, take);
    }
    sequence.storedBlocks = 0;
    sequence.storedKey = origin;
    sequence.lastUse = BlockStore::now();
    const auto keys = prefixKeys(origin, all, blockPositions);
    std::vector<BlockName> used;
    const size_t onDisk = blocksOnDisk(keys, 0);
    for (size_t i = 0; i < onDisk; ++i) used.push_back(nameOf(keys[i], i));
    const auto behind = all.subspan(onDisk * blockPositions);
    const PrefixKey parent = keyBefore(keys, origin, onDisk);
    if (const size_t length = longestTail(behind, parent, onDisk, 0))
        used.push_back(tailName(parent, behind.first(length), static_cast<uint32_t>(onDisk)));
    if (const BlockName end = endOf(all, origin); m_store.has(end)) used.push_back(end);
    m_store.use(std::move(used), useOf(sequence));
}

bool DiskCache::prefetch(PromptView tokens, const SequenceOrigin& origin, size_t mostBlocks,
                         const TakeBlock& take) {
    if (m_cache.states != nullptr) return (void)restoreEnd(tokens, origin, take), false;
    // Which blocks of a window are wanted is known only where all of them come at once.
    if (m_cache.windows.size() > 1) mostBlocks = SIZE_MAX;
    if (restoreBlocks(tokens, origin, mostBlocks, take)) return true;
    restoreTail(tokens, origin, take);
    return false;
}

/// Brings back the blocks behind those in memory. True: more of them are on disk.
bool DiskCache::restoreBlocks(PromptView tokens, const SequenceOrigin& origin, size_t mostBlocks,
                              const TakeBlock& take) {
    const auto keys = prefixKeys(origin, tokens, blockPositions);
    Hold hold(m_cache, m_cache.tree.match(tokens.first(keys.size() * blockPositions), origin));
    const size_t first = hold.blocks(), end = blocksOnDisk(keys, first);
    const size_t last = end - first > mostBlocks ? first + mostBlocks : end;
    if (first == end || !readingPays(first, end)) return false;
    const auto start = std::chrono::steady_clock::now();
    uint64_t bytes = 0;
    bool whole = true;
    for (size_t i = first; i < last && whole; ++i) {
        const std::vector<TokenId> identity = identityNumbers(blockTokens(tokens, i));
        WantedRecord wanted{.name = nameOf(keys[i], i),
                            .parent = keyBefore(keys, origin, i),
                            .tokens = identity,
                            .groups = {}};
        for (const uint32_t window : m_cache.windows) {
            const CacheGroup group{.pool = nullptr, .window = window};
            wanted.groups.push_back(i >= group.firstBlock(end * blockPositions, blockPositions));
        }
        const auto record = m_store.get(wanted);
        whole = record && loadGroups(*record, hold, take);
        if (whole) bytes += record->sizeBytes();
    }
    m_rates.read(bytes, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    if (hold.blocks() == first) return false;
    m_cache.tree.insert(tokens.first(hold.blocks() * blockPositions), hold.tables(), 0, origin);
    return whole && last < end;
}

/// True if reading these blocks is faster than computing them. States of recurrent layers are always read:
/// they represent all tokens before them.
bool DiskCache::readingPays(size_t first, size_t end) {
    if (m_cache.states != nullptr) return true;
    uint64_t bytes = 0;
    for (size_t group = 0; group < m_cache.windows.size(); ++group) {
        const CacheGroup own{.pool = nullptr, .window = m_cache.windows[group]};
        const size_t from = std::max(first, own.firstBlock(end * blockPositions, blockPositions));
        bytes += (end - from) * m_store.shape().groupBytes[group];
    }
    return m_rates.readingPays(bytes, (end - first) * blockPositions);
}

/// Puts the keys and values of a record into blocks of their own. False: there is no room, or the record
/// lacks layers that see everything.
bool DiskCache::loadGroups(const BlockRecord& record, Hold& hold, const TakeBlock& take) {
    std::vector<int32_t> blocks(record.groups.size(), -1);
    bool whole = true;
    for (uint32_t group = 0; group < blocks.size() && whole; ++group) {
        const bool there = m_store.shape().groupBytes[group] == record.groups[group].size();
        if (!there) {
            whole = group > 0;
            continue;
        }
        blocks[group] = take(group);
        whole = blocks[group] >= 0;
        if (whole) m_cache.kv.loadBlock(group, blocks[group], record.groups[group]);
    }
    if (whole) {
        hold.add(blocks);
        return true;
    }
    for (size_t group = 0; group < blocks.size(); ++group) m_cache.pools[group].release(blocks[group]);
    return false;
}

/// True if a residual block was kept after these tokens, or if the cache keeps none.
bool DiskCache::hasResidualBlock(const End& end) const {
    return !m_cache.kv.types.keepsResidualBlocks() ||
           m_cache.residualBlocks.find(end.tokens, end.origin).tokens == end.tokens.size();
}

/// Stores the residual block in a record, if the cache keeps any.
void DiskCache::addResidualBlock(const End& end, BlockRecord& record) const {
    if (!m_cache.kv.types.keepsResidualBlocks()) return;
    record.state.resize(m_store.shape().stateBytes);
    m_cache.kv.saveResidualBlock(m_cache.residualBlocks.find(end.tokens, end.origin).slot,
                                 std::span(record.state).subspan(m_cache.slotBytes()));
}

/// Takes it from a record that comes back. False: it is not there, or there is no room.
bool DiskCache::loadResidualBlock(const BlockRecord& record, PromptView tokens,
                                  const SequenceOrigin& origin) {
    if (!m_cache.kv.types.keepsResidualBlocks()) return true;
    if (m_cache.residualBlocks.find(tokens, origin).tokens == tokens.size()) return true;
    const size_t before = m_cache.slotBytes();
    if (record.state.size() <= before) return false;
    const int32_t number = m_cache.residualBlocks.take();
    if (number < 0) return false;
    m_cache.kv.loadResidualBlock(number, std::span(record.state).subspan(before));
    m_cache.residualBlocks.keep(tokens, number, origin);
    return true;
}

/// Number of the tokens after this many whole blocks that are in a tail on disk, if more than `moreThan`;
/// otherwise 0.
size_t DiskCache::longestTail(PromptView behind, const PrefixKey& parent, size_t whole,
                              size_t moreThan) const {
    for (size_t length = std::min<size_t>(behind.size(), blockPositions - 1); length > moreThan; --length) {
        if (m_store.has(tailName(parent, behind.first(length), static_cast<uint32_t>(whole)))) return length;
    }
    return 0;
}

/// Loads the block after the whole ones in memory, as far as a reply had filled it.
void DiskCache::restoreTail(PromptView tokens, const SequenceOrigin& origin, const TakeBlock& take) {
    const size_t inMemory = m_cache.tree.matchLength(tokens, origin), whole = inMemory / blockPositions;
    const auto keys = prefixKeys(origin, tokens.first(whole * blockPositions), blockPositions);
    const PrefixKey parent = keyBefore(keys, origin, whole);
    const auto behind = tokens.subspan(whole * blockPositions);
    const size_t length = longestTail(behind, parent, whole, inMemory % blockPositions);
    if (length == 0) return;
    const auto tail = behind.first(length);
    const std::vector<TokenId> identity = identityNumbers(tail);
    const auto record = m_store.get({.name = tailName(parent, tail, static_cast<uint32_t>(whole)),
                                     .parent = parent,
                                     .tokens = identity,
                                     .groups = {}});
    if (!record) return;
    Hold hold(m_cache, m_cache.tree.match(tokens.first(whole * blockPositions), origin));
    const size_t end = whole * blockPositions + length;
    if (hold.blocks() != whole || !loadResidualBlock(*record, tokens.first(end), origin) ||
        !loadGroups(*record, hold, take))
        return;
    m_cache.tree.insert(tokens.first(end), hold.tables(), end, origin);
}

/// The most of the tokens, and more than so many, behind which the store has a state.
size_t DiskCache::longestEnd(PromptView tokens, const SequenceOrigin& origin, size_t moreThan) const {
    const auto keys = prefixKeys(origin, tokens, blockPositions);
    for (size_t length = tokens.size(); length > moreThan; --length) {
        const size_t whole = length / blockPositions;
        const auto tail = tokens.subspan(whole * blockPositions, length % blockPositions);
        if (m_store.has(endName(keyBefore(keys, origin, whole), tail, static_cast<uint32_t>(whole))))
            return length;
    }
    return 0;
}

/// Brings back the longest beginning behind which a state was kept, or all of the tokens with the logits
/// behind them.
bool DiskCache::restoreEnd(PromptView tokens, const SequenceOrigin& origin, const TakeBlock& take) {
    if (m_cache.states != nullptr) {
        const size_t inMemory = m_cache.tree.matchLength(tokens, origin);
        const size_t known = m_cache.checkpoints.find(tokens.first(inMemory)).tokens;
        tokens = tokens.first(longestEnd(tokens, origin, known));
        if (tokens.empty()) return false;
    }
    (void)restoreBlocks(tokens, origin, SIZE_MAX, take);
    const auto keys = prefixKeys(origin, tokens, blockPositions);
    Hold hold(m_cache, m_cache.tree.match(tokens.first(keys.size() * blockPositions), origin));
    if (hold.blocks() < keys.size()) return false;
    const auto tail = tokens.subspan(keys.size() * blockPositions);
    const std::vector<TokenId> identity = identityNumbers(tail);
    const auto record = m_store.get({.name = endOf(tokens, origin),
                                     .parent = keyBefore(keys, origin, keys.size()),
                                     .tokens = identity,
                                     .groups = {}});
    if (!record || (record->state.empty() && record->logits.empty())) return false;
    if (!tail.empty()) {
        if (!loadResidualBlock(*record, tokens, origin) || !loadGroups(*record, hold, take)) return false;
        m_cache.tree.insert(tokens, hold.tables(), tokens.size(), origin);
    }
    if (m_cache.states == nullptr) {
        m_cache.logits.keep(tokens, record->logits, origin);
        return true;
    }
    const int32_t slot = m_cache.checkpoints.take();
    if (slot < 0) return false;
    m_cache.states->load(slot, std::span(record->state).first(m_cache.slotBytes()));
    m_cache.checkpoints.keep(tokens, slot);
    return true;
}

size_t DiskCache::cachedTokens(PromptView prompt, const SequenceOrigin& origin, size_t inMemory) const {
    // All of it with the logits behind it: there may be one block more than below.
    if (inMemory >= prompt.size()) return inMemory;
    const auto tokens = prompt.first(prompt.size() - 1);
    if (m_cache.states != nullptr) return std::max(inMemory, longestEnd(tokens, origin, inMemory));
    if (m_store.has(endOf(prompt, origin))) return prompt.size();
    const auto keys = prefixKeys(origin, tokens, blockPositions);
    const size_t whole = blocksOnDisk(keys, inMemory / blockPositions);
    const size_t tail =
        longestTail(tokens.subspan(whole * blockPositions), keyBefore(keys, origin, whole), whole, 0);
    return std::max(inMemory, whole * blockPositions + tail);
}

BlockRecord DiskCache::recordOf(const BlockName& name, const PrefixKey& parent, PromptView tokens,
                                const std::function<int32_t(size_t group)>& block) const {
    BlockRecord record{.name = name,
                       .parent = parent,
                       .tokens = identityNumbers(tokens),
                       .groups = std::vector<std::vector<std::byte>>(m_cache.pools.size()),
                       .state = {},
                       .logits = {}};
    for (uint32_t group = 0; group < record.groups.size(); ++group) {
        const int32_t own = block(group);
        if (own < 0) continue;
        record.groups[group].resize(m_store.shape().groupBytes[group]);
        m_cache.kv.saveBlock(group, own, record.groups[group]);
    }
    return record;
}

void DiskCache::processed(Sequence& sequence) {
    if (!sequence.options.reuse) return;
    std::vector<BlockName> used;
    while ((sequence.storedBlocks + 1) * blockPositions <= sequence.processed) {
        const size_t i = sequence.storedBlocks;
        const auto tokens = blockTokens(sequence.tokens, i);
        const PrefixKey key = prefixKey(sequence.storedKey, tokens);
        if (m_store.has(nameOf(key, i))) {
            used.push_back(nameOf(key, i));
        } else {
            if (!m_store.hasRoom()) break;
            const auto block = [&](size_t group) { return sequence.tables[group][i]; };
            put(recordOf(nameOf(key, i), sequence.storedKey, tokens, block), useOf(sequence));
        }
        sequence.storedKey = key;
        ++sequence.storedBlocks;
    }
    m_store.use(std::move(used), useOf(sequence));
}

void DiskCache::leaves(const Sequence& sequence) {
    constexpr size_t mostLeft = 64, mostTails = 8;
    if (!sequence.options.reuse) return;
    if (m_cache.states == nullptr && sequence.processed % blockPositions != 0) {
        m_tails.push_back(
            {sequence.origin, PromptTokens(sequence.first(sequence.processed)), useOf(sequence)});
        if (m_tails.size() > mostTails) m_tails.pop_front();
    }
    if ((sequence.storedBlocks + 1) * blockPositions > sequence.processed) return;
    m_left.push_back(
        {.origin = sequence.origin,
         .tokens = PromptTokens(sequence.first(sequence.processed / blockPositions * blockPositions)),
         .stored = sequence.storedBlocks,
         .use = useOf(sequence)});
    if (m_left.size() > mostLeft) m_left.pop_front();
}

void DiskCache::keptState(PromptView tokens, const Sequence& sequence) {
    constexpr size_t mostEnds = 16;
    End end{sequence.origin, PromptTokens(tokens), useOf(sequence)};
    if (tokens.size() % blockPositions == 0 && write(end, nullptr)) return;
    m_ends.push_back(std::move(end));
    if (m_ends.size() > mostEnds) m_ends.pop_front();
}

/// False: there is no room for the rest.
bool DiskCache::write(Left& left) {
    const auto keys = prefixKeys(left.origin, left.tokens, blockPositions);
    const Hold hold(m_cache, m_cache.tree.match(left.tokens, left.origin));
    for (; left.stored < hold.blocks(); ++left.stored) {
        const size_t i = left.stored;
        const BlockName name = nameOf(keys[i], i);
        if (m_store.has(name)) continue;
        if (!m_store.hasRoom()) return false;
        put(recordOf(name, keyBefore(keys, left.origin, i), blockTokens(left.tokens, i),
                     [&](size_t group) { return hold.block(group, i); }),
            left.use);
    }
    return true;
}

void DiskCache::put(BlockRecord record, const BlockUse& use) {
    m_blockBytes += record.sizeBytes();
    m_store.put(std::move(record), use);
}

/// The block that the last of these tokens fill in part. Its positions are written again when it is whole, so
/// tails are at most a seventh of what whole blocks are. False: there is no room.
bool DiskCache::writeTail(const End& end) {
    constexpr uint64_t share = 7;
    const auto keys = prefixKeys(end.origin, end.tokens, blockPositions);
    const auto tail = PromptView(end.tokens).subspan(keys.size() * blockPositions);
    const PrefixKey parent = keyBefore(keys, end.origin, keys.size());
    const BlockName name = tailName(parent, tail, static_cast<uint32_t>(keys.size()));
    if (m_store.has(name)) return true;
    if (!m_store.hasRoom()) return false;
    const auto& shape = m_store.shape();
    const uint64_t bytes =
        std::accumulate(shape.groupBytes.begin(), shape.groupBytes.end(), shape.stateBytes);
    if ((m_tailBytes + bytes) * share > m_blockBytes) return true;
    const Hold hold(m_cache, m_cache.tree.match(end.tokens, end.origin));
    if (!hold.covers(keys.size(), tail.size()) || !hasResidualBlock(end)) return true;
    BlockRecord record = recordOf(name, parent, tail, [&](size_t group) { return hold.partial(group); });
    addResidualBlock(end, record);
    m_tailBytes += record.sizeBytes();
    m_store.put(std::move(record), end.use);
    return true;
}

/// The state behind some tokens, or the logits where they are given. False: there is no room.
bool DiskCache::write(const End& end, const KeptLogits::Logits& logits) {
    const BlockName name = endOf(end.tokens, end.origin);
    if (m_store.has(name)) return true;
    if (!m_store.hasRoom()) return false;
    const StateSlots::Checkpoint state = m_cache.checkpoints.find(end.tokens);
    if (logits == nullptr && state.tokens != end.tokens.size()) return true;
    const auto keys = prefixKeys(end.origin, end.tokens, blockPositions);
    const auto tail = PromptView(end.tokens).subspan(keys.size() * blockPositions);
    // A sequence that runs has its whole blocks, which are records of their own, not in the tree yet.
    const Hold hold(m_cache, tail.empty() ? PrefixMatch() : m_cache.tree.match(end.tokens, end.origin));
    if (!tail.empty() && (!hold.covers(keys.size(), tail.size()) || !hasResidualBlock(end))) return true;
    BlockRecord record = recordOf(name, keyBefore(keys, end.origin, keys.size()), tail,
                                  [&](size_t group) { return hold.partial(group); });
    if (logits != nullptr) {
        record.logits = *logits;
    } else {
        record.state.resize(m_store.shape().stateBytes);
        m_cache.states->save(state.slot, std::span(record.state).first(m_cache.slotBytes()));
    }
    if (!tail.empty()) addResidualBlock(end, record);
    m_store.put(std::move(record), end.use);
    return true;
}

bool DiskCache::work() {
    if (m_left.empty() && m_ends.empty() && m_tails.empty()) return false;
    constexpr int momentMs = 10;
    if (!m_store.waitForRoom(momentMs)) return true;
    while (!m_left.empty()) {
        if (!write(m_left.front())) return true;
        m_left.pop_front();
    }
    while (!m_ends.empty()) {
        if (!write(m_ends.front(), nullptr)) return true;
        m_ends.pop_front();
    }
    while (!m_tails.empty()) {
        if (!writeTail(m_tails.front())) return true;
        m_tails.pop_front();
    }
    return false;
}

void DiskCache::flush(const std::function<void(double)>& progress, const std::stop_token& stop) {
    while (!stop.stop_requested() && work()) {
    }
    for (const KeptLogits::Entry& kept : m_cache.logits.entries()) {
        if (stop.stop_requested() || m_cache.states != nullptr) break;
        (void)write(End{kept.origin, kept.prompt, {BlockStore::now(), kept.tenant}}, kept.logits);
    }
    m_store.flush(progress, stop);
}

void DiskCache::keepTenants(const std::vector<std::string>& tenants) {
    const auto isGone = [&](const auto& work) {
        return std::ranges::find(tenants, work.use.tenant) == tenants.end();
    };
    std::erase_if(m_left, isGone);
    std::erase_if(m_ends, isGone);
    std::erase_if(m_tails, isGone);
    std::set<PrefixKey> keys;
    for (const BlockName& name : m_store.keepTenants(tenants))
        if (name.kind == BlockName::Kind::Block) keys.insert(name.key);
    const auto isUsed = [&](const PrefixKey& key) {
        return keys.contains(m_store.stored({key, 0, BlockName::Kind::Block}).key);
    };
    m_cache.tree.keepOnly(isUsed);
    m_cache.checkpoints.keepOnly([&](PromptView tokens) {
        const auto own = prefixKeys({}, tokens, blockPositions);
        return !own.empty() && isUsed(own.back());
    });
    m_cache.residualBlocks.clear();
    m_cache.logits.clear();
}

}  // namespace hearth
