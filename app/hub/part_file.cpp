#include "hub/part_file.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QStringList>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include "hearth/error.h"
#include "hearth/platform/folder.h"

namespace hearth::app {

namespace {

[[noreturn]] void failWith(const QString& sentence) {
    throw Error(ErrorCode::Io, sentence.toStdString());
}

}  // namespace

PartFile::PartFile(const QString& path, qint64 sizeBytes, const std::stop_token& stop) : m_path(path) {
    using platform::Open;
    constexpr unsigned forOthersToRead = 0644;
    m_file = platform::File(QFile::encodeName(path).toStdString(),
                            Open::Read | Open::Write | Open::Create | Open::NoLink, forOthersToRead);
    if (!m_file.isOpen()) fail("open");
    const auto facts = m_file.facts();
    if (!facts) fail("read");
    if (facts->kind != platform::FileKind::Regular || facts->names != 1) {
        errno = ELOOP;
        fail("open");
    }
    if (!m_file.lock())
        failWith(QCoreApplication::translate("Hub", "Another Hearth is downloading this file already."));
    auto there = static_cast<qint64>(facts->sizeBytes);
    if (sizeBytes >= 0 && there > sizeBytes) {
        if (!m_file.truncate(static_cast<uint64_t>(sizeBytes))) fail("write");
        there = sizeBytes;
    }
    std::vector<char> block(1 << 20);
    while (m_size < there) {
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Stopped.");
        const ptrdiff_t got = m_file.readAt(static_cast<uint64_t>(m_size), block);
        if (got <= 0) fail("read");
        m_hash.addData(QByteArrayView(block.data(), got));
        m_size += got;
    }
}

void PartFile::append(const QByteArray& bytes) {
    const std::string_view added(bytes.constData(), static_cast<size_t>(bytes.size()));
    if (!m_file.writeAt(static_cast<uint64_t>(m_size), added)) {
        // Nothing half-written stays, so that the sha256 is that of the file.
        const int reason = errno;
        (void)m_file.truncate(static_cast<uint64_t>(m_size));
        errno = reason;
        fail("write");
    }
    m_hash.addData(bytes);
    m_size += bytes.size();
}

void PartFile::restart() {
    if (!m_file.truncate(0)) fail("write");
    m_size = 0;
    m_hash.reset();
}

void PartFile::sync() {
    if (!m_file.syncData()) fail("write");
}

QByteArray PartFile::sha256() const {
    return m_hash.result().toHex();
}

void PartFile::place(const QString& folder, const QString& relativePath) {
    if (!m_file.sync()) fail("write");
    QStringList parts = relativePath.split(u'/');
    const std::string name = QFile::encodeName(parts.takeLast()).toStdString();
    platform::Folder place(QFile::encodeName(folder).toStdString());
    if (!place.isOpen()) fail("open");
    for (const QString& part : std::as_const(parts)) {
        const std::string step = QFile::encodeName(part).toStdString();
        if (place.makeFolder(step)) {
            if (!place.sync()) fail("write");
        } else if (errno != EEXIST) {
            fail("write");
        }
        platform::Folder next = place.below(step);
        if (!next.isOpen())
            failWith(QCoreApplication::translate("Hub",
                                                 "“%1” in the models folder is a link or a file, not a "
                                                 "folder. Move it away and try again.")
                         .arg(part));
        place = std::move(next);
    }
    // Never over a file that is there.
    if (!place.take(QFile::encodeName(m_path).toStdString(), name)) {
        if (errno == EEXIST)
            failWith(QCoreApplication::translate(
                         "Hub",
                         "There is a file “%1” in the models folder already. Move it away and try "
                         "again; what was downloaded is kept.")
                         .arg(relativePath));
        fail("write");
    }
    if (!place.sync()) fail("write");
}

void PartFile::fail(const char* what) const {
    const int reason = errno;
    const QString folder = QFileInfo(m_path).path();
    if (reason == ENOSPC || reason == EDQUOT)
        failWith(QCoreApplication::translate(
                     "Hub", "The disk is full. Free some space for %1, then resume; nothing is lost.")
                     .arg(folder));
    if (reason == ELOOP)
        failWith(QCoreApplication::translate(
                     "Hub", "“%1” is a link or not a regular file. Move it away and try again.")
                     .arg(m_path));
    const QString system = QString::fromLocal8Bit(std::strerror(reason));
    if (std::strcmp(what, "read") == 0)
        failWith(QCoreApplication::translate("Hub", "%1 cannot be read (%2).").arg(m_path, system));
    failWith(QCoreApplication::translate("Hub", "Nothing can be written to %1 (%2). Check the folder.")
                 .arg(folder, system));
}

}  // namespace hearth::app
