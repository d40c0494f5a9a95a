#include "window/lock_holder.h"

#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <csignal>

#include "store/folder_lock.h"

namespace hearth::app {

namespace {

constexpr int killedMs = 2000;

/// The name of the program that a process runs, also when an update has replaced its file.
QString programOf(const QString& process) {
    const QByteArray link = QFile::encodeName(QStringLiteral("/proc/%1/exe").arg(process));
    QByteArray path(4096, '\0');
    path.resize(std::max<ssize_t>(0, ::readlink(link.constData(), path.data(), 4096)));
    if (path.endsWith(" (deleted)")) path.chop(10);
    return QFileInfo(QFile::decodeName(path)).fileName();
}

bool isOfThisUser(const QString& process) {
    struct stat facts {};
    const QByteArray folder = QFile::encodeName(QStringLiteral("/proc/%1").arg(process));
    return ::stat(folder.constData(), &facts) == 0 && facts.st_uid == ::getuid();
}

bool hasOpen(const QString& process, const std::filesystem::path& file) {
    struct stat wanted {};
    if (::stat(file.c_str(), &wanted) != 0) return false;
    const QDir folder(QStringLiteral("/proc/%1/fd").arg(process));
    const QStringList names = folder.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
    return std::any_of(names.begin(), names.end(), [&](const QString& name) {
        struct stat facts {};
        return ::stat(QFile::encodeName(folder.filePath(name)).constData(), &facts) == 0 &&
               facts.st_dev == wanted.st_dev && facts.st_ino == wanted.st_ino;
    });
}

}  // namespace

std::unique_ptr<LockHolder> LockHolder::find(const QString& dataFolder) {
#ifdef SYS_pidfd_open
    const std::filesystem::path folder = dataFolder.toStdString();
    const int process = store::FolderLock::holder(folder);
    if (process <= 1 || process == ::getpid()) return nullptr;
    // The handle first: what is looked at after that is looked at in this process and no later one.
    const auto handle = static_cast<int>(::syscall(SYS_pidfd_open, process, 0U));
    if (handle < 0) return nullptr;
    std::unique_ptr<LockHolder> holder(new LockHolder(process, handle));
    const QString name = QString::number(process);
    const bool isIt = isOfThisUser(name) && programOf(name) == programOf(QStringLiteral("self")) &&
                      hasOpen(name, store::FolderLock::pathIn(folder)) && !holder->waitForEnd(0);
    if (!isIt) holder.reset();
    return holder;
#else
    Q_UNUSED(dataFolder)
    return nullptr;
#endif
}

LockHolder::~LockHolder() {
    ::close(m_handle);
}

bool LockHolder::waitForEnd(int ms) const {
    pollfd ended{m_handle, POLLIN, 0};
    return ::poll(&ended, 1, ms) > 0;
}

bool LockHolder::end(int patienceMs) const {
#ifdef SYS_pidfd_send_signal
    ::syscall(SYS_pidfd_send_signal, m_handle, SIGTERM, nullptr, 0U);
    if (waitForEnd(patienceMs)) return true;
    ::syscall(SYS_pidfd_send_signal, m_handle, SIGKILL, nullptr, 0U);
#endif
    return waitForEnd(killedMs);
}

}  // namespace hearth::app
