#include "files/whole_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace hearth::app {

void syncFolder(const QString& path) {
    const int folder = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    ::fsync(folder);
    ::close(folder);
}

bool commitWhole(QSaveFile& file) {
    if (!file.flush()) {
        file.cancelWriting();
        return false;
    }
    if (!file.commit()) return false;
    syncFolder(QFileInfo(file.fileName()).path());
    return true;
}

}  // namespace hearth::app
