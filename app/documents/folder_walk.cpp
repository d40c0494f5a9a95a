#include "documents/folder_walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QFile>
#include <algorithm>
#include <cerrno>
#include <utility>

#include "files/regular_file.h"
#include "reading/text_form.h"

namespace hearth::app {

namespace {

constexpr int deepestFolder = 64;

WalkedFile walkedFile(const QString& path, const struct stat& status) {
    return {path, status.st_size, status.st_mtim.tv_sec * 1'000'000'000LL + status.st_mtim.tv_nsec};
}

bool isLeftOut(const QString& name) {
    return name.startsWith(u'.') || name == QLatin1String("node_modules") ||
           name == QLatin1String("__pycache__");
}

/// Opens each folder relative to its parent, so that none can be replaced by a link on the way.
class Walk {
public:
    Walk(QString source, const std::function<bool()>& isStopped)
        : m_source(std::move(source)), m_isStopped(isStopped) {
        m_found.empty = true;
    }

    void folder(int descriptor, const QString& below, int depth) {
        m_found.folders.push_back(below.isEmpty() ? m_source : m_source + u'/' + below);
        DIR* directory = ::fdopendir(descriptor);
        if (directory == nullptr) {
            ::close(descriptor);
            m_found.complete = false;
            return;
        }
        // The end of a folder and a disk that fails differ in errno only.
        const auto next = [directory] {
            errno = 0;
            return ::readdir(directory);
        };
        const dirent* entry = next();
        for (; entry != nullptr; entry = next()) {
            if (m_found.files.size() >= maxFilesOfSource || (m_isStopped && m_isStopped())) {
                m_found.complete = false;
                break;
            }
            const QString name = QFile::decodeName(entry->d_name);
            if (name != QLatin1String(".") && name != QLatin1String("..")) m_found.empty = false;
            // A name that is not UTF-8 could not be opened again after conversion.
            if (isLeftOut(name) || QFile::encodeName(name) != entry->d_name) continue;
            take(::dirfd(directory), entry->d_name, below.isEmpty() ? name : below + u'/' + name, depth);
        }
        if (entry == nullptr && errno != 0) m_found.complete = false;
        ::closedir(directory);
    }

    FolderWalk found() {
        m_found.empty = m_found.empty && m_found.complete;
        std::sort(m_found.files.begin(), m_found.files.end(),
                  [](const WalkedFile& a, const WalkedFile& b) { return a.path < b.path; });
        return std::move(m_found);
    }

private:
    void take(int folderDescriptor, const char* name, const QString& path, int depth) {
        struct stat status = {};
        if (::fstatat(folderDescriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
            // A file that was deleted in between no longer exists; with any other error it may exist.
            if (errno != ENOENT) m_found.complete = false;
            return;
        }
        if (S_ISREG(status.st_mode)) {
            if (textFormOf(path) != TextForm::None) m_found.files.push_back(walkedFile(path, status));
            return;
        }
        if (!S_ISDIR(status.st_mode)) return;
        const int below = depth < deepestFolder ? ::openat(folderDescriptor, name,
                                                           O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                                                : -1;
        if (below < 0)
            m_found.complete = false;
        else
            folder(below, path, depth + 1);
    }

    const QString m_source;
    const std::function<bool()>& m_isStopped;
    FolderWalk m_found;
};

}  // namespace

FolderWalk walkSource(const QString& source, const std::function<bool()>& isStopped) {
    FolderWalk found;
    struct stat status = {};
    if (::lstat(QFile::encodeName(source).constData(), &status) != 0) {
        found.exists = errno != ENOENT && errno != ENOTDIR;
        found.complete = false;
        return found;
    }
    if (S_ISREG(status.st_mode)) {
        found.files.push_back(walkedFile({}, status));
        return found;
    }
    const int descriptor =
        ::open(QFile::encodeName(source).constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0) {
        found.complete = false;
        return found;
    }
    Walk walk(source, isStopped);
    walk.folder(descriptor, {}, 0);
    return walk.found();
}

QString openWalkedFile(QFile& file, const QString& source, const QString& path) {
    constexpr int flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    int descriptor = ::open(QFile::encodeName(source).constData(), flags);
    for (const QString& part : path.split(u'/', Qt::SkipEmptyParts)) {
        if (descriptor < 0) break;
        const int next = ::openat(descriptor, QFile::encodeName(part).constData(), flags);
        const int error = errno;
        ::close(descriptor);
        errno = error;
        descriptor = next;
    }
    return takeRegularFile(file, descriptor);
}

}  // namespace hearth::app
