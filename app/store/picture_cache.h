#pragma once

#include <QHash>
#include <QString>
#include <cstddef>
#include <list>
#include <memory>
#include <utility>

#include "hearth/picture_file.h"

namespace hearth::app::store {

/// Picture files in memory, by hash: the least recently used ones are dropped beyond a number of bytes, but
/// those that are in use elsewhere are always found. One thread.
class PictureCache {
public:
    static constexpr size_t usualBytes = 64U << 20U;

    explicit PictureCache(size_t mostBytes = usualBytes) : m_mostBytes(mostBytes) {}

    void add(const QString& hash, const std::shared_ptr<const PictureFile>& file);
    /// nullptr: it is not here.
    std::shared_ptr<const PictureFile> find(const QString& hash);
    /// Drops all; those in use elsewhere are still found.
    void clear();
    /// Sizes of the files that this keeps in memory, together.
    size_t bytes() const { return m_bytes; }

private:
    using Entry = std::pair<QString, std::shared_ptr<const PictureFile>>;

    void keepFirst(const QString& hash, const std::shared_ptr<const PictureFile>& file);
    void forgetUnused();

    const size_t m_mostBytes;
    size_t m_bytes = 0;
    std::list<Entry> m_recent;  ///< the last used first
    QHash<QString, std::weak_ptr<const PictureFile>> m_known;
};

}  // namespace hearth::app::store
