#include "inference/kept_cache.h"

#include <QDir>
#include <utility>

#include "inference/guarded.h"

namespace hearth::app {

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
    if (isRekeyed) work.before = [](Engine& engine) { engine.closePrefixFolder(); };
    work.folder = [folder, path, limits, isKept, isRekeyed,
                   left = std::exchange(m_ownersLeft, std::nullopt)](bool isOpen) {
        if (isRekeyed) QDir(folder).removeRecursively();
        if (left) Engine::keepOwners(path, *left);
        if (!isOpen && isKept) Engine::limitPrefixes(path, limits.bytes);
    };
    work.after = [path, limits](Engine& engine) {
        guarded([&] { engine.openPrefixFolder(path, limits.bytes, limits.bytesADay, limits.key); });
    };
    return work;
}

KeptCache::Work KeptCache::drop(const QString& folder) {
    m_folder = folder;
    m_keeps = false;
    m_ownersLeft.reset();
    return {.before = [](Engine& engine) { engine.closePrefixFolder(); },
            .folder =
                [folder](bool) {
                    if (!folder.isEmpty()) QDir(folder).removeRecursively();
                }};
}

KeptCache::Work KeptCache::leave(const QString& folder) {
    m_folder = folder;
    m_keeps = false;
    return {.before = [](Engine& engine) { engine.closePrefixFolder(); },
            .folder =
                [path = folder.toStdString(), left = std::exchange(m_ownersLeft, std::nullopt)](bool) {
                    if (left) Engine::keepOwners(path, *left);
                    Engine::removeReadablePrefixes(path);
                }};
}

KeptCache::Work KeptCache::keepOwners(const std::vector<std::string>& owners) {
    if (m_folder.isEmpty()) m_ownersLeft = owners;
    return {.before = [owners](Engine& engine) { guarded([&] { engine.keepOwners(owners); }); },
            // Also where no engine has the folder: they may be on another computer.
            .folder =
                [folder = m_folder, owners](bool) {
                    if (!folder.isEmpty()) Engine::keepOwners(folder.toStdString(), owners);
                }};
}

KeptCache::Work KeptCache::clear() {
    if (m_folder.isEmpty()) m_ownersLeft.emplace();
    return {.before = [](Engine& engine) { engine.clearCache(); },
            .folder =
                [folder = m_folder](bool) {
                    if (!folder.isEmpty()) QDir(folder).removeRecursively();
                }};
}

}  // namespace hearth::app
