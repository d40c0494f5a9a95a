#include "hub/part_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QStringList>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include "hearth/error.h"

namespace hearth::app {

namespace {

[[noreturn]] void failWith(const QString& sentence) {
    throw Error(ErrorCode::Io, sentence.toStdString());
}

/// A folder's descriptor, closed at the end of the scope.
class Folder {
public:
    explicit Folder(int descriptor) : m_descriptor(descriptor) {}
    ~Folder() {
        if (m_descriptor >= 0) ::close(m_descriptor);
    }
    Folder(Folder&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
    Folder& operator=(Folder&& other) noexcept {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }
    int get() const { return m_descriptor; }

private:
    int m_descriptor;
};

}  // namespace

PartFile::PartFile(const QString& path, qint64 sizeBytes, const std::stop_token& stop) : m_path(path) {
    m_file = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (m_file < 0) fail("open");
    try {
        struct stat state {};
        if (::fstat(m_file, &state) != 0) fail("read");
        if (!S_ISREG(state.st_mode) || state.st_nlink != 1) {
            errno = ELOOP;
            fail("open");
        }
        if (::flock(m_file, LOCK_EX | LOCK_NB) != 0)
            failWith(QCoreApplication::translate("Hub", "Another Hearth is downloading this file already."));
        if (sizeBytes >= 0 && state.st_size > sizeBytes) {
            if (::ftruncate(m_file, sizeBytes) != 0) fail("write");
            state.st_size = sizeBytes;
        }
        std::vector<char> block(1 << 20);
        while (m_size < state.st_size) {
            if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Stopped.");
            const ssize_t got = ::pread(m_file, block.data(), block.size(), m_size);
            if (got <= 0) fail("read");
            m_hash.addData(QByteArrayView(block.data(), got));
            m_size += got;
        }
    } catch (...) {
        ::close(m_file);
        throw;
    }
}

PartFile::~PartFile() {
    if (m_file >= 0) ::close(m_file);
}

void PartFile::append(const QByteArray& bytes) {
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t written = ::pwrite(m_file, bytes.constData() + done,
                                         static_cast<size_t>(bytes.size() - done), m_size + done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            // Nothing half-written stays, so that the sha256 is that of the file.
            const int reason = errno;
            if (::ftruncate(m_file, m_size) != 0) errno = reason;
            errno = reason;
            fail("write");
        }
        done += written;
    }
    m_hash.addData(bytes);
    m_size += bytes.size();
}

void PartFile::restart() {
    if (::ftruncate(m_file, 0) != 0) fail("write");
    m_size = 0;
    m_hash.reset();
}

void PartFile::sync() {
    if (::fdatasync(m_file) != 0) fail("write");
}

QByteArray PartFile::sha256() const {
    return m_hash.result().toHex();
}

void PartFile::place(const QString& folder, const QString& relativePath) {
    if (::fsync(m_file) != 0) fail("write");
    QStringList parts = relativePath.split(u'/');
    const QByteArray name = QFile::encodeName(parts.takeLast());
    Folder place(::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (place.get() < 0) fail("open");
    for (const QString& part : std::as_const(parts)) {
        const QByteArray step = QFile::encodeName(part);
        if (::mkdirat(place.get(), step.constData(), 0755) == 0) {
            if (::fsync(place.get()) != 0) fail("write");
        } else if (errno != EEXIST) {
            fail("write");
        }
        Folder next(::openat(place.get(), step.constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (next.get() < 0)
            failWith(QCoreApplication::translate("Hub",
                                                 "“%1” in the models folder is a link or a file, not a "
                                                 "folder. Move it away and try again.")
                         .arg(part));
        place = std::move(next);
    }
    // Never over a file that is there.
    if (::renameat2(AT_FDCWD, QFile::encodeName(m_path).constData(), place.get(), name.constData(),
                    RENAME_NOREPLACE) != 0) {
        if (errno == EEXIST)
            failWith(QCoreApplication::translate(
                         "Hub",
                         "There is a file “%1” in the models folder already. Move it away and try "
                         "again; what was downloaded is kept.")
                         .arg(relativePath));
        fail("write");
    }
    if (::fsync(place.get()) != 0) fail("write");
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
