#include "reading/zip_archive.h"

#include <zip.h>

#include <QFile>
#include <utility>

#include "hearth/platform/file.h"

namespace hearth::app {

ZipArchive::ZipArchive(const QByteArray& bytes, qint64 mostBytes) : m_left(mostBytes) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source =
        zip_source_buffer_create(bytes.constData(), static_cast<zip_uint64_t>(bytes.size()), 0, &error);
    if (source != nullptr) m_zip = zip_open_from_source(source, ZIP_RDONLY, &error);
    zip_error_fini(&error);
    if (m_zip != nullptr) return;
    if (source != nullptr) zip_source_free(source);
    throw ArchiveError(ArchiveError::Unreadable);
}

ZipArchive::ZipArchive(const QFile& file, qint64 mostBytes) : m_left(mostBytes) {
    platform::File own = platform::File::copyOf(platform::FileHandle(file.handle()));
    if (!own.isOpen()) throw ArchiveError(ArchiveError::Unreadable);
    int error = 0;
    m_zip = zip_fdopen(own.descriptor(), 0, &error);
    if (m_zip == nullptr) throw ArchiveError(ArchiveError::Unreadable);
    (void)own.release();
}

ZipArchive::~ZipArchive() {
    zip_discard(m_zip);
}

bool ZipArchive::has(const QString& name) const {
    return zip_name_locate(m_zip, name.toUtf8().constData(), 0) >= 0;
}

QStringList ZipArchive::names() const {
    QStringList names;
    const zip_int64_t count = zip_get_num_entries(m_zip, 0);
    for (zip_int64_t i = 0; i < count; ++i)
        if (const char* name = zip_get_name(m_zip, static_cast<zip_uint64_t>(i), 0))
            names += QString::fromUtf8(name);
    return names;
}

QByteArray ZipArchive::read(const QString& name) {
    const std::unique_ptr<zip_file_t, decltype(&zip_fclose)> file(
        zip_fopen(m_zip, name.toUtf8().constData(), 0), &zip_fclose);
    if (!file) throw ArchiveError(ArchiveError::Unreadable);
    QByteArray bytes;
    char block[65536];
    for (;;) {
        const zip_int64_t count = zip_fread(file.get(), block, sizeof block);
        if (count < 0) throw ArchiveError(ArchiveError::Unreadable);
        if (count == 0) return bytes;
        m_left -= count;
        if (m_left < 0) throw ArchiveError(ArchiveError::TooMuch);
        bytes.append(block, static_cast<qsizetype>(count));
    }
}

}  // namespace hearth::app
