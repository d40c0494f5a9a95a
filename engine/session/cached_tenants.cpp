#include "session/cached_tenants.h"

#include <map>
#include <set>

#include "prefix_store/tenant_use.h"

namespace hearth {

void CachedTenants::record(const Sequence& sequence) {
    m_tenants.add(sequence.options.tenant, sequence.origin, sequence.first(sequence.processed),
                  SequenceMemory::blockPositions);
    // Records of evicted blocks are no longer needed.
    constexpr size_t least = 1024;
    if (m_tenants.size() < least + 2 * m_left) return;
    std::set<PrefixKey> there;
    m_memory.tree().eachBlock([&](const PrefixKey& key, std::span<const int32_t>) { there.insert(key); });
    m_tenants.keepOnly(there);
    m_left = m_tenants.size();
}

PrefixUse CachedTenants::use(const std::vector<std::string>& tenants) const {
    std::map<PrefixKey, uint64_t> sizes;
    m_memory.tree().eachBlock([&](const PrefixKey& key, std::span<const int32_t> blocks) {
        uint64_t& bytes = sizes[key];
        for (uint32_t group = 0; group < blocks.size(); ++group)
            if (blocks[group] >= 0) bytes += m_memory.kv().blockBytes(group);
    });
    std::vector<std::vector<PrefixKey>> used;
    for (const std::string& tenant : tenants) {
        const std::set<PrefixKey>* known = m_tenants.usedBy(tenant);
        used.emplace_back();
        if (known != nullptr) used.back().assign(known->begin(), known->end());
    }
    return useOf(sizes, used);
}

void CachedTenants::clear() noexcept {
    m_tenants.clear();
    m_left = 0;
}

}  // namespace hearth
