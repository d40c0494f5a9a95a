#include "inference/kept_cache.h"

#include <QDir>
#include <utility>

#include "hearth/cache_admin.h"
#include "inference/guarded.h"

namespace hearth::app {

namespace {

void closeFolder(Engine& engine) {
    if (CacheAdmin* const cache = engine.cache()) cache->close();
}

}  // namespace

void KeptCache::applyTo(EngineOptions& options) const {
    if (m_keeps) options.prefixFolder = m_folder.toStdString();
    options.prefixBytes = m_limits.bytes;
    options.prefixBytesADay = m_limits.bytesADay;
    options.prefixKey = m_limits.key;
}

std::optional<KeptCache::Work> KeptCache::keep(const QString& folder, const PrefixLimits& limits) {
    const bool isKept = m_keeps && folder == m_folder;
    if (isKept && limits == m_limits) return std::nullopt;
    const bool isRekeyed = isKept && limits.key != m_limits.key;
    m_folder = folder;
    m_keeps = true;
    m_limits = limits;
    const std::string path = folder.toStdString();
    Work work;
    if (isRekeyed) work.before = closeFolder;
    work.folder = [folder, path, limits, isKept, isRekeyed,
                   left = std::exchange(m_tenantsLeft, std::nullopt)](bool isOpen) {
        if (isRekeyed) QDir(folder).removeRecursively();
        if (left) keepPrefixesOf(path, *left);
        if (!isOpen && isKept) limitPrefixes(path, limits.bytes);
    };
    work.after = [path, limits](Engine& engine) {
        if (CacheAdmin* const cache = engine.cache()) guarded([&] { cache->open(path, limits); });
    };
    return work;
}

KeptCache::Work KeptCache::drop(const QString& folder) {
    m_folder = folder;
    m_keeps = false;
    m_tenantsLeft.reset();
    return {.before = closeFolder, .folder = [folder](bool) {
                if (!folder.isEmpty()) QDir(folder).removeRecursively();
            }};
}

KeptCache::Work KeptCache::leave(const QString& folder) {
    m_folder = folder;
    m_keeps = false;
    return {.before = closeFolder,
            .folder = [path = folder.toStdString(), left = std::exchange(m_tenantsLeft, std::nullopt)](bool) {
                if (left) keepPrefixesOf(path, *left);
                removeReadablePrefixes(path);
            }};
}

KeptCache::Work KeptCache::keepTenants(const std::vector<std::string>& tenants) {
    if (m_folder.isEmpty()) m_tenantsLeft = tenants;
    return {.before =
                [tenants](Engine& engine) {
                    if (CacheAdmin* const cache = engine.cache())
                        guarded([&] { cache->keepTenants(tenants); });
                },
            // Also where no engine has the folder: they may be on another computer.
            .folder =
                [folder = m_folder, tenants](bool) {
                    if (!folder.isEmpty()) keepPrefixesOf(folder.toStdString(), tenants);
                }};
}

KeptCache::Work KeptCache::clear() {
    if (m_folder.isEmpty()) m_tenantsLeft.emplace();
    return {.before =
                [](Engine& engine) {
                    if (CacheAdmin* const cache = engine.cache()) cache->clear();
                },
            .folder =
                [folder = m_folder](bool) {
                    if (!folder.isEmpty()) QDir(folder).removeRecursively();
                }};
}

}  // namespace hearth::app
