#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "prefix_store/block_record.h"

namespace hearth {

/// Nanoseconds since 1970, as files have them.
using FileTime = int64_t;

/// A record of the store, of any model.
struct StoredBlock {
    ContentHash space;  ///< the model and how it runs
    BlockName name;
    uint64_t bytes = 0;
    FileTime lastUse = 0;
};

/// Records in the store's folder and their eviction order: the least recently used first, and among records
/// used together, the end of a sequence before its beginning. A sequence marks all its blocks as used at one
/// time, so that no block goes before those that only it leads to. One thread at a time.
class BlockUsage {
public:
    /// Replaces the known data of the record.
    void add(const StoredBlock& block);
    void remove(const ContentHash& space, const BlockName& name);
    /// Moves a record to a later time; unknown records are ignored.
    void use(const ContentHash& space, const BlockName& name, FileTime time);
    /// The first one to evict; nullopt: none goes before a record of this time and depth.
    std::optional<StoredBlock> firstBefore(FileTime time, uint32_t depth) const;
    bool contains(const ContentHash& space, const BlockName& name) const;
    /// All of them, in no order.
    std::vector<StoredBlock> all() const;

    uint64_t bytes() const noexcept { return m_bytes; }
    size_t size() const noexcept { return m_blocks.size(); }

private:
    using Place = std::pair<ContentHash, BlockName>;
    struct Known {
        uint64_t bytes = 0;
        FileTime lastUse = 0;
    };
    /// By time, then the deepest first.
    using Order = std::tuple<FileTime, int64_t, Place>;
    static Order orderOf(const Place& place, const Known& known) {
        return {known.lastUse, -int64_t{place.second.depth}, place};
    }

    std::map<Place, Known> m_blocks;
    std::set<Order> m_order;
    uint64_t m_bytes = 0;
};

}  // namespace hearth
