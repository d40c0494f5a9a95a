#include "settings/window_settings.h"

#include <QJsonArray>

namespace hearth::app {

QRect WindowSettings::windowGeometry() const {
    const QJsonArray array = value("windowGeometry", QJsonArray()).toArray();
    if (array.size() != 4) return {};
    return {array[0].toInt(), array[1].toInt(), array[2].toInt(), array[3].toInt()};
}

void WindowSettings::setWindowGeometry(const QRect& geometry) {
    put("windowGeometry", QJsonArray{geometry.x(), geometry.y(), geometry.width(), geometry.height()});
}

QString WindowSettings::fileFolder(const QString& purpose) const {
    return value("fileFolders", QJsonObject()).toObject().value(purpose).toString();
}

void WindowSettings::keepFileFolder(const QString& purpose, const QString& folder) {
    QJsonObject folders = value("fileFolders", QJsonObject()).toObject();
    folders[purpose] = folder;
    put("fileFolders", folders);
    QStringList recent = recentFolders();
    recent.removeAll(folder);
    recent.prepend(folder);
    put("recentFolders", QJsonArray::fromStringList(recent.mid(0, 5)));
}

QStringList WindowSettings::recentFolders() const {
    QStringList folders;
    for (const QJsonValue folder : value("recentFolders", QJsonArray()).toArray())
        folders += folder.toString();
    return folders;
}

}  // namespace hearth::app
