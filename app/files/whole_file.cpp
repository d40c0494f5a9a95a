#include "files/whole_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

namespace hearth::app {

void syncFolder(const QString& path) {
    const int folder = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    ::fsync(folder);
    ::close(folder);
}

bool WholeFile::mayReplace() {
    // The file that is replaced is the target of a link.
    const QFileInfo there(fileName());
    if (!there.exists() || there.isFile()) return true;
    setErrorString(QCoreApplication::translate("RegularFile", "it is not a regular file"));
    return false;
}

bool WholeFile::open(OpenMode mode) {
    return mayReplace() && QSaveFile::open(mode);
}

bool WholeFile::commitWhole() {
    if (!mayReplace() || !flush()) {
        cancelWriting();
        return false;
    }
    if (!commit()) return false;
    syncFolder(QFileInfo(fileName()).path());
    return true;
}

}  // namespace hearth::app
