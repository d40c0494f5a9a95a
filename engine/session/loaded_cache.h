#pragma once

#include <optional>
#include <vector>

#include "backend/backend.h"
#include "hearth/cache_admin.h"
#include "hearth/generation_request.h"
#include "prefix_store/block_store.h"
#include "prefix_store/response_cache.h"
#include "session/scheduler.h"
#include "vision/kept_pictures.h"

namespace hearth {

/// The cache of a loaded model beside its replies: the store on disk, the kept replies, the rows of
/// pictures, and what moves from and to the disk while nothing runs.
class LoadedCache final : public CacheAdmin {
public:
    /// `space`: a hash of all that the bytes of kept prefixes depend on. `pictures`: rows of those that were
    /// read; nullptr: the model sees none. The scheduler ends before this does,
    /// for it keeps on the store what it computes.
    LoadedCache(Scheduler& scheduler, const Backend& backend, ContentHash space,
                KeptPictures* pictures = nullptr)
        : m_scheduler(scheduler), m_backend(backend), m_space(space), m_pictures(pictures) {}

    void clear() override;
    void keepTenants(const std::vector<std::string>& tenants) override;
    PrefixUse use(const std::vector<std::string>& tenants) override { return m_scheduler.memoryUse(tenants); }
    CacheStats stats() override;
    CacheMemory limit(uint64_t bytes) override;
    void open(const std::filesystem::path& folder, const PrefixLimits& limits) override;
    void close() override;
    void flush(const std::function<void(double)>& progress, std::stop_token stop) override;
    std::optional<Error> takeProblem() override;

    ResponseCache& replies() noexcept { return m_replies; }
    /// Before a request is added: opens the folder that open() was called for while others ran, and ends
    /// prefetching.
    void makeReady();
    /// Has rest() bring a prompt into memory as far as it is on disk.
    void prefetch(const Prompt& prompt);
    /// Moves a part of the cache from or to the disk; false: there is nothing to move. Failures are no harm,
    /// for what could not be kept is computed again.
    bool rest() noexcept;

private:
    void openWanted();
    /// Has all that keeps something beside its blocks do so there; nullptr: in memory alone.
    void keepOn(BlockStore* store);

    Scheduler& m_scheduler;
    const Backend& m_backend;
    const ContentHash m_space;
    KeptPictures* const m_pictures;
    std::optional<BlockStoreOptions> m_wanted;  ///< once nothing runs
    std::optional<BlockStore> m_store;
    ResponseCache m_replies;
    PromptTokens m_prefetch;  ///< a prompt that is brought into memory; empty: none
};

}  // namespace hearth
