#pragma once

#include <QString>
#include <functional>
#include <vector>

class QFile;

namespace hearth::app {

/// A file below a folder, as it was when it was read.
struct WalkedFile {
    QString path;  ///< below the folder; empty: the source is a file, this one
    qint64 sizeBytes = 0, modifiedNs = 0;
};

/// Contents of a source.
struct FolderWalk {
    std::vector<WalkedFile> files;  ///< in the order of their paths
    std::vector<QString> folders;   ///< absolute, the source first; to be watched
    bool complete = true;           ///< false: there is more, or a folder could not be listed
    bool exists = true;
    /// A folder without any entry, such as the mount point of a disk that is not mounted.
    bool empty = false;
};

/// More files of one source are not taken.
inline constexpr size_t maxFilesOfSource = 200'000;

/// Lists a source: the files that may be documents by their names. No link is followed, so that nothing
/// outside the folder is read and no cycle is entered. Names that begin with a point are left out, and
/// folders that programs make for themselves (node_modules, __pycache__). Stops when `isStopped` says so: not
/// complete.
FolderWalk walkSource(const QString& source, const std::function<bool()>& isStopped = {});

/// Opens a file of a source for reading: an ordinary file in the folder, with no link on the way. `file` has
/// no name. Returns an empty text, or the reason why it was not opened.
QString openWalkedFile(QFile& file, const QString& source, const QString& path);

}  // namespace hearth::app
