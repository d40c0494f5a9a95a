#include "folders/file_places.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QStorageInfo>
#include <QVariantMap>

namespace hearth::app {

namespace {

QString standardFolder(QStandardPaths::StandardLocation location) {
    const QString path = QStandardPaths::writableLocation(location);
    // If the desktop has no such folder, this is the home folder, which has an entry of its own.
    return QDir::cleanPath(path) == QDir::cleanPath(QDir::homePath()) ? QString() : path;
}

}  // namespace

QVariantList FilePlaces::list(const QString& modelsFolder, const QStringList& recent) const {
    QVariantList places;
    QStringList paths;
    const auto add = [&](const QString& name, const QString& path, const char* icon) {
        const QString clean = QDir::cleanPath(path);
        if (path.isEmpty() || paths.contains(clean) || !QFileInfo(clean).isDir()) return;
        paths += clean;
        places += QVariantMap{{QStringLiteral("name"), name},
                              {QStringLiteral("path"), clean},
                              {QStringLiteral("icon"), QString::fromLatin1(icon)}};
    };
    add(tr("Home"), QDir::homePath(), "user");
    add(tr("Desktop"), standardFolder(QStandardPaths::DesktopLocation), "panel");
    add(tr("Documents"), standardFolder(QStandardPaths::DocumentsLocation), "file");
    add(tr("Downloads"), standardFolder(QStandardPaths::DownloadLocation), "download");
    add(tr("Models"), modelsFolder, "models");
    for (const QStorageInfo& volume : QStorageInfo::mountedVolumes()) {
        const QString root = volume.rootPath();
        if (root.startsWith(QLatin1String("/media/")) || root.startsWith(QLatin1String("/run/media/")) ||
            root.startsWith(QLatin1String("/mnt/")))
            add(QFileInfo(root).fileName(), root, "chip");
    }
    for (const QString& path : recent) add(QFileInfo(path).fileName(), path, "clock");
    return places;
}

QString FilePlaces::documents() const {
    const QString path = standardFolder(QStandardPaths::DocumentsLocation);
    return QFileInfo(path).isDir() ? path : QDir::homePath();
}

}  // namespace hearth::app

#include "moc_file_places.cpp"
