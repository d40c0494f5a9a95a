#include "worker/worker_cache.h"

#include "worker/engine_wire.h"

namespace hearth {

using wire::Call;
using wire::packed;
using wire::Reader;

void WorkerCache::clear() {
    m_caller.callIfThere(Call::ClearCache);
}

void WorkerCache::keepTenants(const std::vector<std::string>& tenants) {
    m_caller.callIfThere(Call::KeepTenants, packed(tenants));
}

PrefixUse WorkerCache::use(const std::vector<std::string>& tenants) {
    PrefixUse use;
    m_caller.callIfThere(Call::MemoryUse, packed(tenants), [&use](Reader& in) { in.get(use); });
    use.tenants.resize(tenants.size());
    for (PrefixUse::Tenant& tenant : use.tenants)
        std::erase_if(tenant.sharesWith, [&tenants](size_t place) { return place >= tenants.size(); });
    return use;
}

CacheStats WorkerCache::stats() {
    CacheStats stats;
    m_caller.callIfThere(Call::CacheStats, {}, [&stats](Reader& in) { in.get(stats); });
    return stats;
}

CacheMemory WorkerCache::limit(uint64_t bytes) {
    CacheMemory memory;
    m_caller.callIfThere(Call::LimitCache, packed(bytes), [&memory](Reader& in) { in.get(memory); });
    return memory;
}

void WorkerCache::open(const std::filesystem::path& folder, const PrefixLimits& limits) {
    m_options.prefixFolder = folder;
    m_options.prefixBytes = limits.bytes;
    m_options.prefixBytesADay = limits.bytesADay;
    m_options.prefixKey = limits.key;
    if (!m_caller.isGone()) m_caller.call(Call::OpenPrefixFolder, packed(folder, limits), {});
}

void WorkerCache::close() {
    m_options.prefixFolder.clear();
    m_caller.callIfThere(Call::ClosePrefixFolder);
}

void WorkerCache::flush(const std::function<void(double)>& progress, std::stop_token stop) {
    if (m_caller.isGone()) return;
    m_caller.call(Call::FlushCache, {}, stop, {}, [&progress](Reader& in) {
        const auto share = in.take<double>();
        if (progress) progress(share);
    });
}

std::optional<Error> WorkerCache::takeProblem() {
    std::optional<wire::SentError> problem;
    m_caller.callIfThere(Call::TakeCacheProblem, {}, [&problem](Reader& in) { in.get(problem); });
    if (!problem) return std::nullopt;
    return Error(problem->code, problem->message);
}

}  // namespace hearth
