#include "cache/prefix_tenants.h"

#include <algorithm>

namespace hearth {

void PrefixTenants::add(const std::string& tenant, const SequenceOrigin& origin, PromptView tokens,
                        uint32_t blockPositions) {
    if (tenant.empty()) return;
    std::set<PrefixKey>& known = m_tenants[tenant];
    PrefixKey key = origin;
    while (!tokens.empty()) {
        const size_t count = std::min<size_t>(tokens.size(), blockPositions);
        key = prefixKey(key, tokens.first(count));
        tokens = tokens.subspan(count);
        if (known.insert(key).second) ++m_size;
    }
}

const std::set<PrefixKey>* PrefixTenants::usedBy(const std::string& tenant) const {
    const auto found = m_tenants.find(tenant);
    return found == m_tenants.end() ? nullptr : &found->second;
}

void PrefixTenants::keepOnly(const std::set<PrefixKey>& there) {
    m_size = 0;
    for (auto& [tenant, keys] : m_tenants) {
        std::erase_if(keys, [&](const PrefixKey& key) { return !there.contains(key); });
        m_size += keys.size();
    }
    std::erase_if(m_tenants, [](const auto& entry) { return entry.second.empty(); });
}

}  // namespace hearth
