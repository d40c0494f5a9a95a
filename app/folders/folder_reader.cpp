#include "folders/folder_reader.h"

#include <QCollator>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <algorithm>

#include "hearth/platform/folder.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

FolderFault faultOf(const QString& folder) {
    const QFileInfo info(folder);
    if (!info.exists()) return FolderFault::Missing;
    if (!info.isDir()) return FolderFault::NotAFolder;
    const platform::Folder opened(QFile::encodeName(folder).toStdString());
    return opened.isOpen() ? FolderFault::None : FolderFault::Unreadable;
}

void sortEntries(std::vector<FolderEntry>& entries, FolderOrder order, bool descending) {
    QCollator names(spokenLocale());
    names.setNumericMode(true);
    names.setCaseSensitivity(Qt::CaseInsensitive);
    const auto compare = [&](const FolderEntry& a, const FolderEntry& b) {
        if (order == FolderOrder::Size && a.sizeBytes != b.sizeBytes)
            return a.sizeBytes < b.sizeBytes ? -1 : 1;
        if (order == FolderOrder::Changed && a.changed != b.changed) return a.changed < b.changed ? -1 : 1;
        const int byName = names.compare(a.name, b.name);
        return byName != 0 ? byName : QString::compare(a.name, b.name);
    };
    std::sort(entries.begin(), entries.end(), [&](const FolderEntry& a, const FolderEntry& b) {
        if (a.folder != b.folder) return a.folder;
        return descending ? compare(b, a) < 0 : compare(a, b) < 0;
    });
}

}  // namespace

FolderContent readFolder(const FolderQuery& query, const std::stop_token& stop) {
    FolderContent content;
    content.fault = faultOf(query.folder);
    if (content.fault != FolderFault::None) return content;
    QDirIterator it(query.folder, QDir::AllDirs | QDir::Files | QDir::Hidden | QDir::NoDotAndDotDot);
    while (it.hasNext() && !stop.stop_requested()) {
        it.next();
        const QFileInfo info = it.fileInfo();
        if (!query.hidden && info.isHidden()) {
            ++content.hidden;
            continue;
        }
        const bool isFolder = info.isDir();
        if (!isFolder && (query.foldersOnly ||
                          (!query.patterns.isEmpty() && !QDir::match(query.patterns, info.fileName())))) {
            ++content.otherFiles;
            continue;
        }
        content.entries.push_back({info.fileName(), info.absoluteFilePath(), isFolder,
                                   isFolder ? 0 : info.size(), info.lastModified()});
    }
    sortEntries(content.entries, query.order, query.descending);
    return content;
}

}  // namespace hearth::app
