#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cache/prefix_tenants.h"
#include "hearth/prefix_folder.h"
#include "session/sequence.h"
#include "session/sequence_memory.h"

namespace hearth {

/// The tenants of cached prefixes in memory. The memory outlives it.
class CachedTenants {
public:
    explicit CachedTenants(const SequenceMemory& memory) : m_memory(memory) {}

    /// Records the tenant of a sequence that ends.
    void record(const Sequence& sequence);
    /// Memory of cached prefixes, by tenant of the sequences that have ended.
    PrefixUse use(const std::vector<std::string>& tenants) const;
    void clear() noexcept;

private:
    const SequenceMemory& m_memory;
    PrefixTenants m_tenants;
    size_t m_left = 0;  ///< number of its entries after it was last cleaned up
};

}  // namespace hearth
