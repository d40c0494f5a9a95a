#include "session/loaded_cache.h"

#include <utility>

namespace hearth {

void LoadedCache::clear() {
    m_scheduler.clearCache();
    m_replies.clear();
    if (m_pictures != nullptr) m_pictures->clear();
    if (m_store) m_store->clear();
}

void LoadedCache::keepTenants(const std::vector<std::string>& tenants) {
    m_replies.keepTenants(tenants);
    if (m_pictures != nullptr) m_pictures->keepTenants(tenants);
    // Without a store nobody knows who used what.
    if (DiskCache* disk = m_scheduler.disk())
        disk->keepTenants(tenants);
    else
        m_scheduler.clearCache();
}

CacheStats LoadedCache::stats() {
    const BlockPool& pool = m_scheduler.pool();
    const PagedKvCache& kv = m_scheduler.kv();
    CacheStats stats{.blocks = pool.size(),
                     .usedBlocks = pool.size() - pool.freeBlocks(),
                     .bytes = kv.sizeBytes,
                     .committedBytes = kv.committedBytes(),
                     .cachedTokens = m_scheduler.tree().tokens(),
                     .groups = {},
                     .experts = m_backend.expertTraffic()};
    const std::vector<uint32_t>& windows = m_scheduler.windows();
    for (uint32_t group = 0; group < windows.size(); ++group) {
        const uint64_t blocks = kv.blocks[group];
        stats.groups.push_back({windows[group], blocks, blocks * kv.blockBytes(group)});
    }
    return stats;
}

CacheMemory LoadedCache::limit(uint64_t bytes) {
    return {.taken = m_scheduler.limitCache(bytes), .most = m_scheduler.kv().sizeBytes};
}

void LoadedCache::open(const std::filesystem::path& folder, const PrefixLimits& limits) {
    if (m_store && m_store->folder() == folder && m_store->key() == limits.key)
        return m_store->setLimits(limits.bytes, limits.bytesADay);
    close();
    m_wanted = BlockStoreOptions{.folder = folder,
                                 .space = m_space,
                                 .shape = m_scheduler.prefixes().shape(),
                                 .mostBytes = limits.bytes,
                                 .mostBytesADay = limits.bytesADay,
                                 .key = limits.key};
    openWanted();
}

void LoadedCache::openWanted() {
    // A sequence that has begun does not know which of its blocks are where.
    if (!m_wanted || !m_scheduler.idle()) return;
    m_store.emplace(*std::exchange(m_wanted, std::nullopt));
    m_scheduler.keepOn(*m_store);
    keepOn(&*m_store);
}

void LoadedCache::keepOn(BlockStore* store) {
    m_replies.keepOn(store);
    if (m_pictures != nullptr) m_pictures->keepOn(store);
}

void LoadedCache::close() {
    m_wanted.reset();
    m_scheduler.keepNoMore();
    keepOn(nullptr);
    m_store.reset();
}

void LoadedCache::flush(const std::function<void(double)>& progress, std::stop_token stop) {
    if (DiskCache* disk = m_scheduler.disk()) disk->flush(progress, stop);
}

std::optional<Error> LoadedCache::takeProblem() {
    return m_store ? m_store->takeFailure() : std::nullopt;
}

void LoadedCache::makeReady() {
    m_prefetch = {};
    openWanted();
}

void LoadedCache::prefetch(const Prompt& prompt) {
    m_prefetch = {};
    // Moved tokens are loaded by stages when the prompt is requested.
    if (m_scheduler.disk() == nullptr || !prompt.cuts.empty()) return;
    if (m_scheduler.diskTokens(prompt.view(), {}) > 0) m_prefetch = PromptTokens(prompt.view());
}

bool LoadedCache::rest() noexcept {
    DiskCache* disk = m_scheduler.disk();
    if (disk == nullptr) return false;
    try {
        if (m_prefetch.empty()) return disk->work();
        // A few milliseconds of reading.
        constexpr size_t blocksAPiece = 16;
        if (!m_scheduler.prefetch(m_prefetch, blocksAPiece)) m_prefetch = {};
        return true;
    } catch (...) {
        m_prefetch = {};
        disk->dropWork();
        return false;
    }
}

}  // namespace hearth
