#include "folders/folder_listing.h"

#include <QDir>
#include <QFileInfo>
#include <QMetaObject>
#include <mutex>
#include <thread>

#include "folders/file_paths.h"
#include "folders/path_completion.h"
#include "look/spoken_locale.h"

namespace hearth::app {

struct FolderListing::Mailbox {
    std::mutex mutex;
    FolderListing* owner = nullptr;
};

FolderListing::FolderListing(QObject* parent)
    : QAbstractListModel(parent), m_mailbox(std::make_shared<Mailbox>()) {
    m_mailbox->owner = this;
    // A download writes hundreds of times a second.
    m_again.setSingleShot(true);
    m_again.setInterval(300);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_again, qOverload<>(&QTimer::start));
    connect(&m_again, &QTimer::timeout, this, &FolderListing::read);
}

FolderListing::~FolderListing() {
    m_stop.request_stop();
    const std::lock_guard lock(m_mailbox->mutex);
    m_mailbox->owner = nullptr;
}

void FolderListing::setFolder(const QString& folder) {
    const QString clean = QDir::cleanPath(folder);
    if (folder.isEmpty() || clean == m_query.folder) return;
    if (!m_watcher.directories().isEmpty()) m_watcher.removePaths(m_watcher.directories());
    m_query.folder = clean;
    if (QFileInfo(clean).isDir()) m_watcher.addPath(clean);
    emit folderChanged();
    read();
}

void FolderListing::setPatterns(const QStringList& patterns) {
    QStringList wanted = patterns;
    if (wanted.contains(QLatin1String("*"))) wanted.clear();
    if (wanted == m_query.patterns) return;
    m_query.patterns = wanted;
    emit queryChanged();
    read();
}

void FolderListing::setFoldersOnly(bool only) {
    if (only == m_query.foldersOnly) return;
    m_query.foldersOnly = only;
    emit queryChanged();
    read();
}

void FolderListing::setHidden(bool hidden) {
    if (hidden == m_query.hidden) return;
    m_query.hidden = hidden;
    emit queryChanged();
    read();
}

void FolderListing::sortBy(Order order) {
    const auto wanted = static_cast<FolderOrder>(order);
    m_query.descending = wanted == m_query.order && !m_query.descending;
    m_query.order = wanted;
    emit queryChanged();
    read();
}

void FolderListing::goUp() {
    setFolder(FilePaths::parentOf(m_query.folder));
}

QString FolderListing::problem() const {
    switch (m_fault) {
        case FolderFault::None:
            return {};
        case FolderFault::Missing:
            return tr("There is no folder “%1”.").arg(m_query.folder);
        case FolderFault::NotAFolder:
            return tr("“%1” is a file, not a folder.").arg(m_query.folder);
        case FolderFault::Unreadable:
            return tr("You do not have permission to open “%1”.").arg(m_query.folder);
    }
    return {};
}

QString FolderListing::emptyText() const {
    if (m_reading || m_fault != FolderFault::None || !m_entries.empty()) return {};
    if (m_otherFiles > 0 && !m_query.foldersOnly) return tr("No files of this kind here");
    if (m_otherFiles == 1) return tr("No folders in here, and 1 file");
    if (m_otherFiles > 1)
        return tr("No folders in here, and %1 files").arg(spokenLocale().toString(m_otherFiles));
    return m_hiddenEntries > 0 ? tr("Only hidden files here") : tr("This folder is empty");
}

void FolderListing::read() {
    if (m_query.folder.isEmpty()) return;
    m_reading = true;
    emit contentChanged();
    const quint64 round = ++m_round;
    m_stop.request_stop();
    m_stop = std::stop_source();
    // Nobody waits for this thread: a folder on a network that does not answer would hold the window.
    std::thread([mailbox = m_mailbox, round, query = m_query, stop = m_stop.get_token()] {
        FolderContent content = readFolder(query, stop);
        if (stop.stop_requested()) return;
        const std::lock_guard lock(mailbox->mutex);
        FolderListing* const owner = mailbox->owner;
        if (owner == nullptr) return;
        QMetaObject::invokeMethod(
            owner, [owner, round, content = std::move(content)] { owner->take(round, content); },
            Qt::QueuedConnection);
    }).detach();
}

void FolderListing::take(quint64 round, FolderContent content) {
    if (round != m_round) return;
    beginResetModel();
    m_entries = std::move(content.entries);
    m_fault = content.fault;
    m_otherFiles = content.otherFiles;
    m_hiddenEntries = content.hidden;
    m_reading = false;
    endResetModel();
    emit contentChanged();
}

QString FolderListing::makeFolder(const QString& name) {
    const QString wanted = name.trimmed();
    if (wanted.isEmpty() || wanted.contains(u'/') || wanted == QLatin1String(".") ||
        wanted == QLatin1String(".."))
        return tr("“%1” cannot be the name of a folder. Choose a name without a slash.").arg(wanted);
    const QString path = m_query.folder + u'/' + wanted;
    if (QFileInfo::exists(path)) return tr("“%1” already exists. Choose another name.").arg(wanted);
    if (!QDir().mkdir(path))
        return tr("“%1” was not created. Check that you may write to this folder.").arg(wanted);
    setFolder(path);
    return {};
}

QString FolderListing::typed(const QString& text) const {
    return typedPath(text, m_query.folder);
}

QStringList FolderListing::completions(const QString& text) const {
    return pathCompletions(text, m_query.folder, m_query.foldersOnly);
}

QString FolderListing::pathAt(int row) const {
    return row >= 0 && row < count() ? m_entries[static_cast<size_t>(row)].path : QString();
}

bool FolderListing::isFolderAt(int row) const {
    return row >= 0 && row < count() && m_entries[static_cast<size_t>(row)].folder;
}

int FolderListing::rowOf(const QString& path) const {
    for (int row = 0; row < count(); ++row)
        if (m_entries[static_cast<size_t>(row)].path == path) return row;
    return -1;
}

int FolderListing::rowBeginning(const QString& text, int from) const {
    for (int step = 0; step < count(); ++step) {
        const int row = (std::max(0, from) + step) % count();
        if (m_entries[static_cast<size_t>(row)].name.startsWith(text, Qt::CaseInsensitive)) return row;
    }
    return -1;
}

int FolderListing::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant FolderListing::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const FolderEntry& entry = m_entries[static_cast<size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
        case NameRole:
            return entry.name;
        case PathRole:
            return entry.path;
        case FolderRole:
            return entry.folder;
        case SizeRole:
            return static_cast<double>(entry.sizeBytes);
        case ChangedRole:
            return spokenLocale().toString(entry.changed, QLocale::ShortFormat);
        default:
            return {};
    }
}

QHash<int, QByteArray> FolderListing::roleNames() const {
    return {{NameRole, "name"},
            {PathRole, "path"},
            {FolderRole, "isFolder"},
            {SizeRole, "sizeBytes"},
            {ChangedRole, "changed"}};
}

}  // namespace hearth::app

#include "moc_folder_listing.cpp"
