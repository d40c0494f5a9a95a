#include "models/file_mover.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "files/regular_file.h"
#include "files/whole_file.h"
#include "hearth/platform/file.h"

namespace hearth::app {

namespace {

constexpr qint64 copiedBytes = 4 << 20;
constexpr int unchanged = -1;  ///< no error's number: the copying was stopped

QString unfinished(const QString& path) {
    return path + QStringLiteral(".moving");
}

int renameOnDisk(const QString& from, const QString& to) {
    return std::rename(QFile::encodeName(from).constData(), QFile::encodeName(to).constData()) == 0 ? 0
                                                                                                    : errno;
}

MoveOutcome failure(const QString& path, const QString& why) {
    return {MoveOutcome::Failed,
            QCoreApplication::translate("ModelsFolder", "%1 could not be moved: %2. Nothing was changed.")
                .arg(path, why)};
}

QString reason(int error) {
    return QString::fromStdString(std::generic_category().message(error));
}

class Mover {
public:
    Mover(const std::vector<FileMove>& files, const std::function<void(double)>& progress,
          const std::stop_token& stop, const Renamer& rename)
        : m_files(files), m_progress(progress), m_stop(stop), m_rename(rename) {
        for (const FileMove& file : files) m_totalBytes += QFileInfo(file.from).size();
    }

    MoveOutcome run() {
        for (const FileMove& file : m_files)
            if (QFileInfo::exists(file.to))
                return {MoveOutcome::Failed,
                        QCoreApplication::translate("ModelsFolder",
                                                    "%1 already exists. Rename it, or choose another folder.")
                            .arg(file.to)};
        for (const FileMove& file : m_files)
            if (!QDir().mkpath(QFileInfo(file.to).path())) return failure(file.from, reason(EACCES));
        for (size_t i = 0; i < m_files.size(); ++i) {
            const int error = m_rename(m_files[i].from, m_files[i].to);
            if (error == 0) {
                report(QFileInfo(m_files[i].to).size());
                continue;
            }
            for (size_t done = i; done-- > 0;) m_rename(m_files[done].to, m_files[done].from);
            m_doneBytes = 0;
            return error == EXDEV ? copyAll() : failure(m_files[i].from, reason(error));
        }
        return {};
    }

private:
    void report(qint64 bytes) {
        m_doneBytes += bytes;
        if (m_progress)
            m_progress(static_cast<double>(m_doneBytes) /
                       static_cast<double>(std::max<qint64>(1, m_totalBytes)));
    }

    MoveOutcome copyAll() {
        for (size_t i = 0; i < m_files.size(); ++i) {
            int error = copy(m_files[i]);
            if (error == 0) error = renameOnDisk(unfinished(m_files[i].to), m_files[i].to);
            if (error == 0) continue;
            QFile::remove(unfinished(m_files[i].to));
            for (size_t done = 0; done < i; ++done) QFile::remove(m_files[done].to);
            if (error == unchanged) return {MoveOutcome::Cancelled, {}};
            return failure(m_files[i].from, reason(error));
        }
        // Their names are on the disk too before the old ones go.
        for (const FileMove& file : m_files) syncFolder(QFileInfo(file.to).path());
        // All are there; one that cannot be taken away costs room and nothing else.
        for (const FileMove& file : m_files) QFile::remove(file.from);
        return {};
    }

    int copy(const FileMove& move) {
        QFile from(move.from), to(unfinished(move.to));
        errno = 0;
        if (!openRegularFile(from).isEmpty() || !to.open(QFile::WriteOnly | QFile::Unbuffered))
            return errno != 0 ? errno : EIO;
        QByteArray piece(copiedBytes, Qt::Uninitialized);
        for (;;) {
            if (m_stop.stop_requested()) return unchanged;
            errno = 0;
            const qint64 got = from.read(piece.data(), piece.size());
            if (got < 0 || (got > 0 && to.write(piece.constData(), got) != got))
                return errno != 0 ? errno : EIO;
            if (got == 0) break;
            report(got);
        }
        return platform::FileHandle(to.handle()).sync() ? 0 : errno;
    }

    const std::vector<FileMove>& m_files;
    const std::function<void(double)>& m_progress;
    const std::stop_token& m_stop;
    const Renamer& m_rename;
    qint64 m_totalBytes = 0, m_doneBytes = 0;
};

}  // namespace

MoveOutcome moveFiles(const std::vector<FileMove>& files, const std::function<void(double)>& progress,
                      const std::stop_token& stop) {
    return moveFiles(files, progress, stop, renameOnDisk);
}

MoveOutcome moveFiles(const std::vector<FileMove>& files, const std::function<void(double)>& progress,
                      const std::stop_token& stop, const Renamer& rename) {
    return Mover(files, progress, stop, rename).run();
}

}  // namespace hearth::app
