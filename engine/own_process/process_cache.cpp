#include "own_process/process_cache.h"

#include "own_process/engine_wire.h"

namespace hearth {

using wire::Call;
using wire::packed;
using wire::Reader;

void ProcessCache::clear() {
    m_caller.callIfThere(Call::ClearCache);
}

void ProcessCache::keepOwners(const std::vector<std::string>& owners) {
    m_caller.callIfThere(Call::KeepOwners, packed(owners));
}

PrefixUse ProcessCache::use(const std::vector<std::string>& owners) {
    PrefixUse use;
    m_caller.callIfThere(Call::MemoryUse, packed(owners), [&use](Reader& in) { in.get(use); });
    use.owners.resize(owners.size());
    for (PrefixUse::Owner& owner : use.owners)
        std::erase_if(owner.sharesWith, [&owners](size_t place) { return place >= owners.size(); });
    return use;
}

CacheStats ProcessCache::stats() {
    CacheStats stats;
    m_caller.callIfThere(Call::CacheStats, {}, [&stats](Reader& in) { in.get(stats); });
    return stats;
}

CacheMemory ProcessCache::limit(uint64_t bytes) {
    CacheMemory memory;
    m_caller.callIfThere(Call::LimitCache, packed(bytes), [&memory](Reader& in) { in.get(memory); });
    return memory;
}

void ProcessCache::open(const std::filesystem::path& folder, const PrefixLimits& limits) {
    m_options.prefixFolder = folder;
    m_options.prefixBytes = limits.bytes;
    m_options.prefixBytesADay = limits.bytesADay;
    m_options.prefixKey = limits.key;
    if (!m_caller.isGone()) m_caller.call(Call::OpenPrefixFolder, packed(folder, limits), {});
}

void ProcessCache::close() {
    m_options.prefixFolder.clear();
    m_caller.callIfThere(Call::ClosePrefixFolder);
}

void ProcessCache::flush(const std::function<void(double)>& progress, std::stop_token stop) {
    if (m_caller.isGone()) return;
    m_caller.call(Call::FlushCache, {}, stop, {}, [&progress](Reader& in) {
        const auto share = in.take<double>();
        if (progress) progress(share);
    });
}

std::optional<Error> ProcessCache::takeProblem() {
    std::optional<wire::SentError> problem;
    m_caller.callIfThere(Call::TakeCacheProblem, {}, [&problem](Reader& in) { in.get(problem); });
    if (!problem) return std::nullopt;
    return Error(problem->code, problem->message);
}

}  // namespace hearth
