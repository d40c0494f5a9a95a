#pragma once

#include <optional>
#include <vector>

#include "backend/backend.h"
#include "hearth/cache_admin.h"
#include "hearth/generation_request.h"
#include "prefix_store/block_store.h"
#include "prefix_store/kept_replies.h"
#include "session/scheduler.h"

namespace hearth {

/// The cache of a loaded model beside its replies: the store on disk, the kept replies, and what moves from
/// and to the disk while nothing runs.
class LoadedCache final : public CacheAdmin {
public:
    /// `space`: a hash of all that the bytes of kept prefixes depend on. The scheduler ends before this does,
    /// for it keeps on the store what it computes.
    LoadedCache(Scheduler& scheduler, const Backend& backend, ContentHash space)
        : m_scheduler(scheduler), m_backend(backend), m_space(space) {}

    void clear() override;
    void keepOwners(const std::vector<std::string>& owners) override;
    PrefixUse use(const std::vector<std::string>& owners) override { return m_scheduler.memoryUse(owners); }
    CacheStats stats() override;
    void open(const std::filesystem::path& folder, const PrefixLimits& limits) override;
    void close() override;
    void flush(const std::function<void(double)>& progress, std::stop_token stop) override;
    std::optional<Error> takeProblem() override;

    KeptReplies& replies() noexcept { return m_replies; }
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

    Scheduler& m_scheduler;
    const Backend& m_backend;
    const ContentHash m_space;
    std::optional<BlockStoreOptions> m_wanted;  ///< once nothing runs
    std::optional<BlockStore> m_store;
    KeptReplies m_replies;
    PromptTokens m_prefetch;  ///< a prompt that is brought into memory; empty: none
};

}  // namespace hearth
