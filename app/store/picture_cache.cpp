#include "store/picture_cache.h"

#include <algorithm>

namespace hearth::app::store {

void PictureCache::add(const QString& hash, const std::shared_ptr<const PictureFile>& file) {
    keepFirst(hash, file);
    m_known.insert(hash, file);
    forgetUnused();
}

std::shared_ptr<const PictureFile> PictureCache::find(const QString& hash) {
    std::shared_ptr<const PictureFile> file = m_known.value(hash).lock();
    if (file != nullptr) keepFirst(hash, file);
    return file;
}

void PictureCache::clear() {
    m_recent.clear();
    m_bytes = 0;
    forgetUnused();
}

void PictureCache::keepFirst(const QString& hash, const std::shared_ptr<const PictureFile>& file) {
    const auto found = std::ranges::find(m_recent, hash, &Entry::first);
    if (found != m_recent.end()) {
        m_recent.splice(m_recent.begin(), m_recent, found);
        return;
    }
    m_recent.emplace_front(hash, file);
    m_bytes += file->bytes().size();
    while (m_bytes > m_mostBytes) {
        m_bytes -= m_recent.back().second->bytes().size();
        m_recent.pop_back();
    }
}

void PictureCache::forgetUnused() {
    m_known.removeIf([](const auto& known) { return known.value().expired(); });
}

}  // namespace hearth::app::store
