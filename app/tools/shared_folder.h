#pragma once

#include <QString>

#include "tools/tool.h"

namespace hearth::app {

/// What models may see of one folder that a person chose: the names in it, and files of text. Paths are those
/// below the folder; what leads out of it, by ".." or by a link, is refused. Names that begin with a point
/// are left out. Reads at once, so files are small.
class SharedFolder {
public:
    /// `folder` is absolute; empty: none was chosen, and every call says so.
    explicit SharedFolder(QString folder) : m_folder(std::move(folder)) {}

    static constexpr qint64 mostBytes = 1 << 20;
    static constexpr int mostNames = 500;
    static constexpr int mostLines = 1000;
    static constexpr qsizetype mostCharacters = 40'000;  ///< of lines together, but one at least

    /// The names in a folder below it, folders with a slash behind, files with their sizes.
    ToolResult list(const QString& path) const;
    /// Lines of a file of UTF-8 from `firstLine` (1: the first) on, at most mostLines.
    ToolResult read(const QString& path, int firstLine) const;

private:
    /// Where a path leads, without links; empty and `problem` is set: it may not be seen.
    QString placeOf(const QString& path, QString& problem) const;

    QString m_folder;
};

}  // namespace hearth::app
