#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "cache/prefix_key.h"

namespace hearth {

/// Records which blocks in memory the sequences of each tenant used. Blocks that are no longer cached are
/// dropped when there are many of them. A tenant is a text of the caller, such as the number of a chat. One
/// thread at a time.
class PrefixTenants {
public:
    /// The blocks of a sequence, the last of which may be filled in part.
    void add(const std::string& tenant, const SequenceOrigin& origin, PromptView tokens,
             uint32_t blockPositions);
    /// nullptr: none.
    const std::set<PrefixKey>* usedBy(const std::string& tenant) const;
    /// Forgets the blocks that are not among these.
    void keepOnly(const std::set<PrefixKey>& there);
    void clear() noexcept { m_tenants.clear(), m_size = 0; }
    /// Blocks of all tenants together; one that two used counts twice.
    size_t size() const noexcept { return m_size; }

private:
    std::map<std::string, std::set<PrefixKey>> m_tenants;
    size_t m_size = 0;
};

}  // namespace hearth
