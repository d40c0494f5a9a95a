#include "vision/kept_pictures.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace hearth {

namespace {

BlockName nameOf(std::span<const TokenId> identity) {
    return {contentHash(std::as_bytes(identity)), 0, BlockName::Kind::Picture};
}

}  // namespace

void KeptPictures::keepOn(BlockStore* store) noexcept {
    m_store = store;
    for (Entry& entry : m_entries) entry.isStored = false;
}

KeptPictures::Rows KeptPictures::find(const TokenSpan::Content& content, size_t numbers,
                                      const std::string& tenant) {
    Entry* entry = findInMemory(content);
    if (entry == nullptr && m_store != nullptr)
        if (Rows rows = read(content, numbers)) entry = &remember({content, std::move(rows), {}, true});
    if (entry == nullptr || entry->rows->size() != numbers) return nullptr;
    use(*entry, tenant);
    return entry->rows;
}

void KeptPictures::keep(const TokenSpan::Content& content, const Rows& rows, const std::string& tenant) {
    std::erase_if(m_entries, [&](const Entry& entry) {
        if (entry.content != content) return false;
        m_bytes -= entry.bytes();
        return true;
    });
    use(remember({content, rows, {}, false}), tenant);
}

bool KeptPictures::contains(const TokenSpan::Content& content) const {
    return std::ranges::find(m_entries, content, &Entry::content) != m_entries.end() ||
           (m_store != nullptr && m_store->has(nameOf(identityOf(content))));
}

void KeptPictures::keepTenants(std::span<const std::string> tenants) {
    std::erase_if(m_entries, [&](const Entry& entry) {
        const bool isUsed = std::ranges::any_of(
            tenants, [&](const std::string& tenant) { return entry.tenants.contains(tenant); });
        if (!isUsed) m_bytes -= entry.bytes();
        return !isUsed;
    });
}

void KeptPictures::clear() noexcept {
    m_entries.clear();
    m_bytes = 0;
}

KeptPictures::Entry* KeptPictures::findInMemory(const TokenSpan::Content& content) {
    const auto found = std::ranges::find(m_entries, content, &Entry::content);
    if (found == m_entries.end()) return nullptr;
    m_entries.splice(m_entries.begin(), m_entries, found);
    return &m_entries.front();
}

KeptPictures::Entry& KeptPictures::remember(Entry entry) {
    m_bytes += entry.bytes();
    m_entries.push_front(std::move(entry));
    while (m_bytes > m_mostBytes && m_entries.size() > 1) {
        m_bytes -= m_entries.back().bytes();
        m_entries.pop_back();
    }
    return m_entries.front();
}

void KeptPictures::use(Entry& entry, const std::string& tenant) {
    entry.tenants.insert(tenant);
    if (m_store == nullptr) return;
    std::vector<TokenId> identity = identityOf(entry.content);
    const BlockName name = nameOf(identity);
    const BlockUse use{.time = BlockStore::now(), .tenant = tenant};
    // Once: what the store makes no room for is not written at every use.
    if (!std::exchange(entry.isStored, true))
        m_store->put({.name = name,
                      .parent = {},
                      .tokens = std::move(identity),
                      .groups = {},
                      .state = {},
                      .logits = {},
                      .rows = entry.rows},
                     use);
    m_store->use({name}, use);
}

KeptPictures::Rows KeptPictures::read(const TokenSpan::Content& content, size_t numbers) {
    const std::vector<TokenId> identity = identityOf(content);
    const auto record = m_store->get(
        {.name = nameOf(identity), .parent = {}, .tokens = identity, .groups = {}, .rowNumbers = numbers});
    return record ? record->rows : nullptr;
}

std::vector<TokenId> KeptPictures::identityOf(const TokenSpan::Content& content) const {
    const std::array<uint64_t, 4> words{m_tower.low, m_tower.high, content.low, content.high};
    std::vector<TokenId> identity(sizeof words / sizeof(TokenId));
    std::memcpy(identity.data(), words.data(), sizeof words);
    return identity;
}

}  // namespace hearth
