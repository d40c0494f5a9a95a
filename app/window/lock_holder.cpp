#include "window/lock_holder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <filesystem>

#include "hearth/platform/file.h"
#include "hearth/platform/process.h"
#include "store/folder_lock.h"

namespace hearth::app {

namespace {

constexpr int killedMs = 2000;

/// The name of the program that a process runs, also when an update has replaced its file.
QString programOf(const QString& process) {
    std::error_code ignored;
    const auto link = std::filesystem::path("/proc") / process.toStdString() / "exe";
    auto path = QByteArray::fromStdString(std::filesystem::read_symlink(link, ignored).string());
    if (path.endsWith(" (deleted)")) path.chop(10);
    return QFileInfo(QFile::decodeName(path)).fileName();
}

bool isOfThisUser(const QString& process) {
    const auto facts = platform::factsOfTarget(QStringLiteral("/proc/%1").arg(process).toStdString());
    return facts && facts->isOwn;
}

bool hasOpen(const QString& process, const std::filesystem::path& file) {
    const auto wanted = platform::factsOfTarget(file);
    if (!wanted) return false;
    const QDir folder(QStringLiteral("/proc/%1/fd").arg(process));
    const QStringList names = folder.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
    return std::any_of(names.begin(), names.end(), [&](const QString& name) {
        const auto facts = platform::factsOfTarget(QFile::encodeName(folder.filePath(name)).toStdString());
        return facts && facts->identity == wanted->identity;
    });
}

}  // namespace

std::unique_ptr<LockHolder> LockHolder::find(const QString& dataFolder) {
    const std::filesystem::path folder = dataFolder.toStdString();
    const int process = store::FolderLock::holder(folder);
    if (process <= 1 || process == platform::processId()) return nullptr;
    // The handle first: what is looked at after that is looked at in this process and no later one.
    platform::ProcessHandle handle(process);
    if (!handle.isOpen()) return nullptr;
    std::unique_ptr<LockHolder> holder(new LockHolder(process, std::move(handle)));
    const QString name = QString::number(process);
    const bool isIt = isOfThisUser(name) && programOf(name) == programOf(QStringLiteral("self")) &&
                      hasOpen(name, store::FolderLock::pathIn(folder)) && !holder->m_handle.waitForEnd(0);
    if (!isIt) holder.reset();
    return holder;
}

bool LockHolder::end(int patienceMs) const {
    m_handle.end();
    if (m_handle.waitForEnd(patienceMs)) return true;
    m_handle.kill();
    return m_handle.waitForEnd(killedMs);
}

}  // namespace hearth::app
