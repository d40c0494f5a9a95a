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
/// anything is deleted. Until then only complete files have a final name there. Folders are made. Existing
/// files are never overwritten. `progress` gets the share of bytes that are in place. Any thread but the
/// window's.
MoveOutcome moveFiles(const std::vector<FileMove>& files, const std::function<void(double)>& progress,
                      const std::stop_token& stop);

/// Renames a file on the same disk for moveFiles(). Returns 0 or the error's number. Tests use another
/// function.
using Renamer = std::function<int(const QString& from, const QString& to)>;
MoveOutcome moveFiles(const std::vector<FileMove>& files, const std::function<void(double)>& progress,
                      const std::stop_token& stop, const Renamer& rename);

}  // namespace hearth::app
