#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <memory>
#include <stdexcept>

class QFile;
struct zip;

namespace hearth::app {

/// The archive, or what it holds, is not what it should be: damaged, encrypted, or larger than is read.
class ArchiveError : public std::runtime_error {
public:
    enum Reason { Unreadable, TooMuch };
    explicit ArchiveError(Reason reason)
        : std::runtime_error(reason == Unreadable ? "damaged" : "too much"), m_reason(reason) {}
    Reason reason() const noexcept { return m_reason; }

private:
    Reason m_reason;
};

/// The files in a ZIP archive, unpacked in memory: at most `mostBytes` of all of them together, whatever they
/// say of their sizes. One thread.
class ZipArchive {
public:
    /// `bytes` outlive it. Throws ArchiveError.
    ZipArchive(const QByteArray& bytes, qint64 mostBytes);
    /// A file that is open for reading, and is not needed afterwards. Throws ArchiveError.
    ZipArchive(const QFile& file, qint64 mostBytes);
    ~ZipArchive();
    ZipArchive(const ZipArchive&) = delete;
    ZipArchive& operator=(const ZipArchive&) = delete;

    bool has(const QString& name) const;
    /// Of the files, with their folders, as the archive lists them.
    QStringList names() const;
    /// Throws ArchiveError when it is not there, damaged or encrypted, or all that was read is too much.
    QByteArray read(const QString& name);

private:
    zip* m_zip = nullptr;
    qint64 m_left;
};

}  // namespace hearth::app
