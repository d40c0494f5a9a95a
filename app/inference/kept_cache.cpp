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

KeptCache::Work KeptCache::keep(const QString& folder, const PrefixLimits& limits) {
    const bool isOpen = m_keeps && folder == m_folder;
    if (isOpen && limits == m_limits) return {};
    const bool isRekeyed = isOpen && limits.key != m_limits.key;
    m_folder = folder;
    m_keeps = true;
    m_limits = limits;
    return [folder, limits, isOpen, isRekeyed,
            left = std::exchange(m_ownersLeft, std::nullopt)](Engine* engine) {
        const std::string path = folder.toStdString();
        if (isRekeyed) {
            if (engine != nullptr) engine->closePrefixFolder();
            QDir(folder).removeRecursively();
        }
        if (left) Engine::keepOwners(path, *left);
        if (engine != nullptr)
            guarded([&] { engine->openPrefixFolder(path, limits.bytes, limits.bytesADay, limits.key); });
        else if (isOpen)
            Engine::limitPrefixes(path, limits.bytes);
    };
}

KeptCache::Work KeptCache::drop(const QString& folder) {
    m_folder = folder;
    m_keeps = false;
    m_ownersLeft.reset();
    return [folder](Engine* engine) {
        if (engine != nullptr) engine->closePrefixFolder();
        if (!folder.isEmpty()) QDir(folder).removeRecursively();
    };
}

KeptCache::Work KeptCache::leave(const QString& folder) {
    m_folder = folder;
    m_keeps = false;
    return [folder, left = std::exchange(m_ownersLeft, std::nullopt)](Engine* engine) {
        if (engine != nullptr) engine->closePrefixFolder();
        if (left) Engine::keepOwners(folder.toStdString(), *left);
        Engine::removeReadablePrefixes(folder.toStdString());
    };
}

KeptCache::Work KeptCache::keepOwners(const std::vector<std::string>& owners) {
    if (m_folder.isEmpty()) m_ownersLeft = owners;
    return [folder = m_folder, owners](Engine* engine) {
        if (engine != nullptr) guarded([&] { engine->keepOwners(owners); });
        // Also where the engine has no folder: one on another computer, or none.
        if (!folder.isEmpty()) Engine::keepOwners(folder.toStdString(), owners);
    };
}

KeptCache::Work KeptCache::clear() {
    if (m_folder.isEmpty()) m_ownersLeft.emplace();
    return [folder = m_folder](Engine* engine) {
        if (engine != nullptr) engine->clearCache();
        if (!folder.isEmpty()) QDir(folder).removeRecursively();
    };
}

}  // namespace hearth::app
