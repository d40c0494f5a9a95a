#include "folders/file_paths.h"

#include <QDir>
#include <QFileInfo>

#include "folders/path_completion.h"

namespace hearth::app {

FilePaths::Kind FilePaths::kindOf(const QString& path) {
    const QFileInfo info(path);
    return path.isEmpty() || !info.exists() ? Kind::Nothing : info.isDir() ? Kind::Folder : Kind::File;
}

QString FilePaths::existing(const QString& path) {
    QString at = path.isEmpty() ? QDir::homePath() : QDir::cleanPath(path);
    while (!QFileInfo(at).isDir() && at != QLatin1String("/") && !at.isEmpty()) at = parentOf(at);
    return at.isEmpty() ? QDir::homePath() : at;
}

QString FilePaths::parentOf(const QString& path) {
    const qsizetype slash = path.lastIndexOf(u'/');
    return slash <= 0 ? QStringLiteral("/") : path.left(slash);
}

QString FilePaths::nameOf(const QString& path) {
    return path.mid(path.lastIndexOf(u'/') + 1);
}

QString FilePaths::completeName(const QString& name, const QString& ending) {
    return withEnding(name, ending);
}

QString FilePaths::renamed(const QString& name, const QStringList& endings, const QString& ending) {
    return withEndingInstead(name, endings, ending);
}

}  // namespace hearth::app
