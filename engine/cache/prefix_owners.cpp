#include "cache/prefix_owners.h"

#include <algorithm>

namespace hearth {

void PrefixOwners::add(const std::string& owner, const SequenceOrigin& origin, PromptView tokens,
                       uint32_t blockPositions) {
    if (owner.empty()) return;
    std::set<PrefixKey>& known = m_owners[owner];
    PrefixKey key = origin;
    while (!tokens.empty()) {
        const size_t count = std::min<size_t>(tokens.size(), blockPositions);
        key = prefixKey(key, tokens.first(count));
        tokens = tokens.subspan(count);
        if (known.insert(key).second) ++m_size;
    }
}

const std::set<PrefixKey>* PrefixOwners::usedBy(const std::string& owner) const {
    const auto found = m_owners.find(owner);
    return found == m_owners.end() ? nullptr : &found->second;
}

void PrefixOwners::keepOnly(const std::set<PrefixKey>& there) {
    m_size = 0;
    for (auto& [owner, keys] : m_owners) {
        std::erase_if(keys, [&](const PrefixKey& key) { return !there.contains(key); });
        m_size += keys.size();
    }
    std::erase_if(m_owners, [](const auto& entry) { return entry.second.empty(); });
}

}  // namespace hearth
