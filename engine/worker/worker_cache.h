#pragma once

#include "hearth/cache_admin.h"
#include "hearth/engine_options.h"
#include "worker/worker_caller.h"

namespace hearth {

/// The cache of a model in another process. What is asked of one that is gone has nothing to do: its memory
/// went with it, and the folder is looked after elsewhere.
class WorkerCache final : public CacheAdmin {
public:
    /// `options`: those that the next process loads with, which open() and close() change. Both outlive this.
    WorkerCache(WorkerCaller& caller, EngineOptions& options) : m_caller(caller), m_options(options) {}

    void clear() override;
    void keepTenants(const std::vector<std::string>& tenants) override;
    PrefixUse use(const std::vector<std::string>& tenants) override;
    CacheStats stats() override;
    CacheMemory limit(uint64_t bytes) override;
    void open(const std::filesystem::path& folder, const PrefixLimits& limits) override;
    void close() override;
    void flush(const std::function<void(double)>& progress, std::stop_token stop) override;
    std::optional<Error> takeProblem() override;

private:
    WorkerCaller& m_caller;
    EngineOptions& m_options;
};

}  // namespace hearth
