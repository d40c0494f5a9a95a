#pragma once

#include <QString>
#include <functional>
#include <stop_token>
#include <vector>

namespace hearth::app {

struct FileMove {
    QString from, to;
};

struct MoveOutcome {
    enum Kind { Moved, Cancelled, Failed } kind = Moved;
    QString problem;  ///< of Failed: one sentence
};

/// Moves all of the files or none: within a disk by renaming, to another one by copying everything before
/// anything is taken away. Until then nothing has a final name there but what is complete. Folders are made.
/// Files that are there already are never written over. `progress` hears the share of bytes that are there.
/// Any thread but the window's.
MoveOutcome moveFiles(const std::vector<FileMove>& files, const std::function<void(double)>& progress,
                      const std::stop_token& stop);

/// Renames a file on the same disk for moveFiles(). Returns 0 or the error's number. Tests use another
/// function.
using Renamer = std::function<int(const QString& from, const QString& to)>;
MoveOutcome moveFiles(const std::vector<FileMove>& files, const std::function<void(double)>& progress,
                      const std::stop_token& stop, const Renamer& rename);

}  // namespace hearth::app
