#include "models/memory_room.h"

#include <QFile>

namespace hearth::app {

quint64 availableMemory(const QByteArray& meminfo) {
    for (const QByteArray& line : meminfo.split('\n')) {
        if (!line.startsWith("MemAvailable:")) continue;
        const QByteArray figure = line.mid(13).trimmed();
        return figure.endsWith(" kB") ? figure.chopped(3).trimmed().toULongLong() * 1024 : 0;
    }
    return 0;
}

quint64 availableMemory() {
    QFile file(QStringLiteral("/proc/meminfo"));
    return file.open(QFile::ReadOnly) ? availableMemory(file.readAll()) : 0;
}

}  // namespace hearth::app
