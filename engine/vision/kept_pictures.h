#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "hash/content_hash.h"
#include "hearth/prompt_tokens.h"
#include "prefix_store/block_store.h"

namespace hearth {

/// Rows of the pictures that one tower has encoded, by content: the last ones in memory and, where there is a
/// store, all of them beside the blocks of the cache, with their tenants and within its limits. One thread at
/// a time.
class KeptPictures {
public:
    using Rows = std::shared_ptr<const std::vector<float>>;

    /// `tower`: hash of all that rows depend on besides their picture. In memory those that were used last
    /// stay, as many as fit into so many bytes, and one in any case.
    KeptPictures(const ContentHash& tower, uint64_t mostBytes) : m_tower(tower), m_mostBytes(mostBytes) {}

    /// `store`: nullptr for memory alone; outlives this, or the next call of keepOn(). What is in memory is
    /// given to it when it is used next.
    void keepOn(BlockStore* store) noexcept;
    /// The rows of this content, `numbers` in all of them, from now on used by the tenant as well; nullptr:
    /// not kept.
    Rows find(const TokenSpan::Content& content, size_t numbers, const std::string& tenant = {});
    void keep(const TokenSpan::Content& content, const Rows& rows, const std::string& tenant = {});
    /// True where find() has rows to give, unless they are damaged on disk.
    bool contains(const TokenSpan::Content& content) const;
    /// Forgets in memory what none of these tenants used; on disk the store does it.
    void keepTenants(std::span<const std::string> tenants);
    /// Forgets in memory.
    void clear() noexcept;
    /// In memory.
    uint64_t bytes() const noexcept { return m_bytes; }

private:
    struct Entry {
        TokenSpan::Content content;
        Rows rows;
        std::set<std::string> tenants;
        bool isStored = false;  ///< the store was given it
        uint64_t bytes() const noexcept { return rows->size() * sizeof(float); }
    };
    Entry* findInMemory(const TokenSpan::Content& content);
    Entry& remember(Entry entry);
    /// Gives the store what it was not given yet, and tells it of the use.
    void use(Entry& entry, const std::string& tenant);
    Rows read(const TokenSpan::Content& content, size_t numbers);
    std::vector<TokenId> identityOf(const TokenSpan::Content& content) const;

    const ContentHash m_tower;
    const uint64_t m_mostBytes;
    BlockStore* m_store = nullptr;
    std::list<Entry> m_entries;  ///< the most recently used first
    uint64_t m_bytes = 0;
};

}  // namespace hearth
