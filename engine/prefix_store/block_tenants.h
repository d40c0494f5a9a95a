#pragma once

#include <filesystem>
#include <list>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "prefix_store/block_record.h"

namespace hearth {

/// Which records of the store whose sequences used, a file a tenant that only grows: what no tenant used any
/// more can go. A tenant is a text of the caller, such as the number of a chat, of which only a hash is
/// kept. Each entry carries a checksum, so that what a crash cut off counts for nothing. One thread at a
/// time.
class BlockTenants {
public:
    using Record = std::pair<ContentHash, BlockName>;  ///< with its space

    /// `folder`: that of the store.
    explicit BlockTenants(const std::filesystem::path& folder) : m_folder(folder / "owners") {}

    /// Notes that the tenant used records. What cannot be written is left out: then its records stay until
    /// they are the longest unused.
    void add(std::string_view tenant, const ContentHash& space, std::span<const BlockName> names);
    /// The records that a tenant used, as far as they are in its file.
    std::set<Record> usedBy(std::string_view tenant) const;
    /// Forgets all other tenants; the records that these used.
    std::set<Record> keepOnly(std::span<const std::string> tenants);

private:
    struct Known {
        ContentHash tenant;
        std::set<Record> records;
    };
    std::filesystem::path fileOf(const ContentHash& tenant) const;
    std::set<Record>& recordsOf(const ContentHash& tenant);

    std::filesystem::path m_folder;
    std::list<Known> m_recent;  ///< what is in the files of the last tenants, the last one first
};

}  // namespace hearth
