#pragma once

#include <QDateTime>
#include <QString>
#include <QStringList>
#include <stop_token>
#include <vector>

/// Contents of a folder, as a list of files shows them.
namespace hearth::app {

struct FolderEntry {
    QString name, path;
    bool folder = false;
    qint64 sizeBytes = 0;  ///< 0 for folders
    QDateTime changed;
};

enum class FolderOrder { Name, Size, Changed };
/// Reasons why a folder cannot be shown.
enum class FolderFault { None, Missing, NotAFolder, Unreadable };

struct FolderQuery {
    QString folder = {};        ///< absolute
    QStringList patterns = {};  ///< of the files, "*.json"; empty: all. Folders are always there.
    bool foldersOnly = false, hidden = false;
    FolderOrder order = FolderOrder::Name;
    bool descending = false;
    bool operator==(const FolderQuery&) const = default;
};

struct FolderContent {
    std::vector<FolderEntry> entries;  ///< folders first
    FolderFault fault = FolderFault::None;
    int otherFiles = 0;  ///< that are left out since they are no folders, or not of the patterns
    int hidden = 0;      ///< files and folders that are left out since they are hidden
};

/// Reads a folder; it may take long on a network. Ends early, with the entries so far, when a stop is
/// requested. Any thread.
FolderContent readFolder(const FolderQuery& query, const std::stop_token& stop = {});

}  // namespace hearth::app
