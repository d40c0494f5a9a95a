#include "prefix_store/block_tenants.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <system_error>

#include "format/byte_source.h"
#include "hearth/error.h"
#include "hearth/platform/file.h"
#include "hearth/platform/file_names.h"
#include "hearth/prefix_folder.h"
#include "prefix_store/block_folder.h"

namespace hearth {

namespace {

constexpr size_t mostRecentTenants = 8;
/// Files longer than this are read up to here: a tenant that used more records than a full store has.
constexpr uint64_t mostTenantBytes = uint64_t{64} << 20U;

/// As it lies in the file: space, key, depth and kind, and a sum of these.
using Entry = std::array<uint64_t, 6>;

uint64_t sumOf(const Entry& entry) {
    return contentHash(std::as_bytes(std::span(entry).first<5>())).low;
}

/// Bits of the kind are around the depth, because earlier versions had fewer kinds: the lowest one below it,
/// the second at the top, and the third under that.
constexpr unsigned secondKindShift = 63, thirdKindShift = 62;

uint64_t wordOf(const BlockName& name) {
    const auto kind = static_cast<uint64_t>(name.kind);
    return (kind >> 1U & 1U) << secondKindShift | kind >> 2U << thirdKindShift | uint64_t{name.depth} << 1U |
           (kind & 1U);
}

BlockName nameOf(const ContentHash& key, uint64_t word) {
    const uint64_t kind =
        (word & 1U) | (word >> secondKindShift & 1U) << 1U | (word >> thirdKindShift & 1U) << 2U;
    return {key, static_cast<uint32_t>(word >> 1U), static_cast<BlockName::Kind>(kind)};
}

Entry entryOf(const BlockTenants::Record& record) {
    const auto& [space, name] = record;
    Entry entry{space.low, space.high, name.key.low, name.key.high, wordOf(name)};
    entry[5] = sumOf(entry);
    return entry;
}

std::set<BlockTenants::Record> readTenant(const std::filesystem::path& path) {
    std::set<BlockTenants::Record> records;
    std::vector<Entry> entries;
    try {
        const auto file = format::ByteSource::openFile(path);
        entries.resize(std::min(file.sizeBytes(), mostTenantBytes) / sizeof(Entry));
        file.readAt(0, std::as_writable_bytes(std::span(entries)));
    } catch (const Error&) {
        return records;
    }
    for (const Entry& entry : entries) {
        if (sumOf(entry) != entry[5]) continue;
        const BlockName name = nameOf({entry[2], entry[3]}, entry[4]);
        // Another kind can only be of a later version.
        if (name.kind <= BlockName::Kind::Picture) records.insert({{entry[0], entry[1]}, name});
    }
    return records;
}

std::vector<std::filesystem::path> filesIn(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (parseHex(entry->path().filename().string())) files.push_back(entry->path());
    return files;
}

ContentHash tenantHash(std::string_view tenant) {
    return contentHash(std::as_bytes(std::span(tenant)));
}

}  // namespace

std::filesystem::path BlockTenants::fileOf(const ContentHash& tenant) const {
    return m_folder / hexText(tenant);
}

std::set<BlockTenants::Record>& BlockTenants::recordsOf(const ContentHash& tenant) {
    const auto known = std::ranges::find(m_recent, tenant, &Known::tenant);
    if (known != m_recent.end())
        m_recent.splice(m_recent.begin(), m_recent, known);
    else
        m_recent.push_front({tenant, readTenant(fileOf(tenant))});
    if (m_recent.size() > mostRecentTenants) m_recent.pop_back();
    return m_recent.front().records;
}

void BlockTenants::add(std::string_view tenant, const ContentHash& space, std::span<const BlockName> names) {
    if (tenant.empty()) return;
    const ContentHash hash = tenantHash(tenant);
    std::set<Record>& known = recordsOf(hash);
    std::vector<Entry> fresh;
    for (const BlockName& name : names)
        if (known.insert({space, name}).second) fresh.push_back(entryOf({space, name}));
    if (fresh.empty()) return;
    std::error_code error;
    if (!std::filesystem::exists(m_folder, error)) {
        std::filesystem::create_directories(m_folder, error);
        (void)platform::closeToOthers(m_folder.parent_path());
        (void)platform::closeToOthers(m_folder);
    }
    using platform::Open;
    const platform::File file(
        fileOf(hash), Open::Read | Open::Write | Open::Create | Open::Append | Open::NoLink | Open::NoWait);
    const auto facts = file.facts();
    if (!facts) return;
    // An entry that a crash left incomplete is cut off; otherwise all later ones would be shifted.
    const uint64_t part = facts->sizeBytes % sizeof(Entry);
    if (part == 0 || file.truncate(facts->sizeBytes - part)) {
        if (!file.write(std::as_bytes(std::span(fresh)))) m_recent.pop_front();
    }
}

std::set<BlockTenants::Record> BlockTenants::usedBy(std::string_view tenant) const {
    return readTenant(fileOf(tenantHash(tenant)));
}

std::set<BlockTenants::Record> BlockTenants::keepOnly(std::span<const std::string> tenants) {
    std::set<std::filesystem::path> kept;
    for (const std::string& tenant : tenants) kept.insert(fileOf(tenantHash(tenant)));
    std::set<Record> used;
    for (const std::filesystem::path& file : filesIn(m_folder)) {
        if (kept.contains(file))
            used.merge(readTenant(file));
        else
            (void)platform::removeFile(file);
    }
    std::erase_if(m_recent, [&](const Known& known) { return !kept.contains(fileOf(known.tenant)); });
    return used;
}

void keepPrefixesOf(const std::filesystem::path& folder, const std::vector<std::string>& tenants) {
    for (const std::filesystem::path& root : BlockFolder::rootsIn(folder)) {
        const BlockFolder records(root);
        const std::set<BlockTenants::Record> used = BlockTenants(root).keepOnly(tenants);
        for (const StoredBlock& block : records.all())
            if (!used.contains({block.space, block.name})) records.remove(block.space, block.name);
    }
}

}  // namespace hearth
