#pragma once

#include <QByteArray>
#include <QCryptographicHash>
#include <QString>
#include <stop_token>

#include "hearth/platform/file.h"

namespace hearth::app {

/// A file that is being downloaded: grows at its end, keeps the sha256 of what it holds. No symbolic links
/// are followed; two programs cannot hold the same one. Throws hearth::Error(Io). One thread.
class PartFile {
public:
    /// Opens what is there or makes it. `sizeBytes` cuts what lies beyond (a power cut may leave bytes that
    /// were never written); the default keeps all. What is there is read once for the sha256; a stop request
    /// ends that early with Error(Cancelled).
    explicit PartFile(const QString& path, qint64 sizeBytes = -1, const std::stop_token& stop = {});

    qint64 sizeBytes() const { return m_size; }
    void append(const QByteArray& bytes);
    /// Forgets everything.
    void restart();
    /// Returns when all bytes are on the disk.
    void sync();
    /// 64 hex digits.
    QByteArray sha256() const;

    /// Puts it into `folder`/`relativePath` under its final name. Folders are made; symbolic links among them
    /// and an existing file are refused. The move is atomic and on disk when it returns.
    void place(const QString& folder, const QString& relativePath);

private:
    [[noreturn]] void fail(const char* what) const;

    QString m_path;
    platform::File m_file;
    qint64 m_size = 0;
    QCryptographicHash m_hash{QCryptographicHash::Sha256};
};

}  // namespace hearth::app
