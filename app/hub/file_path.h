// Names of files that somebody else chose.
#pragma once

#include <QString>

namespace hearth::app {

/// `path` ("folder/name.gguf") when each of its parts can be a file's name on every system and stays inside
/// its folder; empty otherwise. Refused: "", ".", "..", absolute paths, backslashes, control characters and
/// direction marks, leading dots, reserved names (CON, NUL, COM1…), more than 200 bytes in a part, more than
/// 8 parts.
QString safeFilePath(const QString& path);

/// "owner/name" as the hub allows it: letters, digits, "-", "_", "." in each part, no leading "-" or ".".
bool isRepositoryId(const QString& id);
/// 40 hex digits.
bool isCommit(const QString& text);
/// 64 lower-case hex digits.
bool isSha256(const QByteArray& text);

}  // namespace hearth::app
