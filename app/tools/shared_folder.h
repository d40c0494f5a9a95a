#pragma once

#include <QString>

#include "tools/tool.h"

namespace hearth::app {

/// Access of models to one folder that a person chose: the names in it, and files of text. Paths are relative
/// to the folder; paths that lead out of it, by ".." or by a link, are refused. Names that begin with a point
/// are left out. Reads synchronously, so files are small.
class SharedFolder {
public:
    /// `folder` is absolute; empty: none was chosen, and every call says so.
    explicit SharedFolder(QString folder) : m_folder(std::move(folder)) {}

    static constexpr qint64 mostBytes = 1 << 20;
    static constexpr int mostNames = 500;
    static constexpr int mostLines = 1000;
    static constexpr qsizetype mostCharacters = 40'000;  ///< of lines together, but one at least

    /// The names in a folder below it, folders with a slash at the end, files with their sizes.
    ToolResult list(const QString& path) const;
    /// Lines of a file of UTF-8 from `firstLine` (1: the first) on, at most mostLines.
    ToolResult read(const QString& path, int firstLine) const;

private:
    /// Target of a path, without links. If it may not be read, the result is empty and `problem` is set.
    QString placeOf(const QString& path, QString& problem) const;

    QString m_folder;
};

}  // namespace hearth::app
