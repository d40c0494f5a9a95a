#pragma once

#include <QString>
#include <QStringList>

/// Paths as a person types them.
namespace hearth::app {

/// The absolute path of a typed text in a folder: "~" is the home folder, ".." and "." are resolved, a name
/// is one in the folder. Empty for an empty text.
QString typedPath(const QString& text, const QString& folder);

/// Possible completions of the text: at most `limit`, folders with a slash at the end. Hidden files only if a
/// point was typed. Letter case does not matter.
QStringList pathCompletions(const QString& text, const QString& folder, bool foldersOnly, int limit = 12);

/// The name with the extension, if it has none of its own: "notes" and "md" is "notes.md", "v2.0" is
/// "v2.0.md".
QString withEnding(const QString& name, const QString& ending);
/// The name with this extension in place of one of `others`, or appended: "notes.md" and "json" is
/// "notes.json".
QString withEndingInstead(const QString& name, const QStringList& others, const QString& ending);

}  // namespace hearth::app
